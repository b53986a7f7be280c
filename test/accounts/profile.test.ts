import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { sharedMailApp } from '../support/mail-app.ts'
import { linkOf, type MailServer } from '../support/mail-server.ts'
import type { SeededAccount } from '../support/seed.ts'
import { seedTeam } from '../workspaces/team.ts'

let test: TestApp
let server: MailServer
beforeAll(async () => {
  ;({ test, server } = await sharedMailApp())
})
afterAll(async () => {
  await test.close()
})

const me = async ({ token }: SeededAccount) => (await test.rest.get('/v1/auth/me', { token })).json
const newEmail = () => `${test.seed.word()}@example.net`
const change = ({ token, password }: SeededAccount, email: string, body: object = {}) =>
  test.rest.post('/v1/auth/me/email', { email, password, ...body }, { token })
const tokenOf = async (email: string) => linkOf(await server.mailTo(email)).searchParams.get('token') ?? ''
const verify = (token: string, { token: session }: SeededAccount) =>
  test.rest.post('/v1/auth/email/verify', { token }, { token: session })
const mailsTo = (email: string) => server.mails.filter(({ recipients }) => recipients.includes(email))
const logIn = (email: string, { password }: SeededAccount) => test.rest.post('/v1/auth/login', { email, password })

describe('PATCH /auth/me', () => {
  it('changes the name', async () => {
    const ada = await test.seed.account()
    const { status, json } = await test.rest.patch('/v1/auth/me', { name: ' Ada King ' }, { token: ada.token })
    expect([status, json.name]).toEqual([200, 'Ada King'])
    expect((await me(ada)).name).toBe('Ada King')
    const { data } = await test.graph('mutation { updateProfile(name: "Countess") { name } }', { token: ada.token })
    expect(data.updateProfile).toEqual({ name: 'Countess' })
  })

  it.each([[''], ['   '], ['a'.repeat(101)], ['Ada\u202e'], [null]])(
    'returns 400 for the name %j, and changes nothing',
    async (name) => {
      const ada = await test.seed.account()
      const { status, json } = await test.rest.patch('/v1/auth/me', { name }, { token: ada.token })
      expect([status, json.error.details[0].field]).toEqual([400, 'name'])
      expect((await me(ada)).name).toBe(ada.name)
    },
  )
})

describe('the language, the time zone and the mails of PATCH /auth/me', () => {
  it('change one by one, and go back to none', async () => {
    const ada = await test.seed.account()
    const patch = async (body: object) => (await test.rest.patch('/v1/auth/me', body, { token: ada.token })).json
    expect(await me(ada)).toMatchObject({ language: null, timezone: null, unwantedMails: [] })
    await patch({ language: 'fr', unwantedMails: ['weekly_export', 'weekly_export'] })
    expect(await patch({ timezone: 'Europe/Berlin' })).toMatchObject({
      ...{ name: ada.name, language: 'fr', timezone: 'Europe/Berlin', unwantedMails: ['weekly_export'] },
    })
    expect(await patch({ language: null, timezone: null, unwantedMails: [] })).toMatchObject({
      ...{ language: null, timezone: null, unwantedMails: [] },
    })
  })

  it.each([
    ['language', 'it'],
    ['timezone', 'Mars/Base'],
    ['unwantedMails', ['password_reset']],
    ['unwantedMails', null],
  ])('return 400 for %s %j', async (field, value) => {
    const ada = await test.seed.account()
    const { status, json } = await test.rest.patch('/v1/auth/me', { [field]: value }, { token: ada.token })
    expect([status, json.error.details[0].field.split('.')[0]]).toEqual([400, field])
  })

  it('are shown to nobody else', async () => {
    const team = await seedTeam(test)
    await test.rest.patch('/v1/auth/me', { timezone: 'Europe/Berlin' }, { token: team.member.token })
    const { id } = await test.seed.link(team.member, { workspaceId: team.id })
    const document = `{ url(id: "${id}") { creator { language timezone unwantedMails } } }`
    const { data } = await test.graph(document, { token: team.owner.token })
    expect(data.url.creator).toEqual({ language: null, timezone: null, unwantedMails: null })
  })

  it('decide the language of a mail that a stranger asks for, such as a new password', async () => {
    const ada = await test.seed.account()
    const ask = () => test.rest.post('/v1/auth/password/reset-requests', { email: ada.email }, german)
    const german = { headers: { 'accept-language': 'de' } }
    await test.rest.patch('/v1/auth/me', { language: 'es' }, { token: ada.token })
    server.mails.length = 0
    await ask()
    expect((await server.mailTo(ada.email)).header('Subject')).toBe('Elegir una contraseña nueva')
    await test.rest.patch('/v1/auth/me', { language: null }, { token: ada.token })
    server.mails.length = 0
    await ask()
    expect((await server.mailTo(ada.email)).header('Subject')).toBe('Neues Passwort wählen')
  })
})

