import { Field, ID, ObjectType } from 'type-graphql'
import type { Placed } from './narrowing.ts'

export const impacts = ['low', 'medium', 'high'] as const
export type Impact = (typeof impacts)[number]

export type RecommendationKind =
  | 'rotate_key'
  | 'revoke_key'
  | 'fix_endpoint'
  | 'enable_endpoint'
  | 'redeliver_events'
  | 'add_expired_url'
  | 'replace_destination'
  | 'acknowledge_anomaly'

@ObjectType({ description: 'The request by which a recommendation is followed.' })
export class RecommendedAction {
  @Field(() => String, { description: 'Its HTTP method.' })
  method!: 'POST' | 'PATCH' | 'DELETE'

  @Field(() => String, { description: 'Its path, from the root of the API: `/keys`.' })
  path!: string
}

@ObjectType({ description: 'Something that could be done, by rule from what is on record.' })
export class Recommendation implements Placed {
  @Field(() => ID, { description: 'The same for the same cause, however often it is read.' })
  id!: string

  @Field(() => String, {
    description:
      '`rotate_key`, `revoke_key`, `fix_endpoint`, `enable_endpoint`, `redeliver_events`, `add_expired_url`, ' +
      '`replace_destination` or `acknowledge_anomaly`.',
  })
  kind!: RecommendationKind

  @Field(() => String, { description: 'What to do.' })
  title!: string

  @Field(() => String, { description: 'Why.' })
  reason!: string

  @Field(() => RecommendedAction, { description: 'How.' })
  action!: RecommendedAction

  @Field(() => String, { description: 'How much it helps: `low`, `medium` or `high`.' })
  impact!: Impact

  source!: Placed['source']
  workflowId!: Placed['workflowId']
}
