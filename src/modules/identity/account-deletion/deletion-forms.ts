import { parse } from 'graphql'
import { authorize, confirmedChangeRule } from '../../../platform/auth/authorization.ts'
import type { FormMutations } from '../../../platform/graphql/form-mutations.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { translator } from '../../../platform/web/texts.ts'
import {
  type AccountService,
  accountPage,
  deletionUndoMs,
  type FormError,
  normalizeEmail,
  type PageAnswer,
  type PageRoute,
  type PageVisit,
  readField,
  readPassword,
  redirectTo,
  toOwnerError,
} from '../accounts/index.ts'
import type { AccountDeletionService } from './account-deletion.service.ts'
import { deletionPage } from './deletion-page.ts'

interface DeletionPageDependencies {
  readonly formMutations: FormMutations
  readonly accountService: AccountService
  readonly deletionService: AccountDeletionService
}

const document = parse('mutation ($password: String) { requestAccountDeletion(password: $password) { requestedAt } }')

/** The page on which a person deletes the account. */
export function createDeletionPage({
  formMutations,
  accountService,
  deletionService,
}: DeletionPageDependencies): PageRoute {
  return accountPage({
    url: '/account/delete',
    next: 'delete',
    show,
    submit: async (visit, context) => {
      const { emailKey } = await accountService.me(context)
      if (normalizeEmail(readField(visit.request, 'address')) !== emailKey) {
        const t = translator(visit.lang)
        return show(visit, context, { status: 400, field: 'address', message: t('page.deletion.wrongAddress') })
      }
      try {
        await formMutations.run(context, document, readPassword(visit.request))
        return redirectTo('overview')
      } catch (error) {
        return show(visit, context, toOwnerError(visit.request, error))
      }
    },
  })

  async function show(visit: PageVisit, context: RequestContext, error?: FormError): Promise<PageAnswer> {
    const account = await accountService.me(context)
    if (account.deletionRequestedAt) return redirectTo('overview')
    authorize(context.caller, confirmedChangeRule)
    const takesPassword = await accountService.takesPassword(context)
    const { workspaces } = await deletionService.get(context)
    const undoableUntil = new Date(context.now().getTime() + deletionUndoMs)
    return deletionPage(visit.form(), { account, workspaces, undoableUntil, takesPassword, error })
  }
}
