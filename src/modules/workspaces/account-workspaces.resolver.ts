import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { Price } from '../../platform/graphql/price.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { Account } from '../accounts/index.ts'
import { AccountWorkspace } from './account-workspace.types.ts'
import type { WorkspaceService } from './workspace.service.ts'

/** Adds the workspaces to the profile of an account. */
@Resolver(() => Account)
export class AccountWorkspacesResolver {
  constructor(private readonly workspaceService: WorkspaceService) {}

  @Price('list')
  @FieldResolver(() => [AccountWorkspace], {
    nullable: true,
    description:
      'Its workspaces, the first joined one first, at most 100; `workspaces` has all. Null for an account that is not the ' +
      'own one.',
  })
  workspaces(@Root() { id }: Account, @Ctx() context: RequestContext): Promise<AccountWorkspace[] | null> {
    return this.workspaceService.listOfAccount(context, id)
  }
}
