import { Field, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../platform/auth/authorization.ts'
import type { DoctorLine, FindingStatus as Status } from '../../../platform/doctor/doctor.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'

export const FindingStatus = createEnumType<Status>('FindingStatus', 'How a part of the installation is doing.', {
  error: 'It does not work.',
  warning: 'It works, and needs attention.',
  ok: 'It works.',
})

@InheritsAccess()
@ObjectType('DoctorFinding', { description: 'What one check has seen.' })
export class DoctorFinding implements DoctorLine {
  @Field(() => String, { description: 'The part that was looked at, such as `disk`.' })
  check!: string

  @Field(() => FindingStatus, { description: 'How it is doing.' })
  status!: Status

  @Field(() => String, { description: 'One sentence or two, with what to do.' })
  text!: string
}

@Access('read:profile', { role: 'admin' })
@ObjectType('DoctorReport', { description: 'What is wrong with the installation, for its admins.' })
export class DoctorReport {
  @Field(() => FindingStatus, { description: 'The worst of all findings.' })
  status!: Status

  @Field(() => String, { description: 'The version of the program that answers.' })
  version!: string

  @Field(() => Date, { description: 'When it was looked at. A report is up to 10 seconds old.' })
  checkedAt!: Date

  @Field(() => [DoctorFinding], { description: 'A finding for each check at least, what is wrong first.' })
  findings!: readonly DoctorFinding[]
}
