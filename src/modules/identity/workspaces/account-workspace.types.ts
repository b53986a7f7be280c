import { Field, ID, ObjectType } from 'type-graphql'
import { InheritsAccess } from '../../../platform/auth/authorization.ts'
import { WorkspaceRole } from '../../../platform/auth/workspace-role.ts'
import { GraphqlOnly } from '../../../platform/graphql/operations.ts'
import type { Membership } from './membership.entity.ts'
import { Workspace } from './workspace.entity.ts'

/** A membership in the form that the account shows. Its workspace must be loaded. */
@InheritsAccess()
@ObjectType({ description: 'A workspace of an account, with the role of the account in it.' })
export class AccountWorkspace {
  @GraphqlOnly()
  @Field(() => Workspace, { description: 'The workspace.' })
  readonly workspace: Workspace

  @Field(() => ID, { description: 'Identifier of the workspace, such as `wsp_01k...`.' })
  readonly id: string

  @Field(() => String, { description: 'Name of the workspace.' })
  readonly name: string

  @Field(() => String, { description: 'Unique name of the workspace for addresses.' })
  readonly slug: string

  @Field(() => WorkspaceRole, { description: 'What the account may do in it.' })
  readonly role: WorkspaceRole

  @Field(() => Date, { description: 'When the account joined.' })
  readonly joinedAt: Date

  constructor({ workspace, role, joinedAt }: Membership) {
    this.workspace = workspace.getEntity()
    this.id = this.workspace.id
    this.name = this.workspace.name
    this.slug = this.workspace.slug
    this.role = role
    this.joinedAt = joinedAt
  }
}
