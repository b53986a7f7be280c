import { Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly, Throws } from '../../../platform/graphql/operations.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { AccountNotFound } from '../../identity/accounts/index.ts'
import { PlanUsage, readUsage } from '../command-center/index.ts'
import type { AccountSuspensionService } from './account-suspension.service.ts'
import { SuspensionRefused } from './administration.errors.ts'
import { AdminAccountsArgs, AdminWorkspacesArgs, SuspensionArgs } from './administration.inputs.ts'
import type { AdministrationService } from './administration.service.ts'
import {
  AdminAccount,
  AdminAccountConnection,
  AdminWorkspace,
  AdminWorkspaceConnection,
} from './administration.types.ts'

const change = { role: 'admin', stepUp: 'always' } as const

@Resolver(() => AdminAccount)
export class AdminAccountResolver {
  constructor(
    private readonly administration: AdministrationService,
    private readonly suspensions: AccountSuspensionService,
  ) {}

  @Rest('GET /operation/accounts', 200)
  @Access('read:profile', { role: 'admin' })
  @Price('list')
  @Query(() => AdminAccountConnection, {
    description: 'All accounts, or those that a search finds, the newest first. For admins of the installation.',
  })
  adminAccounts(
    @Args(() => AdminAccountsArgs) args: AdminAccountsArgs,
    @Ctx() context: RequestContext,
  ): Promise<AdminAccountConnection> {
    return this.administration.listAccounts(context, args)
  }

  @Rest('POST /operation/accounts/{id}/suspend', 200)
  @Access('write:profile', change)
  @Throws(AccountNotFound, SuspensionRefused)
  @Price('write')
  @Mutation(() => AdminAccount, {
    description:
      'Suspend an account: its logins, keys and tokens are refused, the links of the workspaces that only it owns are blocked, ' +
      'and their webhooks wait. Nothing is deleted. For admins of the installation.',
  })
  suspendAccount(
    @Args(() => SuspensionArgs) args: SuspensionArgs,
    @Ctx() context: RequestContext,
  ): Promise<AdminAccount> {
    return this.suspensions.suspend(context, args)
  }

  @Rest('POST /operation/accounts/{id}/restore', 200)
  @Access('write:profile', change)
  @Throws(AccountNotFound)
  @Price('write')
  @Mutation(() => AdminAccount, {
    description: 'Restore a suspended account: all of it works again. For admins of the installation.',
  })
  restoreAccount(
    @Args(() => SuspensionArgs) args: SuspensionArgs,
    @Ctx() context: RequestContext,
  ): Promise<AdminAccount> {
    return this.suspensions.restore(context, args)
  }

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => [AdminWorkspace], { description: 'Its workspaces, the personal one first.' })
  workspaces(@Root() { id }: AdminAccount, @Ctx() context: RequestContext): Promise<AdminWorkspace[]> {
    return this.administration.loadWorkspaces(context, id)
  }
}

@Resolver(() => AdminWorkspace)
export class AdminWorkspaceResolver {
  constructor(private readonly administration: AdministrationService) {}

  @Rest('GET /operation/workspaces', 200)
  @Access('read:profile', { role: 'admin' })
  @Price('list')
  @Query(() => AdminWorkspaceConnection, {
    description: 'All workspaces, or those that a search finds, the newest first. For admins of the installation.',
  })
  adminWorkspaces(
    @Args(() => AdminWorkspacesArgs) args: AdminWorkspacesArgs,
    @Ctx() context: RequestContext,
  ): Promise<AdminWorkspaceConnection> {
    return this.administration.listWorkspaces(context, args)
  }

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => [AdminAccount], { description: 'Its owners.' })
  owners(@Root() { id }: AdminWorkspace, @Ctx() context: RequestContext): Promise<AdminAccount[]> {
    return this.administration.loadOwners(context, id)
  }

  @Price('count')
  @FieldResolver(() => [PlanUsage], { description: 'How much of its plan the workspace uses.' })
  usage(@Root() workspace: AdminWorkspace, @Ctx() context: RequestContext): Promise<PlanUsage[]> {
    return readUsage(context, workspace)
  }
}
