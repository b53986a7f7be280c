import { Query, Resolver } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { Price } from '../../../platform/graphql/price.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import type { DoctorService } from './doctor.service.ts'
import { DoctorReport } from './doctor.types.ts'

@Resolver()
export class DoctorResolver {
  constructor(private readonly doctorService: DoctorService) {}

  @Rest('GET /operation/doctor', 200)
  @Access('read:profile', { role: 'admin' })
  @Price('outbound')
  @Query(() => DoctorReport, {
    description:
      'What is wrong with the installation, as `npm run doctor` says it: settings, database, journal, disk, Redis, mail, network ' +
      'and certificates, seen by the process that answers. For admins of the installation.',
  })
  doctor(): Promise<DoctorReport> {
    return this.doctorService.report()
  }
}
