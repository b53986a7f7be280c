import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { WorkspaceRole } from '../../../platform/auth/workspace-role.ts'
import type { SortOrder } from '../../../platform/graphql/pagination/keyset.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import { RestName } from '../../../platform/rest/rest.decorator.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
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

export type MemberSort = 'joined_asc' | 'joined_desc' | 'name_asc' | 'name_desc'
export const MemberSort = createEnumType<MemberSort>('MemberSort', 'Sort order of the members of a workspace.', {
  joined_asc: 'The first member first.',
  joined_desc: 'The newest member first.',
  name_asc: 'By name, ignoring case.',
  name_desc: 'By name in reverse, ignoring case.',
})

const byJoining = { property: 'joinedAt', column: 'joined_at', kind: 'instant' } as const
const byName = {
  property: 'name',
  column: (alias: string) => `(select name from account where account.id = ${alias}.account_id)`,
  kind: 'text',
} as const

/** The rows of a workspace are bounded by its plan, so only the order of joining has an index. */
export const memberOrders: Readonly<Record<MemberSort, SortOrder<Membership>>> = {
  // Cursors of the first version have this name.
  joined_asc: { ...byJoining, name: 'MEMBERS', direction: 'asc' },
  joined_desc: { ...byJoining, name: 'MEMBERS_NEWEST', direction: 'desc' },
  name_asc: { ...byName, name: 'MEMBERS_BY_NAME', direction: 'asc' },
  name_desc: { ...byName, name: 'MEMBERS_BY_NAME_REVERSED', direction: 'desc' },
}
