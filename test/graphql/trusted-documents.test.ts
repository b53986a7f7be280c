import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InvalidSetting } from '../../src/config.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { transports } from '../support/live.ts'

const documents = {
  b5e2a3: 'query Me { me { email } }',
  abc: 'query Named($name: Boolean!) { me { email name @include(if: $name) } }',
  sha1: 'query Two { __typename me { email } }',
  'sha256:c7d1': 'query Three { __typename }',
  outdated: 'query Outdated { nothing }',
  live: 'subscription Live { clickRecorded(urlId: "lnk_unknown") { id } }',
}

let folder: string
let test: TestApp
let token: string
let email: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trusted-'))
  test = await startApp({ TRUSTED_DOCUMENTS: await fileOf(JSON.stringify(documents)) })
  ;({ token, email } = await test.seed.account())
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

async function fileOf(text: string): Promise<string> {
  const file = join(folder, `${Math.random()}.json`)
  await writeFile(file, text)
  return file
}

const byId = (id: unknown) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: id } } })
const post = (body: unknown) => test.rest.post('/graphql', body, { token })

describe('a listed document', () => {
  it('runs by its id, whatever the id is made of', async () => {
    expect((await post(byId('b5e2a3'))).json).toEqual({ data: { me: { email } } })
    expect((await post(byId('sha1'))).json).toEqual({ data: { __typename: 'Query', me: { email } } })
  })

  it('runs by documentId, as Relay sends it, with and without the prefix of its hash, whichever is listed', async () => {
    expect((await post({ documentId: 'b5e2a3' })).json).toEqual({ data: { me: { email } } })
    expect((await post({ documentId: 'sha256:b5e2a3', extensions: {} })).json).toEqual({ data: { me: { email } } })
    expect((await post(byId('c7d1'))).json).toEqual({ data: { __typename: 'Query' } })
    expect((await post({ documentId: 'sha256:c7d1' })).json).toEqual({ data: { __typename: 'Query' } })
    expect((await post({ documentId: 'abc', variables: { name: false } })).json).toEqual({ data: { me: { email } } })
  })

  it('runs by documentId in a GET', async () => {
    const get = (id: string) => test.rest.get(`/graphql?documentId=${id}`, { token })
    expect((await get('b5e2a3')).json).toEqual({ data: { me: { email } } })
    expect((await get('unknown')).json.errors[0].extensions.code).toBe('DOCUMENT_NOT_TRUSTED')
  })

  it('runs by its text', async () => {
    expect((await post({ query: documents.b5e2a3 })).json).toEqual({ data: { me: { email } } })
  })

  it.each(transports)('runs over $transport', async ({ openClient }) => {
    const client = await openClient(test.app.server, { token })
    const [query, live] = [byId('b5e2a3'), byId('live')].map((each) => client.request({ query: '', ...each }))
    await expect.poll(() => query?.events).toEqual([{ data: { me: { email } } }])
    await expect.poll(() => live?.errors?.[0]?.extensions.code).toBe('LINK_NOT_FOUND')
    await client.close()
  })

  it('returns 400 GRAPHQL_VALIDATION_FAILED when the schema has changed', async () => {
    const { status, json } = await post(byId('outdated'))
    expect([status, json.errors[0].extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED'])
  })
})

const unlisted: [string, object][] = [
  ['another document', { query: '{ me { email name } }' }],
  ['a document that does not parse', { query: '{' }],
  ['a document that does not exist in the schema', { query: '{ nothing }' }],
  ['an unknown id', byId('unknown')],
  ['an id that objects have by nature', byId('constructor')],
  ['an id that is no text', byId({ b5e2a3: 1 })],
  ['an unknown documentId', { documentId: 'unknown' }],
  ['a documentId that is no text', { documentId: ['b5e2a3'] }],
  ['a listed documentId with another document', { query: '{ me { name } }', documentId: 'b5e2a3' }],
  ['a listed id with another document', { query: '{ me { name } }', ...byId('b5e2a3') }],
  ['an operation name', { query: 'query Other { me { name } }', operationName: 'Other' }],
  ['introspection', { query: getIntrospectionQuery() }],
  ['no document', { variables: {} }],
]

describe('any other document is refused', () => {
  const rejection = {
    code: 'DOCUMENT_NOT_TRUSTED',
    http: { status: 400 },
    resolution: expect.stringMatching(/persistedQuery/),
  }

  it.each(unlisted)('with 400 DOCUMENT_NOT_TRUSTED: %s', async (_what, body) => {
    const { status, json } = await post(body)
    expect([status, json.data]).toEqual([400, undefined])
    expect(json.errors).toEqual([{ message: expect.any(String), extensions: expect.objectContaining(rejection) }])
  })

  describe.each(transports)('over $transport', ({ openClient }) => {
    it.each(unlisted)('%s', async (_what, body) => {
      const client = await openClient(test.app.server, { token })
      const operation = client.request({ query: '', ...body })
      await expect
        .poll(() => operation.errors?.map(({ extensions }) => extensions))
        .toEqual([expect.objectContaining(rejection)])
      await client.close()
    })
  })

  it('also after it was sent with its hash', async () => {
    const query = '{ me { name } }'
    const sha256Hash = '2f5b9d6b2f0b8c2e3a3e3d7a4e1b5a7c'
    await post({ query, ...byId(sha256Hash) })
    expect((await post(byId(sha256Hash))).json.errors[0].extensions.code).toBe('DOCUMENT_NOT_TRUSTED')
  })
})

describe('with trusted documents', () => {
  it('GraphiQL is off, and its page says why', async () => {
    const { text } = await test.rest.get('/graphql', { headers: { accept: 'text/html' } })
    expect(text).toMatch(/switched off because this service runs only documents that it knows/)
    expect(text).not.toMatch(/<script|Introspection/)
  })

  it('REST is as before', async () => {
    expect((await test.rest.get('/v1/auth/me', { token })).status).toBe(200)
  })
})

describe('the service does not start', () => {
  it.each([
    ['a file that is no JSON', '{"a": "{ me { id }', 'is no JSON object of texts'],
    ['a list', '["{ me { id } }"]', 'is no JSON object of texts'],
    ['an object of other values', '{"a": {"query": "{ me { id } }"}}', 'is no JSON object of texts'],
    ['a document with a syntax error', '{"a": "{ me { id }"}', 'has a document with a syntax error (a)'],
  ])('with %s, and says so in one sentence', async (_what, text, reason) => {
    await expectRejection(await fileOf(text), reason)
  })

  it('with a file that does not exist', async () => {
    await expectRejection(join(folder, 'missing.json'), 'cannot be read')
  })

  async function expectRejection(file: string, reason: string): Promise<void> {
    const error = await startApp({ TRUSTED_DOCUMENTS: file }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(InvalidSetting)
    const rest = 'it accepts a JSON object of GraphQL documents by id.'
    expect((error as Error).message).toBe(`TRUSTED_DOCUMENTS names a file that ${reason}; ${rest}`)
  }
})
