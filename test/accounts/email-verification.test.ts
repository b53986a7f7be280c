import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { sharedMailApp } from '../support/mail-app.ts'
import { linkOf, type MailServer } from '../support/mail-server.ts'

let test: TestApp
let server: MailServer
beforeAll(async () => {
  ;({ test, server } = await sharedMailApp())
})
afterAll(async () => {
  await test.close()
})

const newEmail = () => `${test.seed.word()}@example.com`
const tokenOf = async (email: string) => linkOf(await server.mailTo(email)).searchParams.get('token') ?? ''
const verify = (token: string, session?: string) =>
  test.rest.post('/v1/auth/email/verify', { token }, { token: session })
const verifiedAt = async (token: string) => (await test.rest.get('/v1/auth/me', { token })).json.emailVerifiedAt

async function register(headers: Record<string, string> = {}) {
  const email = newEmail()
  const body = { name: 'Ada <b>', email, password: 'correct horse battery' }
  const { json } = await test.rest.post('/v1/auth/register', body, { headers })
  return { email, session: json.token as string, id: json.user.id as string }
}

describe('a registration', () => {
  it('returns a session at once, and sends the mail that verifies the address', async () => {
    const { email, session } = await register()
    expect(await verifiedAt(session)).toBeNull()
    const mail = await server.mailTo(email)
    expect(mail.header('Subject')).toBe('Verify your e-mail address')
    const link = linkOf(mail)
    expect(link.href.replace(test.settings.publicUrl, '')).toMatch(/^\/account\/verify\?token=[\w-]{43}$/)
    // A stranger may have chosen the name.
    expect(mail.raw).not.toContain('Ada')
    expect(await verify(link.searchParams.get('token') ?? '', session)).toMatchObject({
      status: 200,
      json: { success: true },
    })
    expect(await verifiedAt(session)).toBe(test.clock.now().toISOString())
  })

  it.each([
    ['de-AT,de;q=0.9', 'E-Mail-Adresse bestätigen', 'de'],
    ['fr', 'Confirmez votre adresse e-mail', 'fr'],
    ['es', 'Confirme su correo electrónico', 'es'],
    ['ja', 'Verify your e-mail address', 'en'],
  ])('in the language %s sends the mail %j', async (acceptLanguage, subject, language) => {
    const { email } = await register({ 'accept-language': acceptLanguage })
    const mail = await server.mailTo(email)
    expect(mail.header('Subject')).toBe(subject)
    expect(mail.header('Content-Language')).toBe(language)
  })

  it('that is refused sends nothing', async () => {
    const { email } = await register()
    await server.mailTo(email)
    const again = { name: 'Eve', email, password: 'correct horse battery' }
    expect((await test.rest.post('/v1/auth/register', again)).status).toBe(400)
    expect(await test.sql(`select 1 from jobs.job where name = 'mail'`)).toEqual([])
    expect(server.mails.filter(({ recipients }) => recipients.includes(email))).toHaveLength(1)
  })
})

describe('POST /auth/email/verify', () => {
  it('returns 400 MAIL_LINK_INVALID for a token that was used, and keeps the first time', async () => {
    const { email, session } = await register()
    const token = await tokenOf(email)
    await verify(token, session)
    const first = await verifiedAt(session)
    test.clock.advance({ minutes: 5 })
    const { status, json } = await verify(token, session)
    expect([status, json.error.code]).toEqual([400, 'MAIL_LINK_INVALID'])
    expect(await verifiedAt(session)).toBe(first)
  })

  it('returns 400 for a token after three days, of another purpose, and for its digest', async () => {
    const ada = await test.seed.account()
    const reset = await test.seed.mailToken(ada, 'password_reset')
    expect((await verify(reset)).json.error.code).toBe('MAIL_LINK_INVALID')
    const { email } = await register()
    const token = await tokenOf(email)
    const rows = await test.sql<{ digest: string }>('select digest from account_token')
    expect(JSON.stringify(rows)).not.toContain(token)
    for (const { digest } of rows) expect((await verify(digest)).status).toBe(400)
    test.clock.advance({ days: 3 })
    expect((await verify(token)).json.error.code).toBe('MAIL_LINK_INVALID')
  })

  it('returns 401 EMAIL_VERIFICATION_NEEDS_LOGIN without a session of the account, and proves and ends nothing', async () => {
    const { email, session } = await register()
    const token = await tokenOf(email)
    const eve = await test.seed.account()
    const { key } = await test.seed.key(await test.seed.account())
    for (const other of [undefined, eve.token, key]) {
      const { status, json } = await verify(token, other)
      expect([status, json.error.code]).toEqual([401, 'EMAIL_VERIFICATION_NEEDS_LOGIN'])
    }
    expect(await verifiedAt(session)).toBeNull()
    expect((await verify(token, session)).status).toBe(200)
    expect(await verifiedAt(session)).not.toBeNull()
  })

  it('ends nothing of the account', async () => {
    const ada = await test.seed.account()
    const { key } = await test.seed.key(ada)
    const { id } = await test.seed.webhook(ada)
    await verify(await test.seed.mailToken(ada, 'email_verification'), ada.token)
    expect((await test.rest.get('/v1/urls', { token: key })).status).toBe(200)
    expect((await test.rest.get(`/v1/webhooks/${id}`, { token: ada.token })).json.isActive).toBe(true)
  })

  it('accepts each of several valid links once, one of ten requests at the same time', { tags: 'race' }, async () => {
    const ada = await test.seed.account()
    const [one, other] = [
      await test.seed.mailToken(ada, 'email_verification'),
      await test.seed.mailToken(ada, 'email_verification'),
    ]
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => verify(index % 2 ? one : other, ada.token)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(400)])
  })

  it('verifies over GraphQL, and returns the time there', async () => {
    const ada = await test.seed.account()
    const token = await test.seed.mailToken(ada, 'email_verification')
    const document = 'mutation ($token: String!) { verifyEmail(token: $token) { success } }'
    expect((await test.graph(document, { variables: { token }, token: ada.token })).data).toEqual({
      verifyEmail: { success: true },
    })
    const again = await test.graph(document, { variables: { token } })
    expect(again.errors?.[0]?.extensions).toMatchObject({ code: 'MAIL_LINK_INVALID', http: { status: 400 } })
    const { data } = await test.graph('{ me { emailVerifiedAt } }', { token: ada.token })
    expect(data).toEqual({ me: { emailVerifiedAt: test.clock.now().toISOString() } })
  })
})

describe('POST /auth/email/verification-requests', () => {
  const request = (token?: string) => test.rest.post('/v1/auth/email/verification-requests', {}, { token })

  it('returns 202 and sends another mail, whose link works beside the first one', async () => {
    const { email, session } = await register()
    const first = await tokenOf(email)
    server.mails.length = 0
    expect(await request(session)).toMatchObject({ status: 202, json: { success: true } })
    const second = await tokenOf(email)
    expect(second).not.toBe(first)
    expect((await verify(first, session)).status).toBe(200)
    expect((await verify(second, session)).status).toBe(400)
  })

  it('returns 202 and sends nothing to a verified address', async () => {
    const { email, session } = await register()
    await verify(await tokenOf(email), session)
    expect((await request(session)).status).toBe(202)
    expect(await test.sql(`select 1 from jobs.job where name = 'mail'`)).toEqual([])
  })

  it('returns 401 without a session and 403 with an OAuth token or key', async () => {
    expect((await request()).status).toBe(401)
    const { key } = await test.seed.key(await test.seed.account())
    expect((await request(key)).status).toBe(401)
  })
})
