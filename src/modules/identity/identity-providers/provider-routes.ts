import type { OidcProvider } from '../../../config/oidc.ts'
import { requireAccount } from '../../../platform/auth/authorization.ts'
import type { SignInMethod } from '../../../platform/auth/sign-in-method.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../../platform/rate-limiting/rate-limit.ts'
import { ServiceError } from '../../../platform/shared/service-error.ts'
import { minuteMs } from '../../../platform/shared/time.ts'
import type { SealedCookies } from '../../../platform/web/sealed-cookies.ts'
import {
  type Account,
  type AccountIdentity,
  type AccountService,
  type BrowserCookies,
  LoginChallengeInvalid,
  type PageAnswer,
  type PageRedirect,
  type PageRoute,
  type PageVisit,
  PasskeyProblem,
  type ProvenLogin,
  readField,
  readProof,
  redirectTo,
  SecondFactorRequired,
  type SignInService,
  showSecondStep,
  toFormError,
} from '../accounts/index.ts'
import type { GroupMemberships } from '../workspaces/index.ts'
import { IdentityTaken } from './identities/identity.errors.ts'
import type { IdentityService } from './identities/identity.service.ts'
import type { IdentityLoginService } from './identity-login.service.ts'
import type { InteractionLogins } from './interaction-logins.ts'
import { type PendingLogin, PendingLogins, type PendingSession } from './pending-logins.ts'
import { LoginDeclined, type ProviderClient } from './provider-client.ts'
import { ProviderMistaken, ProviderUnreachable } from './provider-fetch.ts'
import { type BackLink, connectPage, type LoginEnd, loginEndPage } from './provider-pages.ts'
import type { ProviderPerson } from './provider-person.ts'

/** Logins that one network may begin: more than a company begins in the morning. */
const networkRule: RateLimitRule = { limit: 300, seconds: 900 }

/** How old a login at the provider may be that proves who somebody is: the clocks may differ. */
const proofMs = 2 * minuteMs

const loginLink: BackLink = { path: '../../login', isLogin: true }

export interface ProviderPageDependencies {
  readonly publicUrl: string
  readonly throttle: Throttle
  readonly cookies: BrowserCookies
  readonly sealedCookies: SealedCookies
  readonly accountService: Pick<AccountService, 'authenticate'>
  readonly identityService: IdentityService
  readonly identityLogin: IdentityLoginService
  readonly signInService: SignInService
  readonly interactionLogins: InteractionLogins
  readonly groupMemberships: GroupMemberships
}

/** A login at a provider, of an account that is connected with the person. */
interface ConnectedLogin {
  readonly account: Account
  readonly identity: AccountIdentity
  /** What its owner has proved here. */
  readonly methods?: readonly SignInMethod[]
}

