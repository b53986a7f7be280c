import { Field, ID, ObjectType } from 'type-graphql'
import type { Alert as Alarm, Severity } from '../events/operations.ts'
import type { Placed } from './narrowing.ts'

export type AlertKind =
  | 'webhook_disabled'
  | 'webhook_failing'
  | 'link_unreachable'
  | 'key_expiring'
  | 'quota_80'
  | 'quota_100'
  | 'destination_flagged'

@ObjectType({ description: 'Something to know of for as long as its cause lasts.' })
export class Alert implements Alarm<AlertKind>, Placed {
  @Field(() => ID, { description: 'The same for the same cause, however often it is read.' })
  id!: string

  @Field(() => String, {
    description:
      '`webhook_disabled`, `webhook_failing`, `link_unreachable`, `key_expiring` (or expired in the last 30 days), ' +
      '`quota_80`, `quota_100` or `destination_flagged` (a link that was blocked).',
  })
  kind!: AlertKind

  @Field(() => String, { description: '`info`, `warning`, `error` or `critical`.' })
  severity!: Severity

  @Field(() => String, { description: 'What is the matter, in a sentence.' })
  message!: string

  @Field(() => ID, { description: 'The webhook, link or key it is about; of a quota what it is a quota of.' })
  subjectId!: string

  @Field(() => Date, { description: 'When its cause began.' })
  createdAt!: Date

  source!: Placed['source']
  workflowId!: Placed['workflowId']
}
