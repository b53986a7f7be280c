import { Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { Throws } from '../../../platform/graphql/operations.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { Download } from '../files/index.ts'
import { AccountArchive } from './account-archive.entity.ts'
import { AccountArchiveNotFound } from './account-archive.errors.ts'
import type { AccountArchiveService } from './account-archive.service.ts'

@Resolver(() => AccountArchive)
export class AccountArchiveResolver {
  constructor(private readonly archiveService: AccountArchiveService) {}

  @Rest('POST /auth/me/export', 202)
  @Access('read:profile', { sessionOnly: true, workspaceRole: 'none' })
  @Price('write')
  @Mutation(() => AccountArchive, {
    description:
      'Write all data of the caller, and of the workspaces it owns, into a ZIP file, in the background. A mail says when it ' +
      'is ready. While one is being written, the answer is that one.',
  })
  requestAccountArchive(@Ctx() context: RequestContext): Promise<AccountArchive> {
    return this.archiveService.request(context)
  }

  @Rest('GET /auth/me/export', 200)
  @Access('read:profile', { sessionOnly: true, workspaceRole: 'none' })
  @Throws(AccountArchiveNotFound)
  @Price('lookup')
  @Query(() => AccountArchive, { description: 'The archive that the caller has requested last, with its download.' })
  accountArchive(@Ctx() context: RequestContext): Promise<AccountArchive> {
    return this.archiveService.get(context)
  }

  @Price('lookup')
  @FieldResolver(() => Download, {
    nullable: true,
    description: 'The file, for 24 hours; null before it is written and after that.',
  })
  download(@Root() archive: AccountArchive, @Ctx() context: RequestContext): Promise<Download | null> {
    return this.archiveService.findDownload(context, archive)
  }
}
