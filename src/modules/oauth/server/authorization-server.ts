import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { allScopes } from '../../../platform/auth/scopes.ts'
import type { AccountService } from '../../accounts/index.ts'
import { InteractionController, type InteractionRequest } from '../interactions/interaction-controller.ts'
import { FormTokens } from '../interactions/interaction-form.ts'
import { sendErrorPage } from './error-responses.ts'
import { OAuthAddresses } from './oauth-addresses.ts'
import { createProvider, type ProviderDependencies } from './provider.ts'
import { registerProviderEndpoints } from './provider-endpoints.ts'
import { rejectOtherHosts, rejectOtherMethods } from './request-guards.ts'

/** What a client may know in advance (RFC 8414, with RFC 9207's promise of `iss`). Written by us: the provider's says too much. */
export function buildServerMetadata(addresses: OAuthAddresses): Readonly<Record<string, unknown>> {
  const secretMethods = ['client_secret_basic', 'client_secret_post']
  return {
    issuer: addresses.issuer,
    authorization_endpoint: addresses.urlOf('/oauth/authorize'),
    token_endpoint: addresses.urlOf('/oauth/token'),
    revocation_endpoint: addresses.urlOf('/oauth/revoke'),
    introspection_endpoint: addresses.urlOf('/oauth/introspect'),
    service_documentation: addresses.urlOf('/docs'),
    scopes_supported: [...allScopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: [...secretMethods, 'none'],
    revocation_endpoint_auth_methods_supported: [...secretMethods, 'none'],
    introspection_endpoint_auth_methods_supported: secretMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}

export interface AuthorizationServerDependencies extends Omit<ProviderDependencies, 'addresses'> {
  readonly publicUrl: string
  readonly accounts: AccountService
}

/** The authorization server under `/oauth`, and what it says of itself under `/.well-known`. */
export async function registerAuthorizationServer(
  server: FastifyInstance,
  { publicUrl, accounts, ...dependencies }: AuthorizationServerDependencies,
): Promise<void> {
  const addresses = new OAuthAddresses(publicUrl)
  const provider = createProvider({ ...dependencies, addresses })
  const interactions = new InteractionController({
    provider,
    addresses,
    formTokens: new FormTokens(dependencies.keyring),
    accountService: accounts,
  })
  await server.register(async (scope) => {
    scope.addHook('onRequest', rejectOtherHosts(addresses))
    registerMetadata(scope, addresses)
    await scope.register(async (inner) => registerProviderEndpoints(inner, provider, addresses))
    await scope.register(async (inner) => registerInteractionPages(inner, interactions))
  })
}

/** RFC 8414, part 3.1: the well-known path comes before the path of the issuer. */
function registerMetadata(scope: FastifyInstance, addresses: OAuthAddresses): void {
  const metadata = buildServerMetadata(addresses)
  const wellKnown = '/.well-known/oauth-authorization-server'
  for (const url of new Set([wellKnown, wellKnown + addresses.prefix])) {
    // An application in a browser looks here first, from its own origin.
    scope.get(url, { config: { crossOrigin: true } }, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(metadata),
    )
    rejectOtherMethods(scope, url, ['GET', 'HEAD'])
  }
}

/** The pages a person sees: login and consent. */
async function registerInteractionPages(scope: FastifyInstance, interactions: InteractionController): Promise<void> {
  const url = '/oauth/interaction/:uid'
  scope.setErrorHandler(sendErrorPage)
  scope.removeAllContentTypeParsers()
  await scope.register(formbody, { bodyLimit: 4096 })
  // The address holds what the cookie holds: no line for the request.
  const routeOptions = { logLevel: 'warn' } as const
  scope.get(url, routeOptions, (request: InteractionRequest, reply) => interactions.showPage(request, reply))
  scope.post(url, routeOptions, (request: InteractionRequest, reply) => interactions.handleForm(request, reply))
  rejectOtherMethods(scope, url, ['GET', 'HEAD', 'POST'])
}
