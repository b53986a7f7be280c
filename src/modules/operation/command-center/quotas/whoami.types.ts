import { Field, ID, Int, ObjectType } from 'type-graphql'
import type { Plan as PlanName } from '../../../../config/plan.ts'
import { Access } from '../../../../platform/auth/authorization.ts'
import { Scope } from '../../../../platform/auth/scopes.ts'
import { Plan } from '../../../identity/workspaces/index.ts'

/** What a program may learn about the person for whom it works: the name, and no address. */
@Access('read:links')
@ObjectType('Whoami', { description: 'Who sends the request, and what the credential may do.' })
export class Whoami {
  @Field(() => String, { description: 'Name of the account.' })
  name!: string

  @Field(() => String, {
    nullable: true,
    description: 'Name of the API key or OAuth application that acts for the account; null for a login.',
  })
  client!: string | null

  @Field(() => [Scope], { description: 'What the credential may do.' })
  scopes!: Scope[]

  @Field(() => ID, { description: 'The workspace of the request: its own, or the default of the credential.' })
  workspaceId!: string

  @Field(() => String, { description: 'Name of the workspace.' })
  workspaceName!: string

  @Field(() => Plan, { description: 'The plan of the workspace, which decides its limits.' })
  plan!: PlanName

  @Field(() => Int, {
    nullable: true,
    description: 'How many requests the account may still send in this hour; null when requests are not limited.',
  })
  requestsLeft!: number | null
}
