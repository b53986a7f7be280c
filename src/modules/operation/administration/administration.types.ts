import { Field, ID, Int, ObjectType } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { Role } from '../../../platform/auth/caller.ts'
import { newestFirst } from '../../../platform/graphql/pagination/keyset.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import type { Account } from '../../identity/accounts/index.ts'
import { Plan, type Workspace } from '../../identity/workspaces/index.ts'

const adminOnly = { role: 'admin' } as const

@Access('read:profile', adminOnly)
@ObjectType({ description: 'Any account, for admins of the installation.' })
export class AdminAccount {
  @Field(() => ID, { description: 'Identifier of the account.' })
  id!: string

  @Field(() => String, { description: 'Name of its owner.' })
  name!: string

  @Field(() => String, { description: 'E-mail address.' })
  email!: string

  @Field(() => Role, { description: 'Role on this installation.' })
  role!: Role

  @Field(() => Date, { nullable: true, description: 'When the e-mail address was verified. Null if it was not.' })
  emailVerifiedAt!: Date | null

  @Field(() => Date, { description: 'When the account was created.' })
  createdAt!: Date

  @Field(() => Date, { nullable: true, description: 'Since when the account is suspended; null if it is not.' })
  suspendedAt!: Date | null

  @Field(() => Date, { nullable: true, description: 'When its owner asked for its deletion; null if they did not.' })
  deletionRequestedAt!: Date | null

  static of(account: Account): AdminAccount {
    const { id, name, email, role, emailVerifiedAt, createdAt, suspendedAt, deletionRequestedAt } = account
    const shown = { id, name, email, role, emailVerifiedAt, createdAt, suspendedAt, deletionRequestedAt }
    return Object.assign(new AdminAccount(), shown)
  }
}

@Access('read:profile', adminOnly)
@ObjectType({ description: 'Any workspace, for admins of the installation, who need not be members.' })
export class AdminWorkspace {
  @Field(() => ID, { description: 'Identifier of the workspace.' })
  id!: string

  @Field(() => String, { description: 'Its name.' })
  name!: string

  @Field(() => String, { description: 'Its unique name for addresses.' })
  slug!: string

  @Field(() => Plan, { description: 'Its plan, which decides its limits.' })
  plan!: Plan

  @Field(() => Boolean, { description: 'Whether it is the personal workspace of an account.' })
  isPersonal!: boolean

  @Field(() => Int, { description: 'Number of its links, without links of dynamic QR codes.' })
  urlCount!: number

  @Field(() => Date, { description: 'When the workspace was created.' })
  createdAt!: Date

  @Field(() => Date, {
    nullable: true,
    description: 'Since when its links are blocked and its webhooks wait, because its owners are suspended.',
  })
  suspendedAt!: Date | null

  static of(workspace: Workspace): AdminWorkspace {
    const { id, name, slug, plan, isPersonal, linkCount: urlCount, createdAt, suspendedAt } = workspace
    return Object.assign(new AdminWorkspace(), { id, name, slug, plan, isPersonal, urlCount, createdAt, suspendedAt })
  }
}

/** A page of accounts, with cursors. */
export const AdminAccountConnection = createConnectionType('AdminAccount', AdminAccount, 'accounts')
export type AdminAccountConnection = InstanceType<typeof AdminAccountConnection>

/** A page of workspaces, with cursors. */
export const AdminWorkspaceConnection = createConnectionType('AdminWorkspace', AdminWorkspace, 'workspaces')
export type AdminWorkspaceConnection = InstanceType<typeof AdminWorkspaceConnection>

export const newestAccountsFirst = newestFirst<AdminAccount>('ADMIN_ACCOUNTS')
export const newestWorkspacesFirst = newestFirst<AdminWorkspace>('ADMIN_WORKSPACES')