describe('POST /auth/me/email', () => {
  it('returns 202 and keeps the address until the link in the mail to the new one is opened', async () => {
    const ada = await test.seed.account()
    const email = newEmail()
    const { status, json } = await change(ada, email)
    expect([status, json.email, json.pendingEmail]).toEqual([202, ada.email, email])
    const mail = await server.mailTo(email)
    expect(mail.header('Subject')).toBe('Confirm your new e-mail address')
    expect(mail.raw).not.toContain(ada.email)
    expect((await logIn(ada.email, ada)).status).toBe(200)
    expect((await verify(await tokenOf(email), ada)).status).toBe(200)
    const verifiedAt = test.clock.now().toISOString()
    expect(await me(ada)).toMatchObject({ email, pendingEmail: null, emailVerifiedAt: verifiedAt })
    expect((await logIn(ada.email, ada)).status).toBe(401)
    expect((await logIn(email, ada)).status).toBe(200)
    const subjects = () => mailsTo(ada.email).map((mail) => mail.header('Subject'))
    await expect
      .poll(() => subjects().toSorted())
      .toEqual(['Your e-mail address is to be changed', 'Your e-mail address was changed'])
    for (const { raw } of mailsTo(ada.email)) expect(raw).not.toContain(email)
  })

  it('shows the new address to nobody else, such as a member who reads who made a link', async () => {
    const team = await seedTeam(test)
    const { id } = await test.seed.link(team.member, { workspaceId: team.id })
    await change(team.member, newEmail())
    const document = '{ url(id: "ID") { creator { email pendingEmail } } }'.replace('ID', id)
    const { data } = await test.graph(document, { token: team.owner.token })
    expect(data.url.creator).toEqual({ email: team.member.email, pendingEmail: null })
    const own = await test.graph(document, { token: team.member.token })
    expect(own.data.url.creator.pendingEmail).toMatch(/@example.net$/)
  })

  it('returns 401 INVALID_CREDENTIALS for a wrong password, and sends nothing', async () => {
    const ada = await test.seed.account()
    const email = newEmail()
    const { status, json } = await change(ada, email, { password: 'wrong battery' })
    expect([status, json.error.code]).toEqual([401, 'INVALID_CREDENTIALS'])
    expect((await me(ada)).pendingEmail).toBeNull()
  })

  it('returns 400 EMAIL_TAKEN for the address of another account, in whatever case', async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const { status, json } = await change(ada, eve.email.toUpperCase())
    expect([status, json.error.code]).toEqual([400, 'EMAIL_TAKEN'])
  })

  it('forgets an earlier new address, whose link verifies nothing', async () => {
    const ada = await test.seed.account()
    const [first, second] = [newEmail(), newEmail()]
    await change(ada, first)
    const token = await tokenOf(first)
    await change(ada, second)
    expect((await verify(token, ada)).json.error.code).toBe('EMAIL_CHANGE_ENDED')
    await verify(await tokenOf(second), ada)
    expect((await me(ada)).email).toBe(second)
  })

  it('makes links for a new password in mails to the former address invalid', async () => {
    const ada = await test.seed.account()
    const reset = await test.seed.mailToken(ada, 'password_reset')
    const email = newEmail()
    await change(ada, email)
    await verify(await tokenOf(email), ada)
    const answer = await test.rest.post('/v1/auth/password/reset', { token: reset, newPassword: 'a stranger chose it' })
    expect(answer.json.error.code).toBe('MAIL_LINK_INVALID')
  })

  it('gives an address that two accounts want to the first one that confirms it; the other gets 400 EMAIL_TAKEN', async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const email = newEmail()
    await change(ada, email)
    const first = await tokenOf(email)
    await change(eve, email)
    await expect.poll(() => mailsTo(email).length).toBe(2)
    const tokens = mailsTo(email).map((mail) => linkOf(mail).searchParams.get('token') ?? '')
    const second = tokens.find((token) => token !== first) ?? ''
    const answers = await Promise.all([verify(first, ada), verify(second, eve)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)?.json.error.code).toBe('EMAIL_TAKEN')
    const owners = await test.sql('select id from account where email = ?', [email])
    expect(owners).toHaveLength(1)
  })
})
