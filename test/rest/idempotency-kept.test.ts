import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IdempotencyStore } from '../../src/platform/rest/idempotency/idempotency-store.ts'
import { decrypt, encrypt, Keyring } from '../../src/platform/shared/keyring.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let account: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  account = await test.seed.account()
})
afterAll(() => test.close())

const keyed = (key: string) => ({ token: account.token, headers: { 'idempotency-key': key } })
const newBody = () => ({ longUrl: `https://example.com/${test.seed.word()}` })
const post = (body: unknown, options: object) => test.rest.post('/v1/urls', body, options)
const codeOf = ({ status, json }: RestAnswer) => [status, json.error?.code]

describe('a stored answer', () => {
  it('reveals neither the caller nor the key, the body or the answer', async () => {
    const key = test.seed.word()
    const password = 'sesame, open wide'
    const shorten = { longUrl: 'https://example.com/a-page' }
    await post({ ...newBody(), password }, keyed(key))
    await test.rest.post('/v1/free-urls/shorten', shorten, { headers: keyed(key).headers, from: '198.51.100.77' })
    const rows = await test.sql<Record<string, unknown>>('select * from idempotency')
    const text = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
      .join('\n')
    for (const secret of [key, password, account.id, 'example.com', '198.51.100.77']) expect(text).not.toContain(secret)
  })

  it('is replayed completely: a registration gets the token of the first answer', async () => {
    const body = { name: 'Ada', email: `${test.seed.word()}@example.com`, password: 'correct horse battery' }
    const { headers } = keyed(test.seed.word())
    const register = () => test.rest.post('/v1/auth/register', body, { headers })
    const first = await register()
    const again = await register()
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
    expect((await test.rest.get('/v1/auth/me', { token: again.json.token })).status).toBe(200)
    const rest = { ...body, password: 'another horse battery' }
    expect(codeOf(await test.rest.post('/v1/auth/register', rest, { headers }))).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
  })
})

describe('an expired answer', () => {
  it('is deleted, and nothing else is', async () => {
    const keyring = new Keyring('any secret will do to forget')
    const answers = new IdempotencyStore(test.app.database.orm, test.clock, keyring)
    await test.sql('delete from idempotency')
    await post(newBody(), keyed(test.seed.word()))
    test.clock.advance({ hours: 1 })
    await post(newBody(), keyed(test.seed.word()))
    test.clock.advance({ hours: 23, ms: -1 })
    for (const left of [2, 1]) {
      await answers.deleteExpired()
      expect(await test.sql('select claim from idempotency')).toHaveLength(left)
      test.clock.advance({ ms: 1 })
    }
  })
})

describe('encrypt', () => {
  const [key, about] = [randomBytes(32), randomBytes(32)]

  it('returns a different ciphertext each time, which decrypt reads with the same key and additional data', () => {
    const sealed = encrypt(key, about, 'Grüße, 💌')
    expect(decrypt(key, about, sealed)).toBe('Grüße, 💌')
    expect(decrypt(key, about, new Uint8Array(encrypt(key, about, '')))).toBe('')
    expect(encrypt(key, about, 'Grüße, 💌').equals(sealed)).toBe(false)
  })

  it('makes decrypt throw when a bit of the ciphertext, the key or the additional data differs', () => {
    const sealed = encrypt(key, about, 'x')
    for (let index = 0; index < sealed.length; index++) {
      const touched = Buffer.from(sealed)
      touched.writeUInt8(touched.readUInt8(index) ^ 1, index)
      expect(() => decrypt(key, about, touched)).toThrow()
    }
    expect(() => decrypt(randomBytes(32), about, sealed)).toThrow()
    expect(() => decrypt(key, randomBytes(32), sealed)).toThrow()
    expect(() => decrypt(key, about, sealed.subarray(0, 20))).toThrow()
  })
})
