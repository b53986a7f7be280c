import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { useRealHashes } from '../support/cheap-hash.ts'
import { secret, unreadableBodies, wrongMediaTypes, wrongTexts } from './wrong.ts'

beforeAll(useRealHashes)

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const path = '/v1/auth/register'
const validBody = (changes: Record<string, unknown> = {}) => ({
  name: 'Ada Lovelace',
  email: `${test.seed.word()}@example.com`,
  password: 'correct horse battery',
  ...changes,
})
const accounts = async () => (await test.sql<{ count: number }>('select count(*)::int as count from account'))[0]?.count

describe('POST /auth/register', () => {
  it('returns 201 with exactly the token and the user', async () => {
    const body = validBody()
    const { status, json } = await test.rest.post(path, body)
    expect(status).toBe(201)
    expect(json).toEqual({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      user: {
        id: expect.stringMatching(/^acc_[0-9a-z]{26}$/),
        name: body.name,
        email: body.email,
        role: 'user',
        emailVerifiedAt: null,
        pendingEmail: null,
        language: 'en',
        timezone: null,
        unwantedMails: [],
        workspaces: [expect.objectContaining({ name: body.name, role: 'owner' })],
      },
    })
    const me = await test.rest.get('/v1/auth/me', { token: json.token })
    expect(me.json).toEqual(json.user)
  })

  it.each(['/api/v1/auth/register', '/api/auth/register'])('returns 201 at its alias %s', async (alias) => {
    expect((await test.rest.post(alias, validBody())).status).toBe(201)
  })

  it('returns 201 for a name of 100 characters and passwords of 8 and of 128', async () => {
    for (const changes of [{ name: '🦊'.repeat(100) }, { password: 'qvzx-741' }, { password: 'p'.repeat(128) }]) {
      expect((await test.rest.post(path, validBody(changes))).status).toBe(201)
    }
  })

  it('trims the name and keeps the spelling of the e-mail address', async () => {
    const { json } = await test.rest.post(
      path,
      validBody({ name: '  Ada ', email: `Ada.${test.seed.word()}@Example.COM` }),
    )
    expect(json.user.name).toBe('Ada')
    expect(json.user.email).toMatch(/^Ada\..*@Example\.COM$/)
  })

  it('stores only an argon2id hash of the password: 19 MiB, two passes, one lane', async () => {
    const { json } = await test.rest.post(path, validBody({ password: secret }))
    const [row] = await test.sql<Record<string, unknown>>('select * from account where id = ?', [json.user.id])
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(JSON.stringify(test.logs)).not.toContain(secret)
  })
})

