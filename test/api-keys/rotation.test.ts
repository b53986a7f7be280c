import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiKeyHasher, ApiKeyReader, collectUses } from '../../src/modules/identity/api-keys/index.ts'
import { Keyring } from '../../src/platform/shared/keyring.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { keyRow } from './answers.ts'

let test: TestApp
let ada: SeededAccount
let present: Buffer
beforeAll(async () => {
  test = await sharedApp()
  present = new Keyring(String(test.settings.jwtSecret)).key('api-key')
  ada = await test.seed.account()
})
afterAll(() => test.close())

/** A node with these secrets, newest first. */
function nodeWith(...hmacKeys: Buffer[]) {
  const { orm } = test.app.database
  const uses = collectUses(orm, test.app.server.log)
  return { reader: new ApiKeyReader(orm, test.clock, new ApiKeyHasher(hmacKeys), uses, () => null), uses }
}

const noWorkspaces = () => `'[]'::json`

const statementsAboutKeys = () => test.credentialReads.splice(0)

describe('a key', () => {
  it('is found by the current and the previous secret, with one statement', async () => {
    const { key } = await test.seed.key(ada)
    for (const secrets of [[present], [randomBytes(32), present], [randomBytes(32), randomBytes(32), present]]) {
      test.credentialReads.splice(0)
      const { reader } = nodeWith(...secrets)
      expect(await reader.read(key, noWorkspaces)).toMatchObject({ accountId: ada.id, scheme: 'apiKey' })
      expect(statementsAboutKeys()).toHaveLength(1)
    }
  })

  it('gets a digest of the current secret when it is used, and is found without the previous one', async () => {
    const next = randomBytes(32)
    const made = await test.seed.key(ada)
    const { reader, uses } = nodeWith(next, present)
    await reader.read(made.key, noWorkspaces)
    await uses.flush()
    expect((await keyRow(test, made))?.key_hash).toBe(new ApiKeyHasher([next]).computeDigests(made.key)[0])
    expect(await nodeWith(next).reader.read(made.key, noWorkspaces)).toMatchObject({ accountId: ada.id })
  })

  it('that was not used is invalid without the previous secret', async () => {
    const { key } = await test.seed.key(ada)
    await expect(nodeWith(randomBytes(32)).reader.read(key, noWorkspaces)).rejects.toMatchObject({
      code: 'INVALID_TOKEN',
    })
  })

  it('is updated at most once a minute by nodes with the secrets in different orders', async () => {
    const next = randomBytes(32)
    const made = await test.seed.key(ada)
    const nodes = [nodeWith(next, present), nodeWith(present, next)]
    const hashes = new Set<string | undefined>()
    for (let round = 0; round < 3; round++) {
      for (const { reader, uses } of nodes) {
        await reader.read(made.key, noWorkspaces)
        await uses.flush()
        hashes.add((await keyRow(test, made))?.key_hash)
      }
    }
    expect(hashes.size).toBe(1)
  })
})
