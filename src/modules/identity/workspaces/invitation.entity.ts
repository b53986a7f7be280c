import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { WorkspaceRole } from '../../../platform/auth/workspace-role.ts'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import { newestFirst } from '../../../platform/graphql/pagination/keyset.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { Account } from '../accounts/index.ts'
import { Workspace } from './workspace.entity.ts'

export type InvitationStatus = 'pending' | 'accepted' | 'declined' | 'revoked' | 'expired'
export const InvitationStatus = createEnumType<InvitationStatus>('InvitationStatus', 'State of an invitation.', {
  pending: 'Waits for an answer.',
  accepted: 'The person has joined the workspace.',
  declined: 'The person does not want to join.',
  revoked: 'The workspace has withdrawn it.',
  expired: 'It was not answered within 14 days.',
})

/** An invitation of an e-mail address into a workspace. The digest of its token is stored, never the token. */
@Entity({ tableName: 'workspace_invitation' })
@SqlIndex(
  `create unique index workspace_invitation_pending_unique on workspace_invitation (workspace_id, email_key) where status = 'pending'`,
)
@SqlIndex(
  'create index workspace_invitation_created_index on workspace_invitation (workspace_id, created_at desc, id desc)',
)
@Access('read:profile')
@ObjectType('WorkspaceInvitation', { description: 'An invitation of an e-mail address into a workspace.' })
export class Invitation {
  [OptionalProps]?: 'invitedBy'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the invitation, such as `inv_01k...`.' })
  id!: string

  @ManyToOne(() => Workspace, { ref: true, deleteRule: 'cascade', index: false })
  workspace!: Ref<Workspace>

  @Property({ type: 'text' })
  @Field(() => String, { description: 'The invited address. Only an account with this address can accept.' })
  email!: string

  @Property({ type: 'text', hidden: true })
  emailKey!: string

  @Property({ type: 'text' })
  @Field(() => WorkspaceRole, { description: 'The role that the person gets.' })
  role!: WorkspaceRole

  /** An overdue invitation stays `pending` in the table until the next invitation or the daily maintenance. */
  @Property({ type: 'text', default: 'pending' })
  status: InvitationStatus = 'pending'

  @Unique({ name: 'workspace_invitation_token_unique' })
  @Property({ type: 'text', hidden: true, lazy: true })
  tokenDigest!: string

  @Index({ name: 'workspace_invitation_inviter_index' })
  @ManyToOne(() => Account, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  inviter: Ref<Account> | null = null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When it was made.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When it ends, 14 days after it was sent.' })
  expiresAt!: Date

  @Field(() => ID, { nullable: true, description: 'Account that made it; null when that account was deleted.' })
  get invitedBy(): string | null {
    return this.inviter?.id ?? null
  }

  /** Its state at a time. */
  statusAt(now: Date): InvitationStatus {
    return this.status === 'pending' && this.expiresAt <= now ? 'expired' : this.status
  }
}

/** A page of invitations, with cursors. */
export const InvitationConnection = createConnectionType('WorkspaceInvitation', Invitation, 'invitations')
export type InvitationConnection = InstanceType<typeof InvitationConnection>

export const newestInvitationsFirst = newestFirst<Invitation>('INVITATIONS')
