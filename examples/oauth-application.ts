import { once } from 'node:events'
import { createServer } from 'node:http'
import * as openid from 'openid-client'
import { readToken, tackUrl } from './settings.ts'

/**
 * An application that reads the links of other people, with the authorization code flow and PKCE. Open the address it
 * prints, log in and allow it. The owner of the application has the token of TACK_TOKEN.
 */

const port = Number(process.env.PORT ?? 8400)
const redirectUri = `http://127.0.0.1:${port}/cb`
const scope = 'read:links'

// An application is registered once. This one is registered for each run, and deleted afterwards.
const authorization = `Bearer ${readToken()}`
const registration = await fetch(`${tackUrl}/v1/oauth/apps`, {
  method: 'POST',
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'Link Reader', redirectUris: [redirectUri], scopes: [scope], isPublic: true }),
})
if (!registration.ok) throw new Error(await registration.text())
const { id: clientId } = (await registration.json()) as { id: string }

const config = await openid.discovery(new URL(tackUrl), clientId, undefined, openid.None(), {
  algorithm: 'oauth2',
  // Only for Tack on your machine, which has no certificate.
  execute: tackUrl.startsWith('http:') ? [openid.allowInsecureRequests] : [],
})

const pkceCodeVerifier = openid.randomPKCECodeVerifier()
const expectedState = openid.randomState()
const address = openid.buildAuthorizationUrl(config, {
  redirect_uri: redirectUri,
  scope,
  state: expectedState,
  code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
  code_challenge_method: 'S256',
})

const server = createServer().listen(port, '127.0.0.1')
await once(server, 'listening')
console.log(`Open ${address.href}`)

// The browser returns with a code, or with an error when the person does not allow it.
const [request, response] = await once(server, 'request')
response.end('You can close this page.')
server.close()
const callback = new URL(request.url, redirectUri)
const tokens = await openid.authorizationCodeGrant(config, callback, { pkceCodeVerifier, expectedState })

const links = await openid.fetchProtectedResource(config, tokens.access_token, new URL('/v1/urls', tackUrl), 'GET')
for (const { title, shortUrl } of (await links.json()) as { title: string; shortUrl: string }[]) {
  console.log(`${title}: ${shortUrl}`)
}

await openid.tokenRevocation(config, tokens.refresh_token ?? tokens.access_token)
await fetch(`${tackUrl}/v1/oauth/apps/${clientId}`, { method: 'DELETE', headers: { authorization } })
console.log('Access revoked')
