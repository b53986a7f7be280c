import type { IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Settings } from '../../../../config.ts'
import { allScopes } from '../../../../platform/auth/scopes.ts'
import type { FormMutations } from '../../../../platform/graphql/form-mutations.ts'
import type { Throttle } from '../../../../platform/graphql/request-limits.ts'
import { registerScope } from '../../../../platform/http/http-server.ts'
import { trimEndOf } from '../../../../platform/shared/text/trim-end.ts'
import { acceptForms } from '../../../../platform/web/form-bodies.ts'
import { FormTokens } from '../../../../platform/web/form-tokens.ts'
import { rejectOtherMethods } from '../../../../platform/web/reject-other-methods.ts'
import type { AccountService, LoginProvider, SignInService } from '../../accounts/index.ts'
import type { InteractionLogins } from '../../identity-providers/index.ts'
import { registrationPath, serveClientRegistration } from '../apps/client-registration.ts'
import { deviceGrantType } from '../device/device-client.ts'
import { deviceAuthorizationPath, devicePath, deviceRequestLimit } from '../device/device-flow.ts'
import { ConsentService } from '../interactions/consent.service.ts'
import type { InteractionRequest } from '../interactions/interaction.ts'
import { InteractionController } from '../interactions/interaction-controller.ts'
import { handleServerErrors, sendErrorPage, sendOAuthError } from './error-responses.ts'
import { OAuthAddresses } from './oauth-addresses.ts'
import { createProvider, type ProviderDependencies, type ProviderRequest } from './provider.ts'
import { redirectToPublicHost, rejectCrossSiteForm, rejectMalformedQuery, rejectOtherHosts } from './request-guards.ts'

/**
 * The server metadata of RFC 8414, with the `iss` parameter of RFC 9207. It replaces the metadata of the provider, which
 * lists features that are disabled.
 */
function buildServerMetadata(
  addresses: OAuthAddresses,
  clients: Settings['oauthClients'],
): Readonly<Record<string, unknown>> {
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
    device_authorization_endpoint: addresses.urlOf(deviceAuthorizationPath),
    grant_types_supported: ['authorization_code', 'refresh_token', deviceGrantType],
    token_endpoint_auth_methods_supported: [...secretMethods, 'none'],
    revocation_endpoint_auth_methods_supported: [...secretMethods, 'none'],
    introspection_endpoint_auth_methods_supported: secretMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: clients !== 'registered',
    ...(clients === 'open' && { registration_endpoint: addresses.urlOf(registrationPath) }),
  }
}

interface AuthorizationServerDependencies extends Omit<ProviderDependencies, 'addresses'> {
  readonly publicUrl: string
  readonly throttle: Throttle
  readonly accountService: AccountService
  readonly signInService: SignInService
  readonly formMutations: FormMutations
  readonly loginProviders: readonly LoginProvider[]
  readonly interactionLogins: InteractionLogins
}

/** Registers the authorization server under `/oauth` and its metadata under `/.well-known`. */
export async function registerAuthorizationServer(
  server: FastifyInstance,
  {
    publicUrl,
    throttle,
    accountService,
    signInService,
    formMutations,
    loginProviders,
    interactionLogins,
    ...dependencies
  }: AuthorizationServerDependencies,
): Promise<void> {
  const addresses = new OAuthAddresses(publicUrl)
  const provider = createProvider({ ...dependencies, addresses })
  const interactions = new InteractionController({
    provider,
    consents: new ConsentService({ ...dependencies, provider }),
    addresses,
    formTokens: new FormTokens(dependencies.keyring),
    accountService,
    signInService,
    formMutations,
    loginProviders,
    interactionLogins,
    clock: dependencies.clock,
    throttle,
  })
  await registerScope(server, async (scope) => {
    scope.addHook('onRequest', rejectOtherHosts(addresses))
    registerMetadata(scope, addresses, dependencies.oauthClients)
    if (dependencies.oauthClients === 'open') serveClientRegistration(scope, throttle)
    await registerScope(scope, async (inner) => registerProviderEndpoints(inner, provider, addresses, throttle))
    await registerScope(scope, async (inner) => registerInteractionPages(inner, interactions))
  })
}

