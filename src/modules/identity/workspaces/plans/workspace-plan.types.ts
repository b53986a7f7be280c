import { Field, ID, ObjectType } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { Plan } from './plan.types.ts'

/** What an admin of the installation reads of a workspace without being a member. */
@Access('write:profile', { role: 'admin' })
@ObjectType({ description: 'The plan of any workspace, for admins of the installation, who need not be members.' })
export class WorkspacePlan {
  @Field(() => ID, { description: 'Identifier of the workspace.' })
  id!: string

  @Field(() => String, { description: 'Its unique name for addresses.' })
  slug!: string

  @Field(() => Plan, { description: 'Its plan, which decides its limits.' })
  plan!: Plan
}
