import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedClient } from '../oauth/client.ts'
import { Flow } from '../oauth/flow.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { type AgentClient, clientKinds, connect, errorOf } from './clients.ts'

let test: ListeningApp
let ada: SeededAccount
let key: string
beforeAll(async () => {
  test = await sharedListening()
  ada = await test.seed.account()
  key = (await test.seed.key(ada)).key
})
afterAll(() => test.close())

/** A POST to /mcp as a program sends it. */
async function post(body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${test.base}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, json: JSON.parse((await answer.text()) || 'null') }
}

const call = (name: string, args: Record<string, unknown> = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
})
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe.each(clientKinds)('a client (%s)', (kind) => {
  let client: AgentClient
  beforeAll(async () => {
    client = await connect(test.base, key, kind)
  })
  afterAll(() => client.close())

  it('lists the tools in their order', async () => {
    const names = (await client.tools()).map(({ name }) => name)
    expect(names.slice(0, 2)).toEqual(['tack_whoami', 'tack_find_links'])
  })

  it('gets data that match the schema of the result', async () => {
    const link = await test.seed.link(ada, { title: `Poster ${kind}` })
    const { structuredContent, isError } = await client.call('tack_find_links', { search: `Poster ${kind}` })
    expect(isError ?? false).toBe(false)
    expect(structuredContent.urls).toMatchObject({ totalCount: 1, nodes: [{ id: link.id, title: `Poster ${kind}` }] })
  })

  it('gets the refusal of an operation as an error, with what to do next', async () => {
    const result = await client.call('tack_get_link', { id: 'lnk_0' })
    expect(errorOf(result)).toMatchObject({
      code: 'LINK_NOT_FOUND',
      message: expect.any(String),
      resolution: expect.any(String),
    })
    expect(result.structuredContent).toBeUndefined()
  })

  it('gets an error for an argument that there is not', async () => {
    expect(errorOf(await client.call('tack_find_links', { serach: 'x' }))).toMatchObject({
      code: 'INVALID_PARAMS',
      details: [{ field: 'serach' }],
    })
  })
})

describe('the endpoint', () => {
  it.each(['GET', 'DELETE', 'PUT'])('returns 405 for %s', async (method) => {
    const answer = await fetch(`${test.base}/mcp`, { method, headers: bearer(key) })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('answers with JSON and keeps no session', async () => {
    const { status, headers, json } = await post(call('tack_find_links'), bearer(key))
    expect([status, headers.get('content-type'), headers.get('mcp-session-id')]).toEqual([
      200,
      expect.stringMatching(/^application\/json/),
      null,
    ])
    expect(json.result.structuredContent.urls.totalCount).toBeGreaterThanOrEqual(0)
  })

  it.each([
    ['a batch', [call('tack_ask'), call('tack_ask')]],
    ['no message', 'hello'],
  ])('returns 400 for %s', async (_, body) => {
    expect((await post(body, bearer(key))).status).toBe(400)
  })

  it('returns an error of the protocol for a tool that there is not', async () => {
    const { json } = await post(call('tack_everything'), bearer(key))
    expect(json.error).toMatchObject({ code: -32602 })
  })

  it('tells the seconds of a limit as the result of the tool', async () => {
    test.change({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '1' })
    const bob = await test.seed.account()
    test.change({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '2' })
    const { key: own } = await test.seed.key(bob)
    await post(call('tack_find_links'), bearer(own))
    const { status, json } = await post(call('tack_find_links'), bearer(own))
    expect(status).toBe(200)
    expect(errorOf(json.result)).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) })
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, bearer(own))).status).toBe(429)
    test.change({})
  })
})