/** The pages of one provider. They stand in the folder `/account/oidc/<id>/`, and the first one beside it. */
export function createProviderPages(client: ProviderClient, dependencies: ProviderPageDependencies): PageRoute[] {
  const { provider } = client
  const { throttle, cookies, identityService, identityLogin, signInService, groupMemberships } = dependencies
  const pendingLogins = new PendingLogins(dependencies.sealedCookies)
  const url = `/account/oidc/${provider.id}`
  return [
    { url, show: (visit) => begin(visit, null, { path: '../login', isLogin: true }) },
    { url: `${url}/prove`, show: beginProof },
    { url: `${url}/callback`, show: complete },
    { url: `${url}/connect`, show: async (visit) => showConnection(visit), submit: connect },
  ]

  /** Sends the browser to the provider. */
  async function begin(visit: PageVisit, session: PendingSession | null, back: BackLink): Promise<PageAnswer> {
    try {
      await throttle.chargeNetwork(visit.request.context, 'identity-provider', networkRule)
      const checks = client.createChecks()
      const location = await client.createLoginUrl(checks, { isProof: session?.act === 'prove' })
      const target = { next: visit.next, interaction: readInteraction(visit), session }
      pendingLogins.begin(visit, { providerId: provider.id, checks, ...target })
      return redirectTo(location)
    } catch (error) {
      return endLogin(visit, provider, error, back)
    }
  }

  /** Sends the owner of a session to the provider, to prove once more who they are. */
  async function beginProof(visit: PageVisit): Promise<PageAnswer> {
    const context = await visit.findContext()
    if (!context) return redirectTo('../../login?next=security')
    return begin(visit, { id: requireAccount(context.caller).sessionId ?? '', act: 'prove' }, proveLink(visit.next))
  }

  /** The provider has sent the browser back. */
  async function complete(visit: PageVisit): Promise<PageAnswer> {
    const pending = pendingLogins.complete(visit, provider.id, visit.query('state'))
    if (!pending) return endPage(visit, 'expired')
    try {
      const person = await client.redeem(visit.search, pending.checks)
      if (pending.session !== null) return await finishForSession(visit, person, pending, pending.session)
      const login = await identityLogin.logIn(visit.request.context, provider, person)
      if (login.kind === 'obstacle') return endPage(visit, login.obstacle)
      if (login.kind === 'known') return await finish(visit, login, person, pending)
      const { next, interaction } = pending
      const connection = { providerId: provider.id, person, email: login.email, next, interaction }
      pendingLogins.askForPassword(visit, connection)
      return redirectTo('connect')
    } catch (error) {
      return endLogin(visit, provider, error, backFrom(pending))
    }
  }

  function showConnection(visit: PageVisit): PageAnswer {
    const pending = pendingLogins.findConnection(visit, provider.id)
    if (!pending) return endPage(visit, 'expired')
    return connectPage(visit.form(), { name: provider.name, email: pending.email })
  }

  /** Connects the person with the account of the same address, by its password. */
  async function connect(visit: PageVisit): Promise<PageAnswer> {
    const pending = pendingLogins.findConnection(visit, provider.id)
    if (!pending) return endPage(visit, 'expired')
    const { email, person } = pending
    const challenge = readField(visit.request, 'challenge')
    try {
      const login = challenge
        ? await signInService.prove(visit.request.context, challenge, readProof(visit.request))
        : await provePassword(visit, email)
      pendingLogins.forgetConnection(visit)
      const { account } = login
      // The address may have become another one of the account meanwhile, or another account's.
      if (account.emailVerifiedAt === null || account.email !== email) return endPage(visit, 'taken')
      const identity = await identityService.connect(visit.request.context, account, provider, person)
      return await finish(visit, { ...login, identity }, person, pending)
    } catch (error) {
      return showConnectionError(visit, { email, challenge }, error)
    }
  }

  /** The account of an address, by its password. Throws `SecondFactorRequired` when it has a second factor: nothing is connected before that. */
  async function provePassword({ request }: PageVisit, email: string): Promise<ProvenLogin> {
    const password = readField(request, 'password').slice(0, 1024)
    const account = await dependencies.accountService.authenticate(request.context, { email, password })
    const login: ProvenLogin = { account, methods: ['password'] }
    await signInService.assertComplete(request.context, login)
    return login
  }

  /** The same page once more, or its second step. */
  async function showConnectionError(
    visit: PageVisit,
    { email, challenge }: { readonly email: string; readonly challenge: string },
    error: unknown,
  ): Promise<PageAnswer> {
    const loginPath = 'connect'
    if (error instanceof SecondFactorRequired)
      return showSecondStep(signInService, visit, { challenge: error.challenge, loginPath })
    const isExpired = error instanceof LoginChallengeInvalid
    const isOfService = error instanceof ServiceError && (error.status === 401 || error.status === 429)
    if (challenge && !isExpired && (isOfService || error instanceof PasskeyProblem))
      return showSecondStep(signInService, visit, { challenge, loginPath, error: toFormError(visit.request, error) })
    if (!isOfService) throw error
    const loginError = error.status === 429 ? 'throttled' : isExpired ? 'expired' : 'wrong'
    const page = connectPage(visit.form(), { name: provider.name, email, loginError })
    return { ...page, ...(error.status === 429 && { headers: error.headers }) }
  }

  /** Connects the person with the account of the session that has begun this, or takes the login as a proof of its owner. */
  async function finishForSession(
    visit: PageVisit,
    person: ProviderPerson,
    { next }: PendingLogin,
    { id, act }: PendingSession,
  ): Promise<PageAnswer> {
    const context = await visit.findContext()
    if (!context || requireAccount(context.caller).sessionId !== id) return endPage(visit, 'expired')
    if (act === 'prove') return prove(visit, context, person, next)
    const { account } = await identityService.connect(context, { id: context.accountId }, provider, person)
    await groupMemberships.apply(visit.request.context, account.id, provider, person.workspaceRoles)
    return redirectTo(`../../${next ?? 'overview'}`)
  }

  async function prove(
    visit: PageVisit,
    context: RequestContext,
    person: ProviderPerson,
    next: string | null,
  ): Promise<PageAnswer> {
    const provenAt = person.authenticatedAt?.getTime() ?? 0
    if (context.now().getTime() - provenAt > proofMs) return endPage(visit, 'unproven', proveLink(next))
    if (!(await identityLogin.isOwnPerson(context, provider, person)))
      return endPage(visit, 'stranger', proveLink(next))
    try {
      await signInService.proveByProvider(context)
    } catch (error) {
      if (error instanceof SecondFactorRequired) return redirectTo(proveLink(next).path)
      throw error
    }
    return redirectTo(`../../${next ?? 'security'}`)
  }

  /**
   * Leads on, logged in: into the interaction of an application, or to a page of this service with a session. Asks for the second
   * factor first, if the account has one: the provider may have been told of no more than a password.
   */
  async function finish(
    visit: PageVisit,
    { account, identity, methods = [] }: ConnectedLogin,
    { sessionId: providerSessionId, authenticatedAt, workspaceRoles }: ProviderPerson,
    { next, interaction }: Pick<PendingLogin, 'next' | 'interaction'>,
  ): Promise<PageAnswer> {
    const { context } = visit.request
    await groupMemberships.apply(context, account.id, provider, workspaceRoles)
    const providerLogin = { identityId: identity.id, providerSessionId }
    const isNew = methods.length > 0 || authenticatedAt === null || authenticatedAt > context.now()
    const provenAt = isNew ? context.now() : authenticatedAt
    const login = { account, methods: ['identity_provider', ...methods], providerLogin, provenAt } as const
    try {
      if (interaction !== null) {
        await signInService.assertComplete(context, login)
        return continueInteraction(visit, interaction, account)
      }
      cookies.startSession(visit.reply, (await signInService.open(context, login)).token)
    } catch (error) {
      if (!(error instanceof SecondFactorRequired)) throw error
      const { challenge } = error
      if (interaction !== null) return continueInteraction(visit, interaction, account, challenge)
      const query = next === null ? '' : `?${new URLSearchParams({ next })}`
      return showSecondStep(signInService, visit, { challenge, loginPath: `../../login${query}` })
    }
    // An account that is being deleted can only be kept, by a button of the overview.
    const isBeingDeleted = account.deletionRequestedAt !== null
    return redirectTo(`../../${next ?? (isBeingDeleted ? 'overview' : '../app')}`)
  }

  /** With a challenge, the interaction asks for the second factor. */
  function continueInteraction(visit: PageVisit, uid: string, account: Account, challenge?: string): PageRedirect {
    const { id: accountId, tokenVersion } = account
    dependencies.interactionLogins.issue(visit.reply, { uid, accountId, tokenVersion, challenge })
    return redirectTo(`${dependencies.publicUrl}/oauth/interaction/${uid}`)
  }

  function endPage({ lang }: PageVisit, end: LoginEnd, back = loginLink): PageAnswer {
    return loginEndPage(lang, end, provider.name, back)
  }
}

