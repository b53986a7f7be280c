import { Args, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { Access, confirmedChange } from '../../../platform/auth/authorization.ts'
import { Throws } from '../../../platform/graphql/operations.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { InvalidCredentials } from '../accounts/index.ts'
import { RequestAccountDeletionArgs } from './account-deletion.inputs.ts'
import type { AccountDeletionService } from './account-deletion.service.ts'
import { AccountDeletion } from './account-deletion.types.ts'

const accessOptions = { sessionOnly: true, duringDeletion: true }

@Resolver(() => AccountDeletion)
export class AccountDeletionResolver {
  constructor(private readonly deletionService: AccountDeletionService) {}

  @Rest('GET /auth/me/deletion', 200)
  @Access('read:profile', accessOptions)
  @Price('lookup')
  @Query(() => AccountDeletion, {
    description: 'Whether the account of the caller is being deleted, and what becomes of its workspaces.',
  })
  accountDeletion(@Ctx() context: RequestContext): Promise<AccountDeletion> {
    return this.deletionService.get(context)
  }

  @Rest('POST /auth/me/deletion', 202)
  @Access('write:profile', { ...accessOptions, ...confirmedChange })
  @Throws(InvalidCredentials)
  @Price('password')
  @Mutation(() => AccountDeletion, {
    description:
      'Delete the account of the caller, with the workspaces that nobody else owns. For 7 days this can be undone, and ' +
      'nothing else can be done; the links of those workspaces answer 404. Then all data is deleted.',
  })
  requestAccountDeletion(
    @Args(() => RequestAccountDeletionArgs) args: RequestAccountDeletionArgs,
    @Ctx() context: RequestContext,
  ): Promise<AccountDeletion> {
    return this.deletionService.request(context, args)
  }

  @Rest('DELETE /auth/me/deletion', 200)
  @Access('write:profile', accessOptions)
  @Price('write')
  @Mutation(() => AccountDeletion, {
    description: 'Undo the deletion of the account. Workspaces that were deleted with it are restored.',
  })
  cancelAccountDeletion(@Ctx() context: RequestContext): Promise<AccountDeletion> {
    return this.deletionService.cancel(context)
  }
}
