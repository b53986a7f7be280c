import { parse } from 'graphql'
import { authorize, confirmedChangeRule } from '../../../../platform/auth/authorization.ts'
import type { FormMutations } from '../../../../platform/graphql/form-mutations.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { AccountService } from '../account.service.ts'
import type { FormError } from '../pages/credential-fields.ts'
import { readField, readPassword, toOwnerError } from '../pages/form-requests.ts'
import { accountPage, type PageAnswer, type PageRoute, type PageVisit, redirectTo } from '../pages/page-visit.ts'
import { requestPage } from './request-page.ts'

interface RequestPageDependencies {
  readonly formMutations: FormMutations
  readonly accountService: AccountService
}

const document = parse(
  'mutation ($email: String!, $password: String) { requestEmailChange(email: $email, password: $password) { id } }',
)

/** The page on which a person asks for another address of the account. */
export function createRequestPage({ formMutations, accountService }: RequestPageDependencies): PageRoute {
  return accountPage({
    url: '/account/email',
    next: 'email',
    show,
    submit: async (visit, context) => {
      const email = readField(visit.request, 'email').trim()
      try {
        await formMutations.run(context, document, { email, ...readPassword(visit.request) })
        return redirectTo('email')
      } catch (error) {
        return show(visit, context, { email, error: toOwnerError(visit.request, error) })
      }
    },
  })

  async function show(
    visit: PageVisit,
    context: RequestContext,
    { email = '', error }: { readonly email?: string; readonly error?: FormError } = {},
  ): Promise<PageAnswer> {
    const account = await accountService.me(context)
    if (account.deletionRequestedAt) return redirectTo('overview')
    // Before anything is typed that a later question would lose.
    authorize(context.caller, confirmedChangeRule)
    const takesPassword = await accountService.takesPassword(context)
    return requestPage(visit.form(), { account, takesPassword, email, error })
  }
}
