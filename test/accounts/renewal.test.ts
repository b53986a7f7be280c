import argon2 from 'argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { useRealHashes } from '../support/cheap-hash.ts'
import type { SeededAccount } from '../support/seed.ts'

beforeAll(useRealHashes)

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const login = ({ email, password }: SeededAccount) => test.rest.post('/v1/auth/login', { email, password })
const hashOf = async ({ id }: SeededAccount) =>
  (await test.sql<{ password_hash: string }>('select password_hash from account where id = ?', [id]))[0]?.password_hash
const today = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

/** An account whose password was hashed with other parameters. */
async function hashedWith(memoryCost: number, timeCost: number) {
  const account = await test.seed.account()
  const hash = await argon2.hash(account.password, { type: argon2.argon2id, memoryCost, timeCost, parallelism: 1 })
  await test.sql('update account set password_hash = ? where id = ?', [hash, account.id])
  return { ...account, hash }
}

describe('a password hash with weaker parameters', () => {
  it.each([
    ['less memory', 1024, 2],
    ['fewer passes', 65_536, 1],
  ])('of %s is replaced by the next login, which returns 200, as do later ones', async (_t, memory, passes) => {
    const ada = await hashedWith(memory, passes)
    expect((await login(ada)).status).toBe(200)
    expect(await hashOf(ada)).toMatch(today)
    const renewed = await hashOf(ada)
    expect((await login(ada)).status).toBe(200)
    expect(await hashOf(ada)).toBe(renewed)
  })

  it('is kept after a wrong password', async () => {
    const ada = await hashedWith(1024, 2)
    expect((await login({ ...ada, password: 'not her password' })).status).toBe(401)
    expect(await hashOf(ada)).toBe(ada.hash)
  })

  it('is replaced once by concurrent logins, which all return 200', async () => {
    const ada = await hashedWith(1024, 2)
    const answers = await Promise.all(Array.from({ length: 8 }, () => login(ada)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await hashOf(ada)).toMatch(today)
    expect((await login(ada)).status).toBe(200)
  })

  it('does not prevent or undo a concurrent change of the password', async () => {
    const ada = await hashedWith(1024, 2)
    const [changed] = await Promise.all([
      test.rest.post(
        '/v1/auth/password',
        { currentPassword: ada.password, newPassword: 'a much better one' },
        { token: ada.token },
      ),
      ...Array.from({ length: 4 }, () => login(ada)),
    ])
    expect(changed?.status).toBe(200)
    expect((await login({ ...ada, password: 'a much better one' })).status).toBe(200)
    expect((await login(ada)).status).toBe(401)
  })

  it('is replaced without ending sessions', async () => {
    const ada = await hashedWith(1024, 2)
    await login(ada)
    expect((await test.rest.get('/v1/auth/me', { token: ada.token })).status).toBe(200)
  })
})

describe('a password hash with stronger parameters', () => {
  it('is kept', async () => {
    const ada = await hashedWith(32_768, 3)
    expect((await login(ada)).status).toBe(200)
    expect(await hashOf(ada)).toBe(ada.hash)
  })
})
