import { authorize, requireAccount, signInChangeRule } from '../../../../platform/auth/authorization.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { SealedCookies } from '../../../../platform/web/sealed-cookies.ts'
import { translator } from '../../../../platform/web/texts.ts'
import {
  accountPage,
  type PageAnswer,
  type PageRoute,
  type PageVisit,
  questionPage,
  readField,
  redirectTo,
} from '../../accounts/index.ts'
import { PendingLogins } from '../pending-logins.ts'
import type { ProviderClient } from '../provider-client.ts'
import { endLogin } from '../provider-routes.ts'
import { IdentityNotFound, LastIdentity } from './identity.errors.ts'
import type { IdentityService } from './identity.service.ts'
import { goToProviderPage, type IdentityProblem, identitiesPage } from './identity-pages.ts'

interface IdentityPageDependencies {
  readonly clients: readonly ProviderClient[]
  readonly identityService: IdentityService
  readonly sealedCookies: SealedCookies
}

/** The page about the identity providers of an account, where a person who is logged in connects and removes them. */
export function createIdentityPage(dependencies: IdentityPageDependencies): PageRoute {
  const { clients, identityService, sealedCookies } = dependencies
  const pendingLogins = new PendingLogins(sealedCookies)
  return accountPage({
    url: '/account/identities',
    next: 'identities',
    show,
    submit: async (visit, context) => {
      // Like every operation that changes how an account logs in.
      authorize(context.caller, signInChangeRule)
      const act = readField(visit.request, 'act')
      if (act === 'connect') return connect(visit, context)
      try {
        return await (act === 'remove' ? askForRemoval(visit, context) : remove(visit, context))
      } catch (error) {
        if (error instanceof LastIdentity) return show(visit, context, 'onlyWay')
        if (error instanceof IdentityNotFound) return show(visit, context, 'missing')
        throw error
      }
    },
  })

  async function show(visit: PageVisit, context: RequestContext, problem?: IdentityProblem): Promise<PageAnswer> {
    const identities = await identityService.list(context)
    const issuers = new Set(identities.map(({ issuer }) => new URL(issuer).href))
    const connectable = clients
      .map(({ provider }) => provider)
      .filter(({ issuer }) => !issuers.has(new URL(issuer).href))
    return identitiesPage(visit.form(), { identities, connectable, hasProviders: clients.length > 0, problem })
  }

  /** Begins a login at the provider whose person is then connected with this account. */
  async function connect(visit: PageVisit, context: RequestContext): Promise<PageAnswer> {
    const client = clients.find(({ provider }) => provider.id === readField(visit.request, 'provider'))
    if (!client) return show(visit, context)
    try {
      const checks = client.createChecks()
      const address = await client.createLoginUrl(checks)
      const { id: providerId, name } = client.provider
      const session = { id: requireAccount(context.caller).sessionId ?? '', act: 'connect' } as const
      const target = { next: 'identities', interaction: null, session }
      pendingLogins.begin(visit, { providerId, checks, ...target })
      return goToProviderPage(visit.lang, name, address)
    } catch (error) {
      return endLogin(visit, client.provider, error, { path: 'identities' })
    }
  }

  async function askForRemoval(visit: PageVisit, context: RequestContext): Promise<PageAnswer> {
    const { identity } = await identityService.findRemovable(context, context.em, readField(visit.request, 'identity'))
    const t = translator(visit.lang)
    return questionPage(visit.form(), {
      title: t('page.identities.question.title'),
      lead: t('page.identities.question.lead'),
      keep: t('page.identities.question.keep'),
      name: [identity.providerName, identity.email].filter((each) => each !== null).join(', '),
      label: t('page.identities.remove'),
      act: 'confirm-remove',
      field: { name: 'identity', value: identity.id },
      keepPath: 'identities',
    })
  }

  async function remove(visit: PageVisit, context: RequestContext): Promise<PageAnswer> {
    await identityService.remove(context, readField(visit.request, 'identity'))
    return redirectTo('identities')
  }
}
