import type { OidcProvider } from '../../../config/oidc.ts'
import type { SignInMethod } from '../../../platform/auth/sign-in-method.ts'
import {
  type Account,
  type AccountIdentity,
  type BrowserCookies,
  earlierMembersPath,
  type PageAnswer,
  type PageRedirect,
  type PageVisit,
  redirectTo,
  SecondFactorRequired,
  type SignInService,
  showSecondStep,
} from '../accounts/index.ts'
import type { GroupMemberships } from '../workspaces/index.ts'
import type { AddressMails } from './addresses/address-mails.ts'
import type { IdentityLogin } from './identity-login.service.ts'
import type { InteractionLogins } from './interaction-logins.ts'
import type { PendingLogin, PendingLogins } from './pending-logins.ts'
import { addressSentPage, type BackLink, type LoginEnd, loginEndPage } from './provider-pages.ts'
import type { ProviderPerson } from './provider-person.ts'

export interface LoginCompletionDependencies {
  readonly publicUrl: string
  readonly cookies: BrowserCookies
  readonly signInService: SignInService
  readonly interactionLogins: InteractionLogins
  readonly groupMemberships: GroupMemberships
  readonly addressMails: AddressMails
}

/** A login at a provider, of an account that is connected with the person. */
interface ConnectedLogin {
  readonly account: Account
  readonly identity: AccountIdentity
  /** What its owner has proved here. */
  readonly methods?: readonly SignInMethod[]
}

/** Where a login leads to: a page of this service, or the interaction of an application. */
type LoginTarget = Pick<PendingLogin, 'next' | 'interaction'>

export const loginLink: BackLink = { path: '../../login', isLogin: true }

/** What becomes of a login at a provider, once it is known whose it is. */
export class LoginCompletion {
  constructor(
    private readonly provider: OidcProvider,
    private readonly pendingLogins: PendingLogins,
    private readonly dependencies: LoginCompletionDependencies,
  ) {}

  /** Leads on: logged in, or to what the person has to do or to know. */
  async goOn(
    visit: PageVisit,
    login: IdentityLogin,
    person: ProviderPerson,
    { next, interaction }: LoginTarget,
  ): Promise<PageAnswer> {
    if (login.kind === 'obstacle') return this.endPage(visit, login.obstacle)
    if (login.kind === 'known') {
      const isReviewDue = login.isFirstProof && login.account.deletionRequestedAt === null
      const target = isReviewDue ? earlierMembersPath(next ?? '../app') : next
      return this.finish(visit, login, person, { next: target, interaction })
    }
    const { id: providerId, name } = this.provider
    const pending = { providerId, person, email: login.email, next, interaction }
    if (login.kind === 'connectable') {
      this.pendingLogins.askForPassword(visit, { ...pending, isUnproven: login.isUnproven })
      return redirectTo('connect')
    }
    const proofId = await this.dependencies.addressMails.send(visit.request.context, this.provider, login.email)
    this.pendingLogins.askForAddress(visit, { ...pending, proofId })
    return addressSentPage(visit.lang, { name, email: login.email, back: loginLink })
  }

  /**
   * Leads on, logged in: into the interaction of an application, or to a page of this service with a session. Asks for the second
   * factor first, if the account has one: the provider may have been told of no more than a password.
   */
  async finish(
    visit: PageVisit,
    { account, identity, methods = [] }: ConnectedLogin,
    { sessionId: providerSessionId, authenticatedAt, workspaceRoles }: ProviderPerson,
    { next, interaction }: LoginTarget,
  ): Promise<PageAnswer> {
    const { signInService, groupMemberships, cookies } = this.dependencies
    const { context } = visit.request
    await groupMemberships.apply(context, account.id, this.provider, workspaceRoles)
    const providerLogin = { identityId: identity.id, providerSessionId }
    const isNew = methods.length > 0 || authenticatedAt === null || authenticatedAt > context.now()
    const provenAt = isNew ? context.now() : authenticatedAt
    const login = { account, methods: ['identity_provider', ...methods], providerLogin, provenAt } as const
    try {
      if (interaction !== null) {
        await signInService.assertComplete(context, login)
        return this.continueInteraction(visit, interaction, account)
      }
      cookies.startSession(visit.reply, (await signInService.open(context, login)).token)
    } catch (error) {
      if (!(error instanceof SecondFactorRequired)) throw error
      const { challenge } = error
      if (interaction !== null) return this.continueInteraction(visit, interaction, account, challenge)
      const query = next === null ? '' : `?${new URLSearchParams({ next })}`
      return showSecondStep(signInService, visit, { challenge, loginPath: `../../login${query}` })
    }
    // An account that is being deleted can only be kept, by a button of the overview.
    const isBeingDeleted = account.deletionRequestedAt !== null
    return redirectTo(`../../${next ?? (isBeingDeleted ? 'overview' : '../app')}`)
  }

  endPage({ lang }: PageVisit, end: LoginEnd, back = loginLink): PageAnswer {
    return loginEndPage(lang, end, this.provider.name, back)
  }

  /** With a challenge, the interaction asks for the second factor. */
  private continueInteraction(visit: PageVisit, uid: string, account: Account, challenge?: string): PageRedirect {
    const { id: accountId, tokenVersion } = account
    const { interactionLogins, publicUrl } = this.dependencies
    interactionLogins.issue(visit.reply, { uid, accountId, tokenVersion, challenge })
    return redirectTo(`${publicUrl}/oauth/interaction/${uid}`)
  }
}
