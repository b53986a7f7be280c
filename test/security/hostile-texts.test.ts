import { afterAll, beforeAll, expect, it } from 'vitest'
import { listRestOperations, takesQuery } from '../../src/platform/rest/rest-operations.ts'
import { type Inputs, inputsFor, newActor } from '../contract/acts.ts'
import { overRest } from '../contract/faces.ts'
import { uploads } from '../contract/operation-sets.ts'
import { schema } from '../support/api.ts'
import { type StartedApp, startApp } from '../support/app.ts'
import type { RestOptions } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'

// Every text that a caller can send is as long as its place allows, of a kind that slow rules are slow for. A text of twice
// the length takes at most about twice the work.

let test: StartedApp
let account: SeededAccount
beforeAll(async () => {
  test = await startApp()
  account = await test.seed.account()
})
afterAll(() => {
  // The same texts were sent as passwords and in paths, which are logged.
  test.forget()
  return test.close()
})

/** Texts of any length. Each is the worst case of some rule that has been slow somewhere. */
const kinds: readonly (readonly [string, (length: number) => string])[] = [
  ['letters', (length) => 'a'.repeat(length)],
  ['spaces before a letter', (length) => `${' '.repeat(length - 1)}x`],
  ['line breaks before a letter', (length) => `${'\n'.repeat(length - 1)}x`],
  ['dots before a slash', (length) => `a${'.'.repeat(length - 3)}/x`],
  ['slashes before a letter', (length) => `${'/'.repeat(length - 1)}x`],
  ['segments of a path', (length) => `https://example.com/${'a/../'.repeat(length / 5)}`],
  ['labels of a host', (length) => `https://${'a.'.repeat(length / 2)}example.com`],
  ['an address without an end', (length) => `${'a@'.repeat(length / 2)}a`],
  ['dots of an address', (length) => `a@${'a.'.repeat(length / 2)}`],
  ['parameters', (length) => `https://example.com/?${'a=b&'.repeat(length / 4)}`],
  ['percent signs', (length) => '%'.repeat(length)],
  ['encoded bytes', (length) => '%e2%80'.repeat(length / 6)],
  ['opening brackets', (length) => '['.repeat(length)],
  ['tags without an end', (length) => '<a '.repeat(length / 3)],
  ['commas', (length) => ', '.repeat(length / 2)],
  ['combining marks', (length) => `a${'\u0301'.repeat(length / 2)}`],
  ['digits before a letter', (length) => `${'9'.repeat(length - 1)}x`],
]

/** Below this a measurement says nothing: it is little work for any request. */
const littleMs = 40

/** CPU time of the main thread for one request, in milliseconds. The database has a thread of its own. */
async function cpuMsOf(send: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await send()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Fails when twice the length takes more than 2.5 times the work, three times in a row. */
async function expectLinear(
  what: string,
  length: number,
  send: (text: (length: number) => string) => Promise<unknown>,
) {
  for (const [kind, text] of kinds) {
    let ratio = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < 3 && ratio > 2.5; attempt++) {
      const whole = await cpuMsOf(() => send((share) => text(Math.floor(share))))
      ratio = whole <= littleMs ? 0 : whole / (await cpuMsOf(() => send((share) => text(Math.floor(share / 2)))))
    }
    expect(ratio, `${what} with ${length} characters: ${kind}`).toBeLessThanOrEqual(2.5)
  }
}

/** How many texts an input has. Ids are among them: a caller may send anything as one. */
function countTexts(value: unknown): number {
  if (typeof value === 'string') return 1
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, each) => sum + countTexts(each), 0)
}

function withTexts(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text
  if (Array.isArray(value)) return value.map((each) => withTexts(each, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withTexts(each, text)]))
}

const operations = listRestOperations(schema).filter(({ name }) => !uploads.has(name))

it.each(operations.map((operation) => [operation.name, operation] as const))('%s', async (name, operation) => {
  const actor = await newActor(test)
  const inputs = await inputsFor(name, actor)
  const { pathArguments, route } = operation
  // What is in the path is short, so that the rest is reached: paths have their own cases.
  const long = Object.fromEntries(Object.entries(inputs).filter(([key]) => !pathArguments.includes(key)))
  const texts = countTexts(long)
  if (texts === 0) return
  const length = (takesQuery(operation) ? 12_000 : (route.bodyLimit ?? 65_536) * 0.9) / texts
  await expectLinear(name, length, (textOf) => {
    const changed: Inputs = { ...inputs, ...(withTexts(long, textOf(length / longestGrowth)) as Inputs) }
    return overRest(test, operation, changed, { token: actor.account.token })
  })
})

/** Encoded, a character takes up to so many bytes. */
const longestGrowth = 3

const addresses: readonly (readonly [
  string,
  (text: string) => [method: string, path: string, options?: RestOptions],
])[] = [
  ['a short address', (text) => ['GET', `/${encodeURI(text)}`]],
  ['a short address with a query', (text) => ['GET', `/abc?${encodeURI(text)}`]],
  ['an id', (text) => ['GET', `/v1/urls/${encodeURIComponent(text)}`]],
  ['a document', (text) => ['POST', '/graphql', { body: { query: text } }]],
  [
    'a variable',
    (text) => [
      'POST',
      '/graphql',
      { body: { query: 'query ($a: ID!) { node(id: $a) { id } }', variables: { a: text } } },
    ],
  ],
  ['a login form', (text) => ['POST', '/login', form({ email: text, password: text })]],
  ['a report form', (text) => ['POST', '/report', form({ url: text, message: text, email: text })]],
  ['a token request', (text) => ['POST', '/oauth/token', form({ grant_type: text, code: text, redirect_uri: text })]],
  [
    'an authorization',
    (text) => ['GET', `/oauth/authorize?redirect_uri=${encodeURIComponent(text)}&scope=${encodeURIComponent(text)}`],
  ],
]

function form(fields: Record<string, string>): RestOptions {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { headers, body: new URLSearchParams(fields).toString() }
}

it.each(addresses)('%s', async (what, build) => {
  const length = what.includes('document') || what.includes('variable') ? 60_000 : 4_000
  await expectLinear(what, length, (textOf) => {
    const [method, path, options] = build(textOf(length))
    return test.rest.send(method, path.slice(0, 15_000), options)
  })
})

const headerNames = [
  'accept',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'forwarded',
  'idempotency-key',
  'if-none-match',
  'origin',
  'prefer',
  'referer',
  'user-agent',
  'x-forwarded-for',
  'x-workspace-id',
]

it.each(headerNames)('the header %s', async (name) => {
  await expectLinear(name, 15_000, (textOf) => {
    // A header has no line break and no character beyond Latin-1.
    const value = textOf(15_000).replace(/[^\x20-\x7e]/g, '\t')
    return test.rest.get('/v1/urls', { token: account.token, headers: { [name]: value } })
  })
})
