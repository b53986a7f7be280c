import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import jwt from 'jsonwebtoken'
import Provider, { type Configuration } from 'oidc-provider'
import { freePort } from './port.ts'

/** Claims of a person at the provider. `sub` identifies them. */
export type PersonClaims = Readonly<Record<string, unknown>> & { readonly sub: string }

/** How the provider deviates from a good one, until the next one is set. */
export interface Quirks {
  /** Changes the claims of ID tokens, which are then signed again. */
  readonly claims?: (claims: Record<string, unknown>) => Record<string, unknown>
  /** Signs ID tokens with a key that the provider does not publish. */
  readonly hasForeignKey?: boolean
  /** Sends ID tokens without a signature (`alg` none). */
  readonly isUnsigned?: boolean
  /** Changes the description of the provider. */
  readonly description?: (description: Record<string, unknown>) => Record<string, unknown>
  /** Answers every request with this status, or closes the connection. */
  readonly outage?: 503 | 'closed'
  /** Does not let the person log in. */
  readonly declines?: boolean
}

/** An identity provider on loopback, at which a person is logged in without a page. */
export interface IdentityProvider {
  readonly issuer: string
  readonly environment: Record<string, string>
  /** Who logs in next. */
  person: PersonClaims
  quirks: Quirks
  /** The paths of the requests that it has got. */
  readonly requests: string[]
  /** A token of the provider with these claims, signed with its key unless another is given. */
  sign(claims: Record<string, unknown>, header?: Record<string, string>, hasForeignKey?: boolean): string
  close(): Promise<void>
}

const clientId = 'tack'
const clientSecret = 'the-secret-of-the-client-at-the-provider'
const published = createKey('published')
const foreign = createKey('published')

function createKey(kid: string) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { privateKey, kid }
}

export interface IdentityProviderOptions {
  /** `PUBLIC_URL` of the service. */
  readonly base: string
  /** The id of the provider in the service. */
  readonly id?: string
  /** Whether claims stand in the answer of the userinfo endpoint only. */
  readonly hasBareIdTokens?: boolean
}

export async function startIdentityProvider({
  base,
  id = 'sso',
  hasBareIdTokens = false,
}: IdentityProviderOptions): Promise<IdentityProvider> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    ...createConfiguration(`${base}/account/oidc/${id}`, base),
    conformIdTokenClaims: hasBareIdTokens,
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => identityProvider.person }),
  })
  const sign: IdentityProvider['sign'] = (claims, header = {}, hasForeignKey = false) => {
    const { privateKey, kid } = hasForeignKey ? foreign : published
    return jwt.sign(claims, privateKey, { algorithm: 'RS256', header: { alg: 'RS256', kid, ...header } })
  }
  provider.use(async (context, next) => {
    await next()
    const { claims = (all) => all, hasForeignKey = false, isUnsigned = false, description } = identityProvider.quirks
    const body = context.body as Record<string, unknown>
    if (context.oidc?.route === 'token' && typeof body.id_token === 'string') {
      const changed = claims(readPayload(body.id_token))
      body.id_token = isUnsigned ? writeUnsigned(changed) : sign(changed, {}, hasForeignKey)
    }
    if (context.oidc?.route === 'discovery' && description) context.body = description(body)
  })
  const handle = provider.callback()
  const finish = async (...[request, response]: Parameters<typeof handle>) => {
    const { uid } = await provider.interactionDetails(request, response)
    const result = identityProvider.quirks.declines
      ? { error: 'access_denied' }
      : { login: { accountId: identityProvider.person.sub } }
    if (!uid) throw new Error('The provider has no interaction.')
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', issuer).pathname
    identityProvider.requests.push(path)
    if (identityProvider.quirks.outage) return refuse(response, identityProvider.quirks.outage)
    if (path.startsWith('/interaction/')) void finish(request, response)
    else void handle(request, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const identityProvider: IdentityProvider = {
    issuer,
    environment: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: 'Acme' },
    person: { sub: 'ada' },
    quirks: {},
    requests: [],
    sign,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return identityProvider
}

function createConfiguration(folder: string, base: string): Configuration {
  const jwk = { ...published.privateKey.export({ format: 'jwk' }), kid: published.kid, use: 'sig', alg: 'RS256' }
  return {
    jwks: { keys: [jwk] as never[] },
    cookies: { keys: ['a key of the test provider'] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${folder}/callback`],
        post_logout_redirect_uris: [`${base}/account/login`],
        backchannel_logout_uri: `${folder}/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: {
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username', 'groups'],
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (context, form) => {
          context.body = `<!doctype html><title>Acme</title>${form}
<button form="op.logoutForm" name="logout" value="yes">Log out there</button>`
        },
      },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    // Nobody is asked for consent.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, provider } = oidc
      const grant = new provider.Grant({
        ...(client && { clientId: client.clientId }),
        ...(session?.accountId !== undefined && { accountId: session.accountId }),
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    // A second login of the browser ends no code of the first.
    expiresWithSession: () => false,
    pkce: { required: () => true },
  }
}

function refuse(response: ServerResponse, kind: 503 | 'closed'): void {
  if (kind === 503) response.writeHead(503).end('away')
  else response.destroy()
}

function readPayload(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

function writeUnsigned(claims: object): string {
  const parts = [{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  return `${parts.join('.')}.`
}
