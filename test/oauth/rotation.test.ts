import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FormTokens } from '../../src/modules/oauth/interactions/interaction-form.ts'
import { Keyring } from '../../src/platform/shared/keyring.ts'
import { seedClient } from './client.ts'
import { Flow } from './flow.ts'
import { type ListeningApp, startListening } from './service.ts'

const [present, former] = [
  'the secret after the rotation, long enough',
  'a secret that only the tests of this project know',
]

let test: ListeningApp
beforeAll(async () => {
  test = await startListening({ JWT_SECRET: present, JWT_SECRET_PREVIOUS: former })
})
afterAll(() => test.close())

describe('a client secret made before a rotation of JWT_SECRET', () => {
  it('is kept under the present secret once it was used, so that it outlives the former', async () => {
    const ada = await test.seed.account()
    const [used, unused] = [await seedClient(test, ada), await seedClient(test, ada)]
    await new Flow(test, used, ada).tokens()
    const wrong = await new Flow(test, { ...unused, secret: used.secret }, ada).refresh('tkr_any')
    expect(wrong.json.error).toBe('invalid_client')
    const digestOf = async ({ id }: { id: string }) =>
      (await test.sql<{ secret_digest: string }>('select secret_digest from oauth_app where id = ?', [id]))[0]
        ?.secret_digest
    const under = (secret: string, text: string | null) =>
      createHmac('sha256', new Keyring(secret).key('oauth-client')).update(String(text)).digest('hex')
    expect(await digestOf(used)).toBe(under(present, used.secret))
    expect(await digestOf(unused)).toBe(under(former, unused.secret))
    await new Flow(test, used, ada).tokens()
  })
})

describe('a form served before a rotation of JWT_SECRET', () => {
  it('can be sent back after it, until the former secret is removed', () => {
    const token = new FormTokens(new Keyring(former)).issue('uid')
    expect(new FormTokens(new Keyring(present, former)).isValid('uid', token)).toBe(true)
    expect(new FormTokens(new Keyring(present, former)).isValid('another', token)).toBe(false)
    expect(new FormTokens(new Keyring(present)).isValid('uid', token)).toBe(false)
  })
})
