import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { WorkspaceRole } from '../../../platform/auth/workspace-role.ts'
import type { SortOrder } from '../../../platform/graphql/pagination/keyset.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import { RestName } from '../../../platform/rest/rest.decorator.ts'
import { Account } from '../accounts/index.ts'
import { Workspace } from './workspace.entity.ts'

/** An account in a workspace. Its fields of the account need `account` to be loaded. */
@Entity({ tableName: 'workspace_member' })
@Unique({ name: 'workspace_member_account_unique', properties: ['workspace', 'account'] })
@Access('read:profile')
@ObjectType('WorkspaceMember', { description: 'An account in a workspace, with its role.' })
export class Membership {
  [OptionalProps]?: 'accountId' | 'name' | 'email' | 'getsWeeklyMail' | 'fromProvider'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the membership, such as `mbr_01k...`.' })
  id!: string

  @ManyToOne(() => Workspace, { ref: true, deleteRule: 'cascade', index: false })
  workspace!: Ref<Workspace>

  @Index({ name: 'workspace_member_account_index' })
  @ManyToOne(() => Account, { ref: true, deleteRule: 'cascade', index: false })
  account!: Ref<Account>

  @Property({ type: 'text' })
  @Field(() => WorkspaceRole, { description: 'What the member may do.' })
  role!: WorkspaceRole

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the member joined.' })
  joinedAt!: Date

  /** Whether the member wants the mail with the weekly export. Only an owner or admin gets it. */
  @Property({ type: 'boolean', default: true, fieldName: 'weekly_mail' })
  getsWeeklyMail: boolean = true

  /** The id of the identity provider whose groups give the membership; null for one by an invitation. */
  @Property({ type: 'text', nullable: true })
  fromProvider: string | null = null

  @RestName('userId')
  @Field(() => ID, { description: 'Identifier of the account, such as `acc_01k...`.' })
  get accountId(): string {
    return this.account.id
  }

  @Field(() => String, { description: 'Name of the account.' })
  get name(): string {
    return this.account.getEntity().name
  }

  @Field(() => String, { description: 'E-mail address of the account. Other members read it too.' })
  get email(): string {
    return this.account.getEntity().email
  }
}

/** A page of members, with cursors. */
export const MemberConnection = createConnectionType('WorkspaceMember', Membership, 'members')
export type MemberConnection = InstanceType<typeof MemberConnection>

/** The first member first. */
export const membersByJoining: SortOrder<Membership> = {
  name: 'MEMBERS',
  property: 'joinedAt',
  column: 'joined_at',
  kind: 'instant',
  direction: 'asc',
}
