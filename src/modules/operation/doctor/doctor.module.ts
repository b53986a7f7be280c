import { getPool } from '../../../platform/database/native-client.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { DoctorResolver } from './doctor.resolver.ts'
import { DoctorService } from './doctor.service.ts'

/** What is wrong with the installation, for its admins. */
export const doctorModule = defineModule({
  entities: [],
  schema: [],
  resolvers: [DoctorResolver],
  async create({ settings, clock, doctorChecks, orm, database, http }): Promise<Module> {
    const pool = await getPool(orm)
    const service = new DoctorService({
      settings,
      clock,
      checks: doctorChecks,
      query: async <T extends object>(sql: string, values: unknown[] = []) =>
        (await pool.query(sql, values)).rows as T[],
      isDatabaseDown: () => database.circuitBreaker.isDown,
      findProblem: () => http.readiness.findProblem(),
    })
    return { resolvers: [new DoctorResolver(service)] }
  },
})
