import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type TestApp, withSettings } from '../support/app.ts'
import { sharedMailApp } from '../support/mail-app.ts'
import { linkOf, type MailServer } from '../support/mail-server.ts'
import type { SeededAccount } from '../support/seed.ts'

const onServer = inject('database').kind === 'server'

let test: TestApp
let server: MailServer
beforeAll(async () => {
  ;({ test, server } = await sharedMailApp())
})
afterAll(async () => {
  await test.close()
})

const newPassword = 'a much better one'
const requestReset = (email: string, headers: Record<string, string> = {}) =>
  test.rest.post('/v1/auth/password/reset-requests', { email }, { headers })
const reset = (token: string, changes: Record<string, unknown> = {}) =>
  test.rest.post('/v1/auth/password/reset', { token, newPassword, ...changes })
const login = ({ email }: SeededAccount, password: string) => test.rest.post('/v1/auth/login', { email, password })
const me = async (token: string) => (await test.rest.get('/v1/auth/me', { token })).status
const tokenFor = (account: SeededAccount) => test.seed.mailToken(account, 'password_reset')
const verifiedAccount = async () => {
  const ada = await test.seed.account()
  await test.sql('update account set email_verified_at = now() where id = ?', [ada.id])
  return ada
}
/** Resolves when the worker has done everything that was requested. */
const queueIsEmpty = () => expect.poll(() => test.sql(`select 1 from jobs.job where name = 'mail'`)).toEqual([])

