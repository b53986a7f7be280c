import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listRestOperations } from '../../src/platform/rest/rest-operations.ts'
import { apiRoots } from '../../src/platform/rest/rest-routes.ts'
import { schema } from '../support/api.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import { triesAll } from '../support/size.ts'
import { type Actor, type Inputs, inputsFor } from './acts.ts'
import { overRest, type Via } from './faces.ts'
import { adminOnly } from './operation-sets.ts'
import { withoutChance } from './rows.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const operations = listRestOperations(schema).map((operation) => [operation.name, operation] as const)

/** How each case changes a request. */
const ways: readonly { name: string; via?: Via; spoil?: (inputs: Inputs) => Inputs }[] = [
  { name: 'a valid act' },
  { name: 'an act with an Idempotency-Key', via: { headers: { 'idempotency-key': 'a key' } } },
  { name: 'no credential', via: { token: undefined } },
  { name: 'a forged credential', via: { token: 'a.forged.token' } },
  { name: 'a key that is none', via: { headers: { 'idempotency-key': '' } } },
  { name: 'a field too many', spoil: (inputs) => ({ ...inputs, unknown: true }) },
  {
    name: 'a call from a script of another origin',
    via: { headers: { origin: 'https://app.example.com' } },
  },
]

interface Caller {
  readonly actor: Actor
  readonly inputs: Inputs
  /** Removes the words and the account of the caller from an answer. */
  readonly nameless: (text: string) => string
}

/** A new account with valid inputs for the operation. */
async function newCaller(operation: string): Promise<Caller> {
  const account = await test.seed.account()
  const words: string[] = []
  const word = () => {
    const made = test.seed.word()
    words.push(made)
    return made
  }
  const nameless = (text: string) =>
    [account.email, ...words].reduce((rest, each, index) => rest.replaceAll(each, `word ${index}`), text)
  const actor = { test, account, word }
  return { actor, inputs: await inputsFor(operation, actor), nameless }
}

/**
 * An answer as it must be under every root: status, body without ids, times and words, and the names of its headers.
 */
function likeness({ status, json, headers }: RestAnswer, nameless: (text: string) => string) {
  const body = nameless(JSON.stringify(withoutChance(json) ?? null))
    .replace(/"requestId":"[^"]*"/g, '"requestId":""')
    .replace(/\b([a-z]{2,4})_[\w-]{20,}/g, '$1_')
  return { status, body, headers: Object.keys(headers).toSorted() }
}

/**
 * A read, a creation, a deletion and a file; beyond them a list, a change, an image, a map, an upload, a login, and one for
 * admins. The roots share the handler of each operation, and routes.test.ts shows that each root has them all.
 */
const examples = new Set([
  ...['url', 'createUrl', 'deleteUrl', 'clickExport'],
  ...(triesAll ? ['urls', 'updateUrl', 'dynamicQrImage', 'clickMap', 'uploadImport', 'login', 'blockDestination'] : []),
])

describe.each(operations.filter(([name]) => examples.has(name)))(
  '%s returns the same under every root',
  (name, operation) => {
    /** One caller for each root, so that every root has the same rows. */
    const callers = new Map<string, Caller>()

    it.each(ways.map((way) => [way.name, way] as const))('to %s', async (_name, { via, spoil }) => {
      // Later rows have the same order under each root.
      test.clock.advance({ seconds: 1 })
      const likenesses = []
      for (const root of apiRoots) {
        const caller = callers.get(root) ?? (await newCaller(name))
        const { actor, inputs, nameless } = caller
        const token = via && 'token' in via ? via.token : actor.account.token
        // Without an account a key belongs to the network, so each root is called from another one.
        const from = `198.51.100.${apiRoots.indexOf(root) + 1}`
        const answer = await overRest(test, operation, spoil?.(inputs) ?? inputs, { from, ...via, token, root })
        likenesses.push(likeness(answer, nameless))
        // A read or a rejected request changes no row, so the next one can have the same inputs. But an admin sees the
        // rows of all callers.
        const isRepeatable = operation.route.method === 'GET' || answer.status >= 400
        if (isRepeatable && !adminOnly.has(name)) callers.set(root, caller)
        else callers.delete(root)
      }
      const [versioned, ...aliases] = likenesses
      for (const alias of aliases) expect(alias).toEqual(versioned)
    })
  },
)
