import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RestAnswer } from '../support/rest.ts'
import { type ProbeService, probe, startProbe } from './probe.ts'

let service: ProbeService
beforeAll(async () => {
  service = await startProbe()
})
afterAll(() => service.close())
beforeEach(() => {
  probe.calls = 0
})

const hashOf = (query: string) => createHash('sha256').update(query).digest('hex')
const extensionsOf = (sha256Hash: unknown, version: unknown = 1) => ({ persistedQuery: { version, sha256Hash } })
const post = (body: unknown) => service.rest.post('/graphql', body)
const register = (query: string) => post({ query, extensions: extensionsOf(hashOf(query)) })
const runByHash = (query: string) => post({ extensions: extensionsOf(hashOf(query)) })

/** A document of its own for each number, of about `length` characters. */
const documentOf = (number: number, length = 0) => `{ ring { number } } # ${number} ${'x'.repeat(length)}`

function expectError({ status, json }: RestAnswer, expected: number, code: string): void {
  expect([status, json.data]).toEqual([expected, undefined])
  expect(json.errors[0].extensions).toMatchObject({
    code,
    http: { status: expected },
    resolution: expect.stringMatching(/\S/),
  })
  expect(probe.calls).toBe(0)
}

describe('a document with its hash', () => {
  it('runs, and then by its hash alone, also by GET', async () => {
    const document = 'query Registered { ring { number } }'
    expectError(await runByHash(document), 200, 'PERSISTED_QUERY_NOT_FOUND')
    expect((await register(document)).json).toEqual({ data: { ring: { number: 1 } } })
    expect((await runByHash(document)).json).toEqual({ data: { ring: { number: 1 } } })
    const extensions = encodeURIComponent(JSON.stringify(extensionsOf(hashOf(document))))
    const byGet = await service.rest.get(`/graphql?extensions=${extensions}`)
    expect(byGet.json).toEqual({ data: { ring: { number: 1 } } })
  })

  it('returns 400 PERSISTED_QUERY_HASH_MISMATCH for the hash of another document', async () => {
    const other = 'query Other { ring { number } }'
    const query = 'mutation { touch(times: 1) }'
    const answer = await post({ query, extensions: extensionsOf(hashOf(other)) })
    expectError(answer, 400, 'PERSISTED_QUERY_HASH_MISMATCH')
    expectError(await runByHash(other), 200, 'PERSISTED_QUERY_NOT_FOUND')
    expectError(await runByHash(query), 200, 'PERSISTED_QUERY_NOT_FOUND')
  })

  it.each([
    ['another version', extensionsOf('a'.repeat(64), 2)],
    ['no version', { persistedQuery: true }],
  ])('returns 400 BAD_REQUEST for %s', async (_what, extensions) => {
    expectError(await post({ extensions }), 400, 'BAD_REQUEST')
  })

  it.each([[null], [1], [{ a: 1 }], ['x'.repeat(10_000)]])('is not found by the hash %j', async (hash) => {
    expectError(await post({ extensions: extensionsOf(hash) }), 200, 'PERSISTED_QUERY_NOT_FOUND')
  })

  it('is not stored when it is not valid', async () => {
    for (const document of ['{ nothing }', '{']) {
      expect((await register(document)).status).toBe(400)
      expectError(await runByHash(document), 200, 'PERSISTED_QUERY_NOT_FOUND')
    }
  })

  it('has its codes in schema/errors.json', async () => {
    const rows: { code: string }[] = JSON.parse(await readFile('schema/errors.json', 'utf8'))
    const codes = rows.map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_QUERY_HASH_MISMATCH']))
  })
})

it('documents take 32 MiB at most: the one used longest ago is dropped', async () => {
  const [first, second] = [documentOf(-1), documentOf(-2)]
  await register(first)
  await register(second)
  // 30,000 characters take up to 60,000 bytes.
  const large = Array.from({ length: 600 }, (_, number) => documentOf(number, 30_000))
  for (const [index, document] of large.entries()) {
    await register(document)
    if (index === 300) expect((await runByHash(first)).status).toBe(200)
  }
  expect((await runByHash(first)).json.data.ring.number).toBe(1)
  probe.calls = 0
  expectError(await runByHash(second), 200, 'PERSISTED_QUERY_NOT_FOUND')
  const stored = await Promise.all(large.map(async (document) => (await runByHash(document)).json.data !== undefined))
  const count = stored.filter((isStored) => isStored).length
  expect(count).toBeGreaterThan(400)
  expect(count * 60_000).toBeLessThan(32 * 1024 * 1024)
})