/** The page about a login that has failed, with a line in the log unless the person has cancelled it. Throws what is no failure of a provider. */
export function endLogin(visit: PageVisit, provider: OidcProvider, error: unknown, back: BackLink): PageAnswer {
  const end = describeEnd(error)
  if (end === 'unreachable' || end === 'mistaken') {
    const { message } = error as Error
    visit.request.log.warn({ provider: provider.id, issuer: provider.issuer }, `${logMessages[end]}: ${message}`)
  }
  return loginEndPage(visit.lang, end, provider.name, back)
}

/** The page that asks for a proof, from a page of a provider. */
function proveLink(next: string | null): BackLink {
  return { path: `../../prove${next === null ? '' : `?${new URLSearchParams({ next })}`}` }
}

function backFrom({ session, next }: PendingLogin): BackLink {
  if (session === null) return loginLink
  return session.act === 'prove' ? proveLink(next) : { path: '../../identities' }
}

/** The id of the interaction from which the person comes. */
function readInteraction({ query }: PageVisit): string | null {
  const uid = query('interaction')
  return /^[\w-]{1,64}$/.test(uid) ? uid : null
}

const logMessages = {
  unreachable: 'an identity provider does not answer',
  mistaken: 'the answer of an identity provider was rejected',
} as const

/** What an error of a provider means for the person; any other error is thrown on. */
function describeEnd(error: unknown): 'unreachable' | 'mistaken' | 'declined' | 'connected' {
  if (error instanceof IdentityTaken) return 'connected'
  if (error instanceof ProviderUnreachable) return 'unreachable'
  if (error instanceof ProviderMistaken) return 'mistaken'
  if (error instanceof LoginDeclined) return 'declined'
  throw error
}
