import { Field, ID, ObjectType } from 'type-graphql'
import { AccessByKind, InheritsAccess } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly, RestOnly } from '../../../platform/graphql/operations.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { toPlainText } from '../../../platform/shared/text/human-text.ts'
import type { ItemOrigin } from './command-center.inputs.ts'
import { scopeOfSubject } from './subjects.ts'

export const impacts = ['low', 'medium', 'high'] as const
type Impact = (typeof impacts)[number]
const Impact = createEnumType<Impact>('Impact', 'How much a recommendation would improve, in ascending order.', {
  low: 'Little.',
  medium: 'Something.',
  high: 'Much.',
})

type RecommendationKind =
  | 'rotate_key'
  | 'revoke_key'
  | 'fix_endpoint'
  | 'enable_endpoint'
  | 'redeliver_events'
  | 'add_expired_url'
  | 'replace_destination'
  | 'check_destination'
  | 'appeal_block'
  | 'add_password'
  | 'acknowledge_anomaly'
const RecommendationKind = createEnumType<RecommendationKind>('RecommendationKind', 'What is recommended.', {
  rotate_key: 'Replace an API key that expires soon.',
  revoke_key: 'Revoke an API key that has expired, was replaced or is not in use.',
  fix_endpoint: 'Fix the endpoint of a failing webhook, then send a test event.',
  enable_endpoint: 'Fix the endpoint of a disabled webhook, then switch the webhook on again.',
  redeliver_events: 'Send events again that did not arrive.',
  add_expired_url: 'Give an expired link an address for its visitors.',
  replace_destination: 'Replace a destination that does not exist any more.',
  check_destination: 'Repair or replace a destination that cannot be reached, then request a check.',
  appeal_block: 'Appeal against the block of a link, or delete the link.',
  add_password: 'Protect a link for few people that others open too.',
  acknowledge_anomaly: 'Look at an anomaly and acknowledge it.',
})

type RequestMethod = 'POST' | 'PATCH' | 'DELETE'
const RequestMethod = createEnumType<RequestMethod>('RequestMethod', 'An HTTP method.', {
  POST: 'Create or act.',
  PATCH: 'Change.',
  DELETE: 'Delete.',
})

/** The mutation of each kind of recommendation. */
const mutations: Readonly<Record<RecommendationKind, string>> = {
  rotate_key: 'createApiKey',
  revoke_key: 'revokeApiKey',
  fix_endpoint: 'testWebhook',
  enable_endpoint: 'updateWebhook',
  redeliver_events: 'redeliverWebhookEvents',
  add_expired_url: 'updateUrl',
  replace_destination: 'updateUrl',
  check_destination: 'checkUrlHealth',
  appeal_block: 'appealUrl',
  add_password: 'updateUrl',
  acknowledge_anomaly: 'acknowledgeAnomaly',
}

@InheritsAccess()
@ObjectType({ description: 'The API request that follows a recommendation.' })
export class RecommendedAction {
  @Field(() => RequestMethod, { description: 'HTTP method.' })
  method!: RequestMethod

  @Field(() => String, { description: 'Path below the root of the API, such as `/keys`.' })
  path!: string
}

@AccessByKind(({ subjectId }: Recommendation) => scopeOfSubject(subjectId))
@ObjectType({ description: 'An action that would improve the state of the account.' })
export class Recommendation implements ItemOrigin {
  @Field(() => ID, { description: 'Identifier of the recommendation, stable while its cause lasts.' })
  id!: string

  @Field(() => RecommendationKind, { description: 'What is recommended.' })
  kind!: RecommendationKind

  @Field(() => String, { description: 'What to do.' })
  title!: string

  @Field(() => String, { description: 'Why to do it.' })
  reason!: string

  @GraphqlOnly()
  @Field(() => String, {
    description:
      'Name of the mutation that does it, such as `updateUrl`. Its argument `id`, if any, is the id of the subject.',
  })
  mutation!: string

  @RestOnly()
  @Field(() => RecommendedAction, { description: 'The API request that does it.' })
  action!: RecommendedAction

  @Field(() => Impact, { description: 'How much it would improve.' })
  impact!: Impact

  source!: ItemOrigin['source']
  workflowId!: ItemOrigin['workflowId']
  subjectId!: string
}

/** A recommendation before its id and its mutation are added. */
export type RecommendationDraft = Omit<Recommendation, 'id' | 'mutation'>

export function toRecommendation(draft: RecommendationDraft): Recommendation {
  const { kind, subjectId, title, reason } = draft
  const texts = { title: toPlainText(title), reason: toPlainText(reason) }
  return { ...draft, ...texts, id: `${kind}:${subjectId}`, mutation: mutations[kind] }
}