describe('POST /auth/register with a wrong field', () => {
  const wrong = [
    ...['name', 'email', 'password'].flatMap((field) =>
      wrongTexts.map(([title, value]) => [field, title, value] as const),
    ),
    ['name', 'blank', ' \t\n '],
    ['name', 'of 101 characters', secret.padEnd(101, 'x')],
    ['email', 'blank', '   '],
    ['email', 'not an address', secret],
    ['email', 'two addresses', `${secret}@example.com, ada@example.com`],
    ['email', 'an address with a line break', `${secret}@example.com\r\nBcc: ada@example.com`],
    ['email', 'of 255 characters', `${secret}@${'a.'.repeat(120)}com`.padStart(255, 'x')],
    ['password', 'of 7 characters', '7654321'],
    ['password', 'of 129 characters', secret.padEnd(129, 'x')],
  ] as const

  it.each(wrong)('returns 400 naming %s if it is %s', async (field, _title, value) => {
    const before = await accounts()
    const { status, json, text } = await test.rest.post(path, validBody({ [field]: value }))
    expect(status).toBe(400)
    expect(json.error.code).toBe('INVALID_PARAMS')
    expect(json.error.details).toEqual([{ field, issue: expect.any(String) }])
    expect(json.error.resolution).toContain(field)
    expect(text).not.toContain('hunter2')
    expect(text).not.toContain('7654321')
    expect(await accounts()).toBe(before)
  })

  it('returns 400 naming all wrong fields', async () => {
    const { status, json } = await test.rest.post(path, {})
    expect(status).toBe(400)
    expect(json.error.details.map((each: { field: string }) => each.field)).toEqual(['name', 'email', 'password'])
  })

  it.each(['role', 'id', 'emailKey', 'passwordHash', 'createdAt', 'constructor', 'toString', ''])(
    'returns 400 naming the unknown field %j, and creates no account',
    async (field) => {
      const before = await accounts()
      const { status, json, text } = await test.rest.post(path, validBody({ [field]: secret }))
      expect([status, json.error.code]).toEqual([400, 'INVALID_PARAMS'])
      const hint = /did you mean (email|password)\?|name, email, password/
      expect(json.error.details).toEqual([{ field, issue: expect.stringMatching(hint) }])
      expect(text).not.toContain(secret)
      expect(await accounts()).toBe(before)
    },
  )

  it.each(unreadableBodies)('returns 400 naming the body if it is %s', async (_title, body, field) => {
    const headers = { 'content-type': 'application/json' }
    const { status, json, text } = await test.rest.send('POST', path, { body, headers })
    expect([status, json.error.code]).toEqual([400, 'INVALID_PARAMS'])
    expect(json.error.details).toEqual([{ field, issue: expect.any(String) }])
    expect(text).not.toContain(secret)
  })

  it.each<Record<string, string>>([{}, { 'content-type': 'application/json' }])(
    'returns 400 naming all fields for an empty body with the headers %j',
    async (headers) => {
      const { status, json } = await test.rest.send('POST', path, { headers })
      expect(status).toBe(400)
      expect(json.error.details).toHaveLength(3)
    },
  )

  it.each(wrongMediaTypes)('returns 415 for a body of type %s', async (type) => {
    const body = JSON.stringify(validBody())
    const { status, json } = await test.rest.send('POST', path, { body, headers: { 'content-type': type } })
    expect([status, json.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })
})

describe('POST /auth/register with the e-mail address of an account', () => {
  it.each([
    ['the same letters', (email: string) => email],
    ['upper case', (email: string) => email.toUpperCase()],
    ['full-width letters', (email: string) => email.replace('ada', 'ａｄａ')],
  ])('returns 400 EMAIL_TAKEN for %s, without the value', async (_title, spell) => {
    const email = `ada.${test.seed.word()}@example.com`
    const first = await test.rest.post(path, validBody({ email }))
    const before = await accounts()
    const { status, json, text } = await test.rest.post(path, validBody({ email: spell(email) }))
    expect(status).toBe(400)
    expect(json.error).toMatchObject({ code: 'EMAIL_TAKEN', details: [{ field: 'email', issue: 'is taken' }] })
    expect(text.toLowerCase()).not.toContain(email)
    expect(text).not.toContain(first.json.user.id)
    expect(await accounts()).toBe(before)
  })

  it('returns 201 to exactly one of ten concurrent requests, and 400 EMAIL_TAKEN to the others', {
    tags: 'race',
  }, async () => {
    const email = `race.${test.seed.word()}@example.com`
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        test.rest.post(path, validBody({ email: index % 2 ? email.toUpperCase() : email })),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const codes = answers.filter(({ status }) => status === 400).map(({ json }) => json.error.code)
    expect(codes).toEqual(Array(9).fill('EMAIL_TAKEN'))
    expect(await test.sql('select id from account where email_key = ?', [email])).toHaveLength(1)
  })
})

describe('mutation register', () => {
  const document = `mutation ($input: RegisterInput!) {
    register(input: $input) { token user { id name email role } }
  }`
  const register = (input: Record<string, unknown>) => test.graph(document, { variables: { input } })

  it('returns the fields of the REST answer', async () => {
    const body = validBody()
    const { data, errors } = await register(body)
    expect(errors).toBeUndefined()
    const { id, ...user } = data.register.user
    expect(user).toEqual({ name: body.name, email: body.email, role: 'USER' })
    expect((await test.rest.get('/v1/auth/me', { token: data.register.token })).json.id).toBe(id)
  })

  it('returns EMAIL_TAKEN with status 400 in its extensions', async () => {
    const body = validBody()
    await register(body)
    const { data, errors } = await register(body)
    expect(data).toEqual({ register: null })
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'EMAIL_TAKEN',
      http: { status: 400 },
      details: [{ field: 'email', issue: 'is taken' }],
      requestId: expect.any(String),
    })
  })

  it.each(['name', 'email', 'password'].flatMap((field) => wrongTexts.map(([title, value]) => [field, title, value])))(
    'returns 400 for %s if it is %s, without the value',
    async (field, _title, value) => {
      const answer = await register(validBody({ [field as string]: value }))
      expect(answer.data?.register ?? null).toBeNull()
      const { code, http } = answer.errors?.[0]?.extensions ?? {}
      expect(http).toEqual({ status: 400 })
      expect(['INVALID_PARAMS', 'BAD_USER_INPUT']).toContain(code)
      expect(JSON.stringify(answer)).toContain(field)
      expect(JSON.stringify(answer)).not.toContain('hunter2')
    },
  )

  it.each([
    ['a literal that is not a string', `{ email: ${secret.replaceAll('-', '_')} }`],
    ['a text that does not end', `"${secret}`],
    ['a text where a name belongs', `"x" "${secret}"`],
    ['a block text where a name belongs', `"x" """${secret}"""`],
  ])('rejects a document with %s, without the value', async (_title, value) => {
    const answer = await test.graph(
      `mutation { register(input: { name: "Ada", email: "a@example.com", password: ${value} }) { token } }`,
    )
    expect(answer.errors?.[0]?.extensions.http).toEqual({ status: 400 })
    expect(JSON.stringify(answer)).not.toContain('hunter2')
  })
})
