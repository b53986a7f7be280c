import { parse } from 'graphql'
import { AccountBeingDeleted } from '../../../../platform/auth/auth.errors.ts'
import { toServiceError } from '../../../../platform/graphql/error-formatting.ts'
import type { FormMutations } from '../../../../platform/graphql/form-mutations.ts'
import type { Page } from '../../../../platform/web/page.ts'
import { EmailVerificationNeedsLogin } from '../account.errors.ts'
import type { AccountRecoveryService } from '../account-recovery.service.ts'
import { invalidLinkPage, problemPage } from '../pages/account-pages.ts'
import { isInvalidLink, readField, toPageError } from '../pages/form-requests.ts'
import { type PageRoute, type PageVisit, redirectTo, toLinkPath } from '../pages/page-visit.ts'
import { verifiedPage, verifyLoginPage, verifyPage } from './verification-pages.ts'

interface VerificationPageDependencies {
  readonly formMutations: FormMutations
  readonly recoveryService: AccountRecoveryService
  readonly allowsPasswords: boolean
}

const document = parse('mutation ($token: String!) { verifyEmail(token: $token) { success } }')

/**
 * The page of the link that verifies the address of an account. The link alone proves nothing: whoever opens it logs in, or begins anew
 * by a new password if somebody else has registered their address.
 */
export function createVerificationPage({
  formMutations,
  recoveryService,
  allowsPasswords,
}: VerificationPageDependencies): PageRoute {
  return {
    url: '/account/verify',
    show: async (visit) => {
      const [{ context }, token] = [visit.request, visit.query('token')]
      const link = await recoveryService.findLink(context, ['email_verification'], token)
      // Versions before the page for another address sent its links here.
      if (!link) return redirectTo(toLinkPath('confirm', token))
      const login = await visit.findContext()
      if (login?.accountId !== link.accountId) return askForLogin(visit, token, link.email)
      return verifyPage(visit.form(), token, link.email)
    },
    submit: async (visit) => {
      const [token, email] = [readField(visit.request, 'link'), readField(visit.request, 'email')]
      const context = (await visit.findContext()) ?? visit.request.context
      try {
        await formMutations.run(context, document, { token })
        return verifiedPage(visit.lang, email)
      } catch (error) {
        const problem = toServiceError(error)
        if (isInvalidLink(error)) return invalidLinkPage(visit.lang, 'overview')
        if (problem instanceof EmailVerificationNeedsLogin) return askForLogin(visit, token, email)
        if (problem instanceof AccountBeingDeleted) return redirectTo('overview')
        return problemPage(visit.lang, toPageError(visit.request, error))
      }
    },
  }

  function askForLogin({ lang }: PageVisit, token: string, email: string): Page {
    const query = new URLSearchParams({ next: toLinkPath('verify', token), email })
    const forgotPath = allowsPasswords ? `forgot?${new URLSearchParams({ email })}` : null
    return verifyLoginPage(lang, { email, loginPath: `login?${query}`, forgotPath })
  }
}
