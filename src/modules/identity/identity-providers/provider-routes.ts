import type { OidcProvider } from '../../../config/oidc.ts'
import { AccountSuspended } from '../../../platform/auth/auth.errors.ts'
import { requireAccount } from '../../../platform/auth/authorization.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../../platform/rate-limiting/rate-limit.ts'
import { ServiceError } from '../../../platform/shared/service-error.ts'
import { minuteMs } from '../../../platform/shared/time.ts'
import type { SealedCookies } from '../../../platform/web/sealed-cookies.ts'
import {
  type AccountService,
  LoginChallengeInvalid,
  loginErrorOf,
  type PageAnswer,
  type PageRoute,
  type PageVisit,
  PasskeyProblem,
  type ProvenLogin,
  readField,
  readProof,
  redirectTo,
  SecondFactorRequired,
  showSecondStep,
  toFormError,
} from '../accounts/index.ts'
import { createAddressPage } from './addresses/address-routes.ts'
import { IdentityTaken } from './identities/identity.errors.ts'
import type { IdentityService } from './identities/identity.service.ts'
import type { IdentityLoginService } from './identity-login.service.ts'
import { LoginCompletion, type LoginCompletionDependencies, loginLink } from './login-completion.ts'
import { type PendingConnection, type PendingLogin, PendingLogins, type PendingSession } from './pending-logins.ts'
import { LoginDeclined, type ProviderClient } from './provider-client.ts'
import { ProviderMistaken, ProviderUnreachable } from './provider-fetch.ts'
import { type BackLink, connectPage, type LoginEnd, loginEndPage } from './provider-pages.ts'
import type { ProviderPerson } from './provider-person.ts'

/** Logins that one network may begin: more than a company begins in the morning. */
const networkRule: RateLimitRule = { limit: 300, seconds: 900 }

/** How old a login at the provider may be that proves who somebody is: the clocks may differ. */
const proofMs = 2 * minuteMs

export interface ProviderPageDependencies extends LoginCompletionDependencies {
  readonly throttle: Throttle
  readonly sealedCookies: SealedCookies
  readonly accountService: Pick<AccountService, 'authenticate'>
  readonly identityService: IdentityService
  readonly identityLogin: IdentityLoginService
}

/** The pages of one provider. They stand in the folder `/account/oidc/<id>/`, and the first one beside it. */
export function createProviderPages(client: ProviderClient, dependencies: ProviderPageDependencies): PageRoute[] {
  const { provider } = client
  const { throttle, identityService, identityLogin, signInService, groupMemberships } = dependencies
  const pendingLogins = new PendingLogins(dependencies.sealedCookies)
  const completion = new LoginCompletion(provider, pendingLogins, dependencies)
  const url = `/account/oidc/${provider.id}`
  return [
    { url, show: (visit) => begin(visit, null, { path: '../login', isLogin: true }) },
    { url: `${url}/prove`, show: beginProof },
    { url: `${url}/callback`, show: complete },
    { url: `${url}/connect`, show: async (visit) => showConnection(visit), submit: connect },
    createAddressPage(provider, pendingLogins, completion, dependencies),
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
    // Somebody who went back in the history after the login is logged in.
    if (!pending) return (await visit.findContext()) ? redirectTo('../../../app') : endPage(visit, 'expired')
    try {
      const person = await client.redeem(visit.search, pending.checks)
      if (pending.session !== null) return await finishForSession(visit, person, pending, pending.session)
      const login = await identityLogin.logIn(visit.request.context, provider, person)
      return await completion.goOn(visit, login, person, pending)
    } catch (error) {
      return endLogin(visit, provider, error, backFrom(pending))
    }
  }

  function showConnection(visit: PageVisit): PageAnswer {
    const pending = pendingLogins.findConnection(visit, provider.id)
    if (!pending) return endPage(visit, 'expired')
    return connectPage(visit.form(), { ...pending, name: provider.name })
  }

  /** Connects the person with the account of the same address, by its password. */
  async function connect(visit: PageVisit): Promise<PageAnswer> {
    const pending = pendingLogins.findConnection(visit, provider.id)
    if (!pending) return endPage(visit, 'expired')
    const { email, person, isUnproven } = pending
    const challenge = readField(visit.request, 'challenge')
    try {
      if (isUnproven && readField(visit.request, 'act') === 'claim') {
        pendingLogins.forgetConnection(visit)
        const claimed = await identityLogin.claim(visit.request.context, provider, person)
        return await completion.goOn(visit, claimed, person, pending)
      }
      const login = challenge
        ? await signInService.prove(visit.request.context, challenge, readProof(visit.request))
        : await provePassword(visit, email)
      pendingLogins.forgetConnection(visit)
      const { account } = login
      // The address may have become another one of the account meanwhile, or another account's.
      const isOther = account.email !== email || (account.emailVerifiedAt === null && !isUnproven)
      if (isOther) return endPage(visit, 'taken')
      const options = { provesAddress: isUnproven }
      const identity = await identityService.connect(visit.request.context, account, provider, person, options)
      return await completion.finish(visit, { ...login, identity }, person, pending)
    } catch (error) {
      return showConnectionError(visit, pending, challenge, error)
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
    pending: PendingConnection,
    challenge: string,
    error: unknown,
  ): Promise<PageAnswer> {
    const loginPath = 'connect'
    if (error instanceof SecondFactorRequired)
      return showSecondStep(signInService, visit, { challenge: error.challenge, loginPath })
    const isExpired = error instanceof LoginChallengeInvalid
    const isOfService = error instanceof ServiceError && [401, 403, 429].includes(error.status)
    if (challenge && !isExpired && (isOfService || error instanceof PasskeyProblem))
      return showSecondStep(signInService, visit, { challenge, loginPath, error: toFormError(visit.request, error) })
    if (!isOfService) throw error
    const loginError = isExpired ? 'expired' : loginErrorOf(error)
    const page = connectPage(visit.form(), { ...pending, name: provider.name, loginError })
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

  function endPage(visit: PageVisit, end: LoginEnd, back?: BackLink): PageAnswer {
    return completion.endPage(visit, end, back)
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
function describeEnd(error: unknown): 'unreachable' | 'mistaken' | 'declined' | 'connected' | 'suspended' {
  if (error instanceof AccountSuspended) return 'suspended'
  if (error instanceof IdentityTaken) return 'connected'
  if (error instanceof ProviderUnreachable) return 'unreachable'
  if (error instanceof ProviderMistaken) return 'mistaken'
  if (error instanceof LoginDeclined) return 'declined'
  throw error
}
