import { parse } from 'graphql'
import { toServiceError } from '../../../../platform/graphql/error-formatting.ts'
import type { FormMutations } from '../../../../platform/graphql/form-mutations.ts'
import { PlanLimitReached } from '../../../../platform/shared/general.errors.ts'
import type { Page } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
import {
  type AccountService,
  type FormError,
  type PageAnswer,
  type PageRoute,
  type PageVisit,
  readField,
  redirectTo,
  returnQuery,
  toFormError,
} from '../../accounts/index.ts'
import { type FoundInvitation, type InvitationService, isProvedToOwn } from '../invitation.service.ts'
import { EmailNotVerified, InvitationExpired, InvitationNotFound } from '../workspace.errors.ts'
import { closedPage, invitationPage, joinedPage, type Visitor } from './invitation-pages.ts'

interface InvitationPageDependencies {
  readonly formMutations: FormMutations
  readonly accountService: AccountService
  readonly invitationService: InvitationService
}

const documents = {
  accept: parse('mutation ($token: String!) { acceptInvitation(token: $token) { id } }'),
  decline: parse('mutation ($token: String!) { declineInvitation(token: $token) { success } }'),
  verify: parse('mutation { requestEmailVerification { success } }'),
}

/** The page on which people answer an invitation. Opening it changes nothing: mail programs open links to look at them. */
export function createInvitationPage(dependencies: InvitationPageDependencies): PageRoute {
  const { formMutations, accountService, invitationService } = dependencies
  return { url: '/account/invitation', show: (visit) => show(visit), submit }

  async function show(visit: PageVisit, error?: FormError): Promise<Page> {
    const { lang, request } = visit
    const found = await invitationService.findByToken(request.context, visit.query('token'))
    if (!found) return closedPage(lang, 'unknown')
    const status = found.invitation.statusAt(request.context.now())
    if (status !== 'pending') return closedPage(lang, status)
    if (found.invitation.workspace.getEntity().deletedAt) return closedPage(lang, 'revoked')
    return invitationPage(visit.form(), found.invitation, await findVisitor(visit, found), error)
  }

  async function submit(visit: PageVisit): Promise<PageAnswer> {
    const token = visit.query('token')
    const act = readField(visit.request, 'act')
    try {
      const context = (await visit.findContext()) ?? visit.request.context
      if (act === 'accept') {
        await formMutations.run(context, documents.accept, { token })
        return joinedPage(visit.lang)
      }
      if (act === 'decline') {
        await formMutations.run(visit.request.context, documents.decline, { token })
        return show(visit)
      }
      await formMutations.run(context, documents.verify, {})
      return redirectTo(`invitation?sent&${new URLSearchParams({ token })}`)
    } catch (error) {
      const serviceError = toServiceError(error)
      // The page itself shows the state of the invitation and of the visitor.
      const isState = [InvitationNotFound, InvitationExpired, EmailNotVerified].some(
        (each) => serviceError instanceof each,
      )
      if (isState || serviceError.status === 401) return show(visit)
      const formError = toFormError(visit.request, error)
      const isFull = serviceError instanceof PlanLimitReached
      return show(visit, isFull ? { ...formError, message: translator(visit.lang)('page.invitation.full') } : formError)
    }
  }

  async function findVisitor(visit: PageVisit, found: FoundInvitation): Promise<Visitor> {
    const { invitation } = found
    const search = returnQuery(`invitation?token=${visit.query('token')}`, invitation.email)
    const context = await visit.findContext()
    const canRegister = visit.request.context.settings.oidc.allowsPasswords
    if (!context) return { kind: 'anonymous', search, canRegister }
    const account = await accountService.me(context)
    const { email, emailKey } = account
    if (emailKey !== invitation.emailKey) return { kind: 'other', search, email }
    if (isProvedToOwn(account, found)) return { kind: 'invited' }
    return { kind: 'unverified', isMailSent: 'sent' in (visit.request.query as object) }
  }
}
