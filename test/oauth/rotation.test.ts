import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Keyring } from '../../src/platform/shared/keyring.ts'
import { FormTokens } from '../../src/platform/web/form-tokens.ts'
import { seedClient } from './client.ts'
import { Flow } from './flow.ts'
import { type ListeningApp, startListening } from './service.ts'

const [current, previous] = [
  'the secret after the rotation, long enough',
  'a secret that only the tests of this project know',
]

let test: ListeningApp
beforeAll(async () => {
  test = await startListening({ JWT_SECRET: current, JWT_SECRET_PREVIOUS: previous })
})
afterAll(() => test.close())

describe('a client secret from before a rotation of JWT_SECRET', () => {
  it('gets a digest with the current key when it is used', async () => {
    const ada = await test.seed.account()
    const [used, unused] = [await seedClient(test, ada), await seedClient(test, ada)]
    await new Flow(test, used, ada).tokens()
    const wrong = await new Flow(test, { ...unused, secret: used.secret }, ada).refresh('tkr_any')
    expect(wrong.json.error).toBe('invalid_client')
    const digestOf = async ({ id }: { id: string }) =>
      (await test.sql<{ secret_digest: string }>('select secret_digest from oauth_app where id = ?', [id]))[0]
        ?.secret_digest
    const digestWith = (secret: string, text: string | null) =>
      createHmac('sha256', new Keyring(secret).key('oauth-client')).update(String(text)).digest('hex')
    expect(await digestOf(used)).toBe(digestWith(current, used.secret))
    expect(await digestOf(unused)).toBe(digestWith(previous, unused.secret))
    await new Flow(test, used, ada).tokens()
  })
})

describe('a form token from before a rotation of JWT_SECRET', () => {
  it('is valid until the previous secret is removed', () => {
    const token = new FormTokens(new Keyring(previous)).issue('uid')
    expect(new FormTokens(new Keyring(current, previous)).isValid('uid', token)).toBe(true)
    expect(new FormTokens(new Keyring(current, previous)).isValid('another', token)).toBe(false)
    expect(new FormTokens(new Keyring(current)).isValid('uid', token)).toBe(false)
  })
})
