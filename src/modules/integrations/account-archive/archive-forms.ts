import { parse } from 'graphql'
import type { FormMutations } from '../../../platform/graphql/form-mutations.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import {
  type AccountService,
  accountPage,
  type FormError,
  type PageAnswer,
  type PageRoute,
  type PageVisit,
  redirectTo,
  toFormError,
} from '../../identity/accounts/index.ts'
import { AccountArchiveNotFound } from './account-archive.errors.ts'
import type { AccountArchiveService } from './account-archive.service.ts'
import { archivePage } from './archive-page.ts'

interface ArchivePageDependencies {
  readonly formMutations: FormMutations
  readonly accountService: AccountService
  readonly archiveService: AccountArchiveService
}

const document = parse('mutation { requestAccountArchive { state } }')

/** The page of the archive of an account. */
export function createArchivePage({
  formMutations,
  accountService,
  archiveService,
}: ArchivePageDependencies): PageRoute {
  return accountPage({
    url: '/account/archive',
    next: 'archive',
    show,
    submit: async (visit, context) => {
      try {
        await formMutations.run(context, document, {})
        return redirectTo('archive')
      } catch (error) {
        return show(visit, context, toFormError(visit.request, error))
      }
    },
  })

  async function show(visit: PageVisit, context: RequestContext, error?: FormError): Promise<PageAnswer> {
    // An account that is being deleted can only be kept.
    const { deletionRequestedAt, emailVerifiedAt } = await accountService.me(context)
    if (deletionRequestedAt) return redirectTo('overview')
    const archive = await archiveService.get(context).catch((problem) => {
      if (problem instanceof AccountArchiveNotFound) return null
      throw problem
    })
    const download = archive && (await archiveService.findDownload(context, archive))
    const isVerified = emailVerifiedAt !== null
    return archivePage(visit.form(), { state: archive?.state ?? null, download, isVerified, error })
  }
}
