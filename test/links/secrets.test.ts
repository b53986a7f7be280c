import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { useRealHashes } from '../support/cheap-hash.ts'
import type { SeededAccount } from '../support/seed.ts'
import { linkRow } from './answers.ts'

beforeAll(useRealHashes)

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const password = 'Zq-open-sesame'

it('stores the password of a link as an argon2id hash with the parameters of OWASP', async () => {
  const [one, two] = [await test.seed.link(ada, { password }), await test.seed.link(ada, { password })]
  const [first, second] = [await linkRow(test, one.id), await linkRow(test, two.id)]
  expect(first?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]+\$[\w+/]+$/)
  expect(first?.password_hash).not.toBe(second?.password_hash)
  await test.rest.patch(`/v1/urls/${one.id}`, { password: `${password}2` }, { token: ada.token })
  const changed = await linkRow(test, one.id)
  expect(changed?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(changed?.password_version).toBe(1)
})

it('unlocks the link only with the new password after a change', async () => {
  const { id, shortUrl } = await test.seed.link(ada, { password })
  const unlock = (password: string) => test.rest.post(`/v1/urls/redirect/${shortUrl}/verify-password`, { password })
  expect((await unlock(password)).status).toBe(200)
  await test.rest.patch(`/v1/urls/${id}`, { password: 'another one' }, { token: ada.token })
  expect([(await unlock(password)).status, (await unlock('another one')).status]).toEqual([401, 200])
})

it('shows neither the password nor its hash in an answer or a log line', async () => {
  const { token } = ada
  const customUrl = test.seed.word()
  const fields = 'id title code hasPassword creator { id name email role } clickLimit updatedAt'
  const body = { longUrl: 'https://example.com', customUrl, password }
  const input = { destination: 'https://example.com' }
  const create = (selection: string) =>
    `mutation ($input: CreateUrlInput!) { createUrl(input: $input) { ${selection} } }`
  const { json } = await test.rest.post('/v1/urls', body, { token })
  const answers = [
    json,
    (await test.rest.post('/v1/urls', body, { token })).json,
    (await test.rest.post('/v1/urls', { ...body, clickLimit: 0 }, { token })).json,
    (await test.rest.get('/v1/urls', { token })).json,
    (await test.rest.get(`/v1/urls/${json.id}`, { token })).json,
    (await test.rest.patch(`/v1/urls/${json.id}`, { password }, { token })).json,
    (await test.rest.patch(`/v1/urls/${json.id}`, { password, customUrl: 'graphql' }, { token })).json,
    (await test.rest.get(`/v1/urls/redirect/${customUrl}`)).json,
    (await test.rest.get(`/${customUrl}`)).text,
    await test.graph(create(fields), { token, variables: { input: { ...input, password } } }),
    await test.graph(create('id'), { token, variables: { input: { ...input, password: [password] } } }),
    await test.graph(`mutation { createUrl(input: { destination: 4, password: "${password}" }) { id } }`, { token }),
    await test.graph(`{ urls { edges { node { ${fields} } } nodes { ${fields} } } }`, { token }),
    await test.graph('{ urls { nodes { passwordHash } } }', { token }),
    test.logs,
    test.statements,
  ]
  for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/argon2|Zq-open/)
})

it('has no field for it in the schema', () => {
  const { UrlItem, ShortUrlResponse, UserProfile } = test.app.schema.getTypeMap()
  for (const type of [UrlItem, ShortUrlResponse, UserProfile]) {
    const names = type && 'getFields' in type ? Object.keys(type.getFields()) : []
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => /password|hash|emailKey/i.test(name) && name !== 'hasPassword')).toEqual([])
  }
})
