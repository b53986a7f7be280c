import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import type { Accounts } from '../accounts/index.ts'
import { OAuthAddresses } from './addresses.ts'
import { refuseOtherHosts } from './door.ts'
import { serveEndpoints } from './endpoints.ts'
import { FormTokens } from './forms.ts'
import { type InteractionRequest, Interactions } from './interactions.ts'
import { metadataOf } from './metadata.ts'
import { refuseOtherMethods } from './methods.ts'
import { createProvider, type ProviderParts } from './provider.ts'
import { refuseWithPage } from './refusals.ts'

export interface OAuthParts extends Omit<ProviderParts, 'addresses'> {
  readonly publicUrl: string
  readonly accounts: Accounts
}

/** The authorization server under `/oauth`, and what it says of itself under `/.well-known`. */
export async function serveOAuth(
  server: FastifyInstance,
  { publicUrl, accounts, ...parts }: OAuthParts,
): Promise<void> {
  const addresses = new OAuthAddresses(publicUrl)
  const provider = createProvider({ ...parts, addresses })
  const interactions = new Interactions({ provider, addresses, tokens: new FormTokens(parts.keyring), accounts })
  await server.register(async (scope) => {
    scope.addHook('onRequest', refuseOtherHosts(addresses))
    serveMetadata(scope, addresses)
    await scope.register(async (inner) => serveEndpoints(inner, provider, addresses))
    await scope.register(async (inner) => servePages(inner, interactions))
  })
}

/** RFC 8414, part 3.1: the well-known path comes before the path of the issuer. */
function serveMetadata(scope: FastifyInstance, addresses: OAuthAddresses): void {
  const metadata = metadataOf(addresses)
  const wellKnown = '/.well-known/oauth-authorization-server'
  for (const url of new Set([wellKnown, wellKnown + addresses.prefix])) {
    // An application in a browser looks here first, from its own origin.
    scope.get(url, { config: { crossOrigin: true } }, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(metadata),
    )
    refuseOtherMethods(scope, url, ['GET', 'HEAD'])
  }
}

/** The pages a person sees: login and consent. */
async function servePages(scope: FastifyInstance, interactions: Interactions): Promise<void> {
  const url = '/oauth/interaction/:uid'
  scope.setErrorHandler(refuseWithPage)
  scope.removeAllContentTypeParsers()
  await scope.register(formbody, { bodyLimit: 4096 })
  // The address holds what the cookie holds: no line for the request.
  const quietly = { logLevel: 'warn' } as const
  scope.get(url, quietly, (request: InteractionRequest, reply) => interactions.ask(request, reply))
  scope.post(url, quietly, (request: InteractionRequest, reply) => interactions.hear(request, reply))
  refuseOtherMethods(scope, url, ['GET', 'HEAD', 'POST'])
}