describe('POST /auth/password/reset-requests', () => {
  it('sends a link that sets a password once, in the language of the request', async () => {
    const ada = await test.seed.account()
    expect(await requestReset(ada.email.toUpperCase(), { 'accept-language': 'de' })).toMatchObject({
      status: 202,
      json: { success: true },
    })
    const mail = await server.mailTo(ada.email)
    expect(mail.header('Subject')).toBe('Neues Passwort wählen')
    const link = linkOf(mail)
    expect(link.href.replace(test.settings.publicUrl, '')).toMatch(/^\/account\/reset\?token=[\w-]{43}$/)
    const token = link.searchParams.get('token') ?? ''
    const { status, json } = await reset(token)
    expect(status).toBe(200)
    expect(json.user).toMatchObject({ id: ada.id, emailVerifiedAt: test.clock.now().toISOString() })
    expect(await me(json.token)).toBe(200)
    expect((await login(ada, newPassword)).status).toBe(200)
    expect((await login(ada, ada.password)).status).toBe(401)
    expect((await reset(token)).json.error.code).toBe('MAIL_LINK_INVALID')
  })

  it('answers the same, by the same statements, for an address without an account, which gets no mail', async () => {
    const ada = await test.seed.account()
    const answers = []
    for (const email of [ada.email, `nobody.${test.seed.word()}@example.com`]) {
      await queueIsEmpty()
      test.statements.length = 0
      const { status, text, headers } = await requestReset(email)
      const { date: _date, 'x-request-id': _id, ...others } = headers
      const statements = test.statements.map((sql) => sql.replaceAll(/\[took.*|'[^']*'/g, ''))
      answers.push({ status, text, others: Object.keys(others), statements })
    }
    expect(answers[0]).toEqual(answers[1])
    await queueIsEmpty()
    expect(server.attempts.filter((address) => address.startsWith('nobody.'))).toEqual([])
  })

  it('keeps neither the address nor a token in the queue afterwards, and only a digest of the token elsewhere', async () => {
    const ada = await test.seed.account()
    await requestReset(ada.email)
    const token = linkOf(await server.mailTo(ada.email)).searchParams.get('token') ?? ''
    await queueIsEmpty()
    const rows = await test.sql<{ digest: string }>('select * from account_token where account_id = ?', [ada.id])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(test.logs)).not.toContain(token)
    expect(JSON.stringify(test.logs)).not.toContain(ada.email)
  })

  it('sends no more than five valid links, of which the first still works', async () => {
    const ada = await test.seed.account()
    for (let count = 0; count < 8; count++) {
      await requestReset(ada.email)
      await queueIsEmpty()
    }
    const mails = server.mails.filter(({ recipients }) => recipients.includes(ada.email))
    expect(mails).toHaveLength(5)
    expect((await reset(linkOf(mails[0] as never).searchParams.get('token') ?? '')).status).toBe(200)
    const laterMails = () => server.mails.filter(({ recipients }) => recipients.includes(ada.email)).slice(5)
    await expect
      .poll(() => laterMails().some((mail) => mail.header('Subject') === 'Your password was changed'), {
        timeout: 20_000,
      })
      .toBe(true)
    expect((await reset(linkOf(mails[4] as never).searchParams.get('token') ?? '')).status).toBe(400)
  })

  it('returns 400 for a text that is no address', async () => {
    expect((await requestReset('ada')).json.error.details).toEqual([{ field: 'email', issue: expect.any(String) }])
  })
})

describe('POST /auth/password/reset', () => {
  it('ends all sessions, and the grants and keys that its arguments name', async () => {
    const ada = await verifiedAccount()
    const { key } = await test.seed.key(ada)
    const links = (token: string) => test.rest.get('/v1/urls', { token }).then(({ status }) => status)
    expect((await reset(await tokenFor(ada))).status).toBe(200)
    expect(await me(ada.token)).toBe(401)
    expect(await links(key)).toBe(200)
    expect((await reset(await tokenFor(ada), { revokeApiKeys: true })).status).toBe(200)
    expect(await links(key)).toBe(401)
  })

  it('revokes the keys of an account whose address nobody had verified', async () => {
    const ada = await test.seed.account()
    const { key } = await test.seed.key(ada)
    await reset(await tokenFor(ada), { revokeApiKeys: false })
    expect((await test.rest.get('/v1/urls', { token: key })).status).toBe(401)
  })

  it('returns 400 after an hour, for a token of another purpose and for a digest, without hashing', async () => {
    const ada = await verifiedAccount()
    const token = await tokenFor(ada)
    const verification = await test.seed.mailToken(ada, 'email_verification')
    const [row] = await test.sql<{ digest: string }>('select digest from account_token where account_id = ?', [ada.id])
    for (const wrong of [verification, row?.digest ?? '', 'x']) {
      const { status, json } = await reset(wrong)
      expect([status, json.error.code]).toEqual([400, 'MAIL_LINK_INVALID'])
    }
    test.clock.advance({ hours: 1 })
    expect((await reset(token)).json.error.code).toBe('MAIL_LINK_INVALID')
    expect((await login(ada, ada.password)).status).toBe(200)
  })

  it('returns 400 for a common password, and keeps the token', async () => {
    const ada = await verifiedAccount()
    const token = await tokenFor(ada)
    expect((await reset(token, { newPassword: 'password123' })).json.error.details).toEqual([
      { field: 'newPassword', issue: expect.any(String) },
    ])
    expect((await reset(token)).status).toBe(200)
  })

  it.runIf(onServer)(
    'accepts one of ten requests at the same time, with two tokens of one account',
    { tags: 'race' },
    async () => {
      const ada = await verifiedAccount()
      const [one, other] = [await tokenFor(ada), await tokenFor(ada)]
      const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => reset(index % 2 ? one : other)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(400)])
      const [row] = await test.sql<{ token_version: number }>('select token_version from account where id = ?', [
        ada.id,
      ])
      expect(row?.token_version).toBe(1)
    },
  )

  it('returns over GraphQL what it returns over REST', async () => {
    const ada = await verifiedAccount()
    const document = `mutation ($token: String!, $newPassword: String!) {
      resetPassword(token: $token, newPassword: $newPassword) { token user { id } } }`
    const token = await tokenFor(ada)
    const { data } = await test.graph(document, { variables: { token, newPassword } })
    expect(data.resetPassword.user).toEqual({ id: ada.id })
    expect(await me(data.resetPassword.token)).toBe(200)
    const again = await test.graph(document, { variables: { token, newPassword } })
    expect(again.errors?.[0]?.extensions.code).toBe('MAIL_LINK_INVALID')
    const requested = await test.graph(`mutation { requestPasswordReset(email: "${ada.email}") { success } }`)
    expect(requested.data).toEqual({ requestPasswordReset: { success: true } })
  })
})

describe('limits of requested mails', () => {
  it('leave three an hour to each network, when others have used up those of the address', async () => {
    const limited = withSettings(test, { RATE_LIMITS: 'on' })
    const ask = (from: string, email = 'ada@example.com') =>
      limited.rest.post('/v1/auth/password/reset-requests', { email }, { from })
    const statuses: number[] = []
    for (let network = 1; network <= 4; network++)
      for (let count = 0; count < 7; count++) statuses.push((await ask(`192.0.2.${network}`)).status)
    // Twelve reserved ones, and ten of the address.
    expect(statuses.filter((status) => status === 202)).toHaveLength(22)
    const owner = '198.51.100.7'
    for (let count = 0; count < 3; count++) expect((await ask(owner)).status).toBe(202)
    const refused = await ask(owner)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await limited.close()
  })

  it('are 20 an hour for one network, whatever the address', async () => {
    const limited = withSettings(test, { RATE_LIMITS: 'on' })
    const statuses = []
    for (let count = 0; count < 22; count++) {
      const body = { email: `ada${count}@example.com` }
      statuses.push((await limited.rest.post('/v1/auth/password/reset-requests', body)).status)
    }
    expect(statuses).toEqual([...Array(20).fill(202), 429, 429])
    await limited.close()
  })
})
