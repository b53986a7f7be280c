import { mkdtemp, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Flow } from '../oauth/flow.ts'
import { type ListeningApp, startListening } from '../oauth/service.ts'
import { localCertificate, localCertificateKey } from '../support/certificate.ts'
import type { SeededAccount } from '../support/seed.ts'
import { connect } from './clients.ts'

/** What the host of the documents answers. */
let answer: (request: IncomingMessage, response: ServerResponse) => void
let fetches: string[] = []
const documents = createServer({ cert: localCertificate, key: localCertificateKey }, (request, response) => {
  fetches.push(request.url ?? '')
  answer(request, response)
})
let host: string
let test: ListeningApp
let ada: SeededAccount
const redirectUri = 'https://agent.example/cb'

beforeAll(async () => {
  await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve))
  host = `localhost:${(documents.address() as AddressInfo).port}`
  const file = join(await mkdtemp(join(tmpdir(), 'tack-ca-')), 'ca.pem')
  await writeFile(file, localCertificate)
  test = await startListening({
    EXTRA_CA_CERTS: file,
    OUTWARD_NETWORKS: 'any',
    OAUTH_CLIENTS: 'open',
    RATE_LIMITS: 'on',
  })
  ada = await test.seed.account()
})
afterAll(async () => {
  documents.close()
  await test.close()
})
beforeEach(() => {
  fetches = []
  // The limits of the test before.
  test.clock.advance({ minutes: 61 })
})

let counter = 0
const newAddress = () => `https://${host}/agent-${++counter}.json`

/** Answers with a document; undefined leaves a field out. */
function serve(address: string, changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const document = { client_id: address, client_name: 'Claude', redirect_uris: [redirectUri], ...changes }
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(document))
  }
}

const flowOf = (id: string) => new Flow(test, { id, secret: null, redirectUri }, ada)
const statusOf = async (id: string) => (await fetch(flowOf(id).address(), { redirect: 'manual' })).status

describe('an application with a metadata document', () => {
  it('is granted access to /mcp, and shows its host', async () => {
    const address = newAddress()
    serve(address)
    const flow = flowOf(address)
    const options = { scope: 'read:links', resource: `${test.base}/mcp` }
    const { browser, page } = await flow.beforeConsent(options)
    expect(page.text).toContain(`<strong>${host}</strong>`)
    expect(page.text).toContain('Claude')
    const { url } = await browser.submit(page, { act: 'allow' })
    const { json } = await flow.redeem(new URL(url).searchParams.get('code') ?? '')
    const client = await connect(test.base, json.access_token)
    expect((await client.call('tack_find_links')).isError ?? false).toBe(false)
    await client.close()
    const grants = await test.rest.get('/v1/oauth/grants', { token: (await test.seed.session(ada.id)) as string })
    expect(grants.json[0]).toMatchObject({ app: { name: 'Claude' } })
    // Logged in, asked and redeemed with one document.
    expect(fetches).toHaveLength(1)
    expect((await flow.refresh(json.refresh_token)).status).toBe(200)
  })

  it.each<[string, Record<string, unknown>]>([
    ['another client_id', { client_id: 'https://claude.example/agent.json' }],
    ['a secret', { client_secret: 'hunter2' }],
    ['a method with a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['another redirect URI than the one of the request', { redirect_uris: ['https://elsewhere.example/cb'] }],
    ['a script as redirect URI', { redirect_uris: ['javascript:alert(1)', redirectUri] }],
    ['a list of redirect URIs without end', { redirect_uris: Array.from({ length: 500 }, () => redirectUri) }],
    ['no redirect URI', { redirect_uris: undefined }],
  ])('that lies is refused: %s', async (_, changes) => {
    const address = newAddress()
    serve(address, changes)
    expect(await statusOf(address)).toBe(400)
    expect(await test.sql('select id from oauth_app where client_url = ?', [address])).toEqual([])
  })

  it.each<[string, (response: ServerResponse) => void]>([
    ['a redirect', (response) => response.writeHead(302, { location: 'https://elsewhere.example' }).end()],
    ['an error', (response) => response.writeHead(500).end()],
    ['HTML', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('{}')],
    ['no JSON', (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{')],
    [
      '33 KB',
      (response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(`{"a":"${'a'.repeat(33_000)}"}`),
    ],
    ['a list', (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('[]')],
  ])('is refused when its address answers with %s, and not fetched again at once', async (_, respond) => {
    const address = newAddress()
    answer = (_request, response) => respond(response)
    expect(await statusOf(address)).toBe(400)
    expect(await statusOf(address)).toBe(400)
    expect(fetches).toHaveLength(1)
  })

  it('has a name in one line, without what changes the text around it', async () => {
    const address = newAddress()
    serve(address, { client_name: `Cl\u202Eaude\n${'x'.repeat(500)}` })
    const { page } = await flowOf(address).beforeConsent()
    expect(page.text).not.toContain('\u202E')
    expect(page.text).not.toContain('x'.repeat(65))
  })

  it('is fetched once for requests at the same time', async () => {
    const address = newAddress()
    const document = JSON.stringify({ client_id: address, redirect_uris: [redirectUri] })
    answer = (_, response) => {
      setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(document), 50)
    }
    await Promise.all(Array.from({ length: 8 }, () => statusOf(address)))
    expect(fetches).toHaveLength(1)
  })

  it('makes the service fetch at most ten documents a minute for a network', async () => {
    answer = (_, response) => response.writeHead(404).end()
    for (let index = 0; index < 15; index++) await statusOf(newAddress())
    expect(fetches).toHaveLength(10)
  })
})

describe('POST /oauth/register', () => {
  const register = async (body: unknown) => {
    const response = await fetch(`${test.base}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, json: await response.json() }
  }

  it('registers a public application, which a person can grant access', async () => {
    const { status, json } = await register({
      client_name: 'Cursor',
      redirect_uris: [redirectUri],
      scope: 'everything',
    })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      client_name: 'Cursor',
      token_endpoint_auth_method: 'none',
      redirect_uris: [redirectUri],
    })
    expect(json.client_secret).toBeUndefined()
    const flow = flowOf(json.client_id)
    const { page } = await flow.beforeConsent()
    expect(page.text).toMatch(/nobody has checked its name.*<strong>agent\.example<\/strong>/)
    expect((await flow.redeem(await flow.code())).status).toBe(200)
    test.clock.advance({ hours: 25 })
    await test.app.recurringTasks.runAll()
    expect(await test.sql('select name from oauth_app where id = ?', [json.client_id])).toEqual([{ name: 'Cursor' }])
  })

  it.each([
    ['a secret', { redirect_uris: [redirectUri], token_endpoint_auth_method: 'client_secret_post' }],
    ['no redirect URI', { client_name: 'x' }],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['a list', []],
  ])('returns 400 for %s', async (_, body) => {
    const { status, json } = await register(body)
    expect([status, json.error]).toEqual([400, 'invalid_client_metadata'])
  })

  it('registers ten in an hour for a network, and none of them stays without a grant', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await register({ redirect_uris: [redirectUri] })).status),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
    test.clock.advance({ hours: 25 })
    await test.app.recurringTasks.runAll()
    const rows = await test.sql(
      `select id from oauth_app where owner_id is null and client_url is null and name <> 'Cursor'`,
    )
    expect(rows).toEqual([])
  })

  it('stands in the metadata', async () => {
    const metadata = await (await fetch(`${test.base}/.well-known/oauth-authorization-server`)).json()
    expect(metadata).toMatchObject({
      registration_endpoint: `${test.base}/oauth/register`,
      client_id_metadata_document_supported: true,
    })
  })
})
