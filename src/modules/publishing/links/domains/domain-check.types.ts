import { Field, ID, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../../platform/auth/authorization.ts'
import { createEnumType } from '../../../../platform/shared/enum-type.ts'
import { DomainVerificationRecord } from './domain.entity.ts'

export type DomainRecordState = 'found' | 'missing' | 'different' | 'unknown'
export const DomainRecordState = createEnumType<DomainRecordState>(
  'DomainRecordState',
  'What name servers say about the DNS record of a domain.',
  {
    found: 'The record is there.',
    missing: 'There is no record with its name.',
    different: 'There are records with its name, and none has its value.',
    unknown: 'Name servers did not answer.',
  },
)

export type DomainAnswer = 'this_service' | 'another_service' | 'nobody' | 'unknown'
export const DomainAnswer = createEnumType<DomainAnswer>('DomainAnswer', 'Who answers at the address of a domain.', {
  this_service: 'This service: visitors of the domain come here.',
  another_service: 'Something else, such as the page of a provider of domains.',
  nobody: 'Nobody: the host has no address, or no server there answers.',
  unknown: 'Nobody was asked: this service does not call the address of the host, or has no name servers.',
})

@InheritsAccess()
@ObjectType({ description: 'The certificate that a host shows.' })
export class DomainCertificate {
  @Field(() => Date, { description: 'When it ends.' })
  endsAt!: Date

  @Field(() => String, {
    nullable: true,
    description: 'Who has issued it, such as `Example CA`; null when it does not say.',
  })
  issuer!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Why browsers refuse it, such as `CERT_HAS_EXPIRED`; null for a good one.',
  })
  issue!: string | null
}

@Access('read:links')
@ObjectType({ description: 'What is found of a domain now, beside what is wanted. Nothing is changed by it.' })
export class DomainCheck {
  @Field(() => ID, { description: 'Identifier of the domain.' })
  domainId!: string

  @Field(() => DomainVerificationRecord, { description: 'The DNS record that proves that the domain is yours.' })
  wantedRecord!: DomainVerificationRecord

  @Field(() => DomainRecordState, { description: 'Whether the record is there.' })
  recordState!: DomainRecordState

  @Field(() => [String], {
    description: 'The values of the `TXT` records with this name, such as `tack-verify=...`, at most 10.',
  })
  foundRecords!: readonly string[]

  @Field(() => String, {
    description:
      'Host of this service, such as `sho.rt`: a `CNAME` record of the domain leads to it, or `A` and `AAAA` records to its addresses.',
  })
  wantedHost!: string

  @Field(() => [String], { description: 'The addresses of the host, such as `192.0.2.7`, at most 10.' })
  foundAddresses!: readonly string[]

  @Field(() => DomainAnswer, { description: 'Who answers at the address of the domain.' })
  answer!: DomainAnswer

  @Field(() => String, {
    nullable: true,
    description: 'Why nobody answers, or was asked, such as `no answer: ECONNREFUSED`; null when somebody answers.',
  })
  answerIssue!: string | null

  @Field(() => DomainCertificate, {
    nullable: true,
    description: 'The certificate of the host; null when it shows none, and where short addresses have no https.',
  })
  certificate!: DomainCertificate | null

  @Field(() => Date, { description: 'When this was found.' })
  checkedAt!: Date

  @Field(() => Date, {
    nullable: true,
    description: 'When the service itself last looked for the record of the verified domain; null while it is pending.',
  })
  lastCheckedAt!: Date | null

  @Field(() => Date, {
    nullable: true,
    description: 'When the service itself looks for it next; null while the domain is pending.',
  })
  nextCheckAt!: Date | null
}