describe('credentials', () => {
  const metadata = () => `resource_metadata="${test.base}/.well-known/oauth-protected-resource/mcp"`

  it('without one, returns 401 with the metadata and all scopes', async () => {
    const { status, headers } = await post(call('tack_find_links'))
    expect(status).toBe(401)
    const challenge = headers.get('www-authenticate') ?? ''
    expect(challenge).toContain(metadata())
    expect(challenge).toMatch(/scope="read:links[^"]* read:analytics/)
    expect(challenge).not.toContain('error=')
  })

  it.each(['nonsense', `tk_${'a'.repeat(40)}`])('returns 401 for %s', async (token) => {
    const { status, headers } = await post(call('tack_find_links'), bearer(token))
    expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('error="invalid_token"')])
  })

  it('refuses the token of a login', async () => {
    const { status, json } = await post(call('tack_find_links'), bearer(ada.token))
    expect([status, json.error.code]).toEqual([401, 'LOGIN_NOT_ACCEPTED'])
  })

  it('leaves out the tools whose scopes a key lacks, and names all of them in the 403', async () => {
    const { key: own } = await test.seed.key(ada, { scopes: ['read:links'] })
    const client = await connect(test.base, own)
    const names = (await client.tools()).map(({ name }) => name)
    await client.close()
    expect(names).toContain('tack_find_links')
    expect(names).not.toContain('tack_watch')
    const { status, headers, json } = await post(call('tack_watch'), bearer(own))
    expect([status, json.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE'])
    expect(headers.get('www-authenticate')).toContain(
      `error="insufficient_scope", ${metadata()}, scope="read:links read:analytics"`,
    )
  })

  it('serves the metadata at both paths, from PUBLIC_URL', async () => {
    for (const path of ['', '/mcp']) {
      const answer = await fetch(`${test.base}/.well-known/oauth-protected-resource${path}`)
      expect(await answer.json()).toMatchObject({ resource: `${test.base}/mcp`, authorization_servers: [test.base] })
    }
  })

  it('lets an inspector in a browser read the metadata, with the header of the protocol', async () => {
    const headers = {
      origin: 'http://localhost:6274',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'mcp-protocol-version',
    }
    const path = '/.well-known/oauth-protected-resource/mcp'
    const answer = await fetch(test.base + path, { method: 'OPTIONS', headers })
    expect([answer.status, answer.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD'])
  })
})

describe('tokens of OAuth', () => {
  const tokenFor = async (resource?: string, changes: Record<string, string> = {}) => {
    const flow = new Flow(test, await seedClient(test, ada, { isPublic: true }), ada)
    const { url } = await flow.allow({ scope: 'read:links', resource })
    const { json } = await flow.redeem(new URL(url).searchParams.get('code') ?? '', changes)
    return { flow, json }
  }
  const statusAt = async (path: '/mcp' | '/graphql' | '/v1/urls', token: string) => {
    if (path === '/mcp') return (await post(call('tack_find_links'), bearer(token))).status
    if (path === '/v1/urls') return (await fetch(test.base + path, { headers: bearer(token) })).status
    const body = JSON.stringify({ query: '{ urls { totalCount } }' })
    const answer = await fetch(test.base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(token) },
      body,
    })
    const { errors } = (await answer.json()) as { errors?: { extensions: { http: { status: number } } }[] }
    return errors?.[0]?.extensions.http.status ?? answer.status
  }

  it('for /mcp work there alone, also after a refresh', async () => {
    const { flow, json } = await tokenFor(`${test.base}/mcp`)
    const refreshed = await flow.refresh(json.refresh_token)
    for (const token of [json.access_token, refreshed.json.access_token]) {
      expect(await statusAt('/mcp', token)).toBe(200)
      expect(await statusAt('/graphql', token)).toBe(401)
      expect(await statusAt('/v1/urls', token)).toBe(401)
    }
  })

  it.each(['the API', 'nothing'])('for %s do not work at /mcp', async (resource) => {
    const { json } = await tokenFor(resource === 'nothing' ? undefined : test.base)
    expect(await statusAt('/graphql', json.access_token)).toBe(200)
    expect(await statusAt('/v1/urls', json.access_token)).toBe(200)
    expect(await statusAt('/mcp', json.access_token)).toBe(401)
  })

  it('are not exchanged for tokens of the other resource', async () => {
    const { json } = await tokenFor(`${test.base}/mcp`, { resource: test.base })
    expect(json.error).toBe('invalid_target')
    const { flow, json: tokens } = await tokenFor()
    expect((await flow.refresh(tokens.refresh_token, { resource: `${test.base}/mcp` })).json.error).toBe(
      'invalid_target',
    )
  })

  it('are not issued for another resource', async () => {
    const flow = new Flow(test, await seedClient(test, ada, { isPublic: true }), ada)
    for (const resource of ['https://elsewhere.example/mcp', `${test.base}/mcp/other`, `${test.base}/graphql`]) {
      const answer = await fetch(flow.address({ resource }), { redirect: 'manual' })
      expect(answer.status).toBe(400)
    }
  })
})

describe('a page that makes its name point here', () => {
  /** A POST whose Host is not the one that is called. `fetch` does not send it. */
  const postAs = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request(
        `${test.base}/mcp`,
        { method: 'POST', headers: { 'content-type': 'application/json', ...bearer(key), ...headers } },
        (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        },
      )
      sent.on('error', reject)
      sent.end(JSON.stringify(call('tack_find_links')))
    })

  it('is refused by its Host', async () => {
    expect(await postAs({ host: 'evil.example' })).toBe(421)
    expect(await postAs({ host: `evil.example:${new URL(test.base).port}`, origin: 'http://evil.example' })).toBe(421)
  })

  it.each(['http://evil.example', 'https://evil.example', 'null', 'http://localhost.evil.example', 'nonsense'])(
    'is refused by its Origin (%s)',
    async (origin) => {
      const { status, json } = await post(call('tack_find_links'), { ...bearer(key), origin })
      expect([status, json.error.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED'])
    },
  )

  it.each(['http://localhost:6274', 'http://127.0.0.1:8080'])(
    'is not meant by a page of this machine (%s)',
    async (origin) => {
      const { status, headers } = await post(call('tack_find_links'), {
        ...bearer(key),
        origin,
        accept: 'application/json, text/event-stream',
      })
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    },
  )
})