function registerMetadata(scope: FastifyInstance, addresses: OAuthAddresses, clients: Settings['oauthClients']): void {
  const metadata = buildServerMetadata(addresses, clients)
  const url = '/.well-known/oauth-authorization-server'
  // Browser applications read the metadata from their own origin.
  scope.get(url, { config: { crossOrigin: true } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(metadata),
  )
  rejectOtherMethods(scope, url, ['GET', 'HEAD'])
}

/** Endpoints that clients call. Browser clients call them from another origin, so they need OPTIONS for the preflight. */
const clientEndpoints = ['/oauth/token', '/oauth/revoke', '/oauth/introspect', deviceAuthorizationPath] as const

/** Registers the endpoints that the provider handles. */
function registerProviderEndpoints(
  scope: FastifyInstance,
  provider: Provider,
  addresses: OAuthAddresses,
  throttle: Throttle,
): void {
  // The provider parses request bodies itself.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  const handler = createProviderHandler(provider, addresses)
  for (const url of ['/oauth/authorize', '/oauth/authorize/:uid', devicePath]) {
    scope.route({
      method: 'GET',
      url,
      exposeHeadRoute: false,
      // The URL contains the interaction id or the code of a device, which must stay out of the request log.
      logLevel: 'warn',
      onRequest: [rejectMalformedQuery, redirectToPublicHost(addresses)],
      errorHandler: sendErrorPage,
      handler,
    })
    rejectOtherMethods(scope, url, ['GET'])
  }
  for (const url of clientEndpoints) {
    const preHandler = url === deviceAuthorizationPath ? [chargeDeviceRequest(throttle)] : []
    scope.route({ method: ['POST', 'OPTIONS'], url, errorHandler: sendOAuthError, preHandler, handler })
    rejectOtherMethods(scope, url, ['POST', 'OPTIONS'])
  }
}

/** Anyone can ask for codes of devices, each of which is a row. */
function chargeDeviceRequest(throttle: Throttle) {
  return async ({ method, context }: FastifyRequest): Promise<void> => {
    if (method === 'POST') await throttle.chargeNetwork(context, 'device-requests', deviceRequestLimit)
  }
}

/** Forwards the request to the provider, with the host of PUBLIC_URL. */
function createProviderHandler(provider: Provider, { scheme, host }: OAuthAddresses) {
  const handle = provider.callback()
  const logs = new WeakMap<IncomingMessage, FastifyBaseLogger>()
  handleServerErrors(provider, (request) => logs.get(request))
  return async ({ raw, log, clientAddress }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    logs.set(raw, log)
    Object.assign(raw, { clientAddress } satisfies ProviderRequest)
    // A hijacked reply skips the `onSend` hooks and its headers, so the headers are copied here.
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    Object.assign(raw.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': scheme })
    // Fastify ignores a trailing slash, and the provider does not.
    const { url = '' } = raw
    const [path = ''] = url.split('?', 1)
    raw.url = trimEndOf(path, /\//) + url.slice(path.length)
    Object.assign(raw, { originalUrl: raw.url })
    await handle(raw, reply.raw)
  }
}

/** Registers the login and consent pages. */
async function registerInteractionPages(scope: FastifyInstance, interactions: InteractionController): Promise<void> {
  const url = '/oauth/interaction/:uid'
  scope.setErrorHandler(sendErrorPage)
  scope.removeAllContentTypeParsers()
  await scope.register(cookie)
  // Over a thousand ids of workspaces.
  await acceptForms(scope, { bodyLimit: 65_536, maxFields: 2_000 })
  // The URL contains the interaction id, which must stay out of the request log.
  const routeOptions = { logLevel: 'warn' } as const
  const formOptions = { ...routeOptions, onRequest: rejectCrossSiteForm }
  scope.get(url, routeOptions, (request: InteractionRequest, reply) => interactions.showPage(request, reply))
  scope.post(url, formOptions, (request: InteractionRequest, reply) => interactions.handleForm(request, reply))
  rejectOtherMethods(scope, url, ['GET', 'HEAD', 'POST'])
  const registerUrl = `${url}/register`
  scope.get(registerUrl, routeOptions, (request: InteractionRequest, reply) =>
    interactions.showRegistration(request, reply),
  )
  scope.post(registerUrl, formOptions, (request: InteractionRequest, reply) =>
    interactions.handleRegistration(request, reply),
  )
  rejectOtherMethods(scope, registerUrl, ['GET', 'HEAD', 'POST'])
}
