import { Field, Int, ObjectType } from 'type-graphql'
import { InheritsAccess } from '../../../../platform/auth/authorization.ts'
import { createEnumType } from '../../../../platform/shared/enum-type.ts'

const descriptions = {
  urls: 'Links, without links of dynamic QR codes.',
  members: 'Members and open invitations.',
  webhooks: 'Webhooks.',
  api_keys: 'Active API keys.',
  dynamic_qrs: 'Dynamic QR codes.',
  bio_pages: 'Bio pages.',
}

export type PlanResource = keyof typeof descriptions
export const PlanResource = createEnumType<PlanResource>(
  'PlanResource',
  'What a plan limits in a workspace.',
  descriptions,
)

@InheritsAccess()
@ObjectType({ description: 'How much of a limit of its plan a workspace uses.' })
export class PlanUsage {
  @Field(() => PlanResource, { description: 'What is limited.' })
  resource!: PlanResource

  @Field(() => Int, { description: 'How many the workspace has; more than `limit` after its plan was lowered.' })
  used!: number

  @Field(() => Int, { description: 'How many it may have.' })
  limit!: number
}
