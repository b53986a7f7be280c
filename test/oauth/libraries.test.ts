import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { Browser } from './browser.ts'
import { type SeededClient, seedClient } from './client.ts'
import type { ListeningApp } from './service.ts'

let test: ListeningApp
let ada: SeededAccount
let grace: SeededAccount
beforeAll(async () => {
  test = await sharedListening()
  ada = await test.seed.account()
  grace = await test.seed.account({ name: 'Grace' })
})
afterAll(() => test.close())

/** Logs in, allows access, and returns the URL of the authorization response. */
async function authorize({ email, password }: SeededAccount, address: URL): Promise<URL> {
  const browser = new Browser(test.base)
  const login = await browser.open(address.href)
  const consent = await browser.submit(login, { act: 'login', email, password })
  return new URL((await browser.submit(consent, { act: 'allow' })).url)
}

describe('openid-client', () => {
  const configure = ({ id, secret }: SeededClient) =>
    openid.discovery(
      new URL(test.base),
      id,
      undefined,
      secret === null ? openid.None() : openid.ClientSecretBasic(secret),
      {
        algorithm: 'oauth2',
        execute: [openid.allowInsecureRequests],
      },
    )

  it.each([
    ['a confidential application', false, 'https://app.example/cb'],
    ['a public one on another loopback port', true, 'http://127.0.0.1/cb'],
  ])('completes the flow for %s', async (_name, isPublic, redirectUri) => {
    const client = await seedClient(test, ada, { isPublic, redirectUris: [redirectUri] })
    const config = await configure(client)
    const verifier = openid.randomPKCECodeVerifier()
    const state = openid.randomState()
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: isPublic ? 'http://127.0.0.1:50123/cb' : redirectUri,
      scope: 'read:links read:profile',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    })
    const answer = await authorize(grace, address)
    expect(answer.searchParams.get('iss')).toBe(test.base)
    const tokens = await openid.authorizationCodeGrant(config, answer, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    })
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'read:links read:profile' })

    const call = (path: string, token: string, method = 'GET') =>
      openid.fetchProtectedResource(config, token, new URL(path, test.base), method)
    const me = await call('/v1/auth/me', tokens.access_token)
    expect(await me.json()).toMatchObject({ id: grace.id })
    expect((await call('/v1/urls', tokens.access_token)).status).toBe(200)
    await expect(call('/v1/clicks', tokens.access_token)).rejects.toMatchObject({ status: 403 })

    const fresh = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect((await call('/v1/urls', fresh.access_token)).status).toBe(200)
    await openid.tokenRevocation(config, fresh.refresh_token ?? '')
    for (const token of [tokens.access_token, fresh.access_token]) {
      await expect(call('/v1/urls', token)).rejects.toMatchObject({ status: 401 })
    }
  })

  it('introspects a token', async () => {
    const config = await configure(await seedClient(test, ada))
    const verifier = openid.randomPKCECodeVerifier()
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: 'https://app.example/cb',
      scope: 'read:links',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const tokens = await openid.authorizationCodeGrant(config, await authorize(grace, address), {
      pkceCodeVerifier: verifier,
    })
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toMatchObject({
      active: true,
      sub: grace.id,
      scope: 'read:links',
    })
    await openid.tokenRevocation(config, tokens.access_token)
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false })
  })
})

describe('oauth4webapi', () => {
  it('accepts every answer of the flow', async () => {
    const insecure = { [oauth.allowInsecureRequests]: true }
    const { id, secret, redirectUri } = await seedClient(test, ada)
    const issuer = new URL(test.base)
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
    )
    const client: oauth.Client = { client_id: id }
    const authenticate = oauth.ClientSecretPost(secret ?? '')
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const address = new URL(server.authorization_endpoint ?? '')
    address.search = new URLSearchParams({
      client_id: id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'write:links',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    }).toString()
    const parameters = oauth.validateAuthResponse(server, client, await authorize(grace, address), state)
    const first = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authenticate,
        parameters,
        redirectUri,
        verifier,
        insecure,
      ),
    )
    const second = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, authenticate, first.refresh_token ?? '', insecure),
    )
    // Reuse of the old refresh token ends all tokens of the grant, once a repeat can be no accident.
    test.clock.advance({ seconds: 10 })
    const reuse = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authenticate,
      first.refresh_token ?? '',
      insecure,
    )
    await expect(oauth.processRefreshTokenResponse(server, client, reuse)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    const introspection = await oauth.introspectionRequest(server, client, authenticate, second.access_token, insecure)
    expect(await oauth.processIntrospectionResponse(server, client, introspection)).toEqual({ active: false })
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, authenticate, second.access_token, insecure),
    )
  })
})
