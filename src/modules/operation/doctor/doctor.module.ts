import { getPool } from '../../../platform/database/native-client.ts'
import { doctorCall, queryWith } from '../../../platform/doctor/doctor.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { DoctorResolver } from './doctor.resolver.ts'
import { DoctorService } from './doctor.service.ts'

/** What is wrong with the installation, for its admins. */
export const doctorModule = defineModule({
  entities: [],
  resolvers: [DoctorResolver],
  async create({ settings, clock, version, doctorChecks, orm, database, http, operatorSocket }): Promise<Module> {
    const service = new DoctorService({
      settings,
      clock,
      checks: doctorChecks,
      version: [version.version, version.commit].filter(Boolean).join(' '),
      query: queryWith(await getPool(orm)),
      isDatabaseDown: () => database.circuitBreaker.isDown,
      findProblem: () => http.readiness.findProblem(),
    })
    operatorSocket?.addCall(doctorCall, () => service.report())
    return { resolvers: [new DoctorResolver(service)] }
  },
})
