import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Browser, type Visit } from '../oauth/browser.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { linkOn } from '../sign-in/organisation.ts'
import { addAuthenticatorApp } from '../support/authenticator-app.ts'
import { sharedMailApp } from '../support/mail-app.ts'
import { linkOf, type MailServer, type ReceivedMail } from '../support/mail-server.ts'
import type { SeededAccount } from '../support/seed.ts'
import { decoded } from './forge.ts'

const onServer = inject('database').kind === 'server'

let test: ListeningApp
let server: MailServer
beforeAll(async () => {
  ;({ test, server } = await sharedMailApp())
})
afterAll(() => test.close())

type Answer = { readonly status: number; readonly json: { readonly error?: { readonly code: string } } }

const codeOf = ({ status, json }: Answer) => json.error?.code ?? status
const newEmail = () => `${test.seed.word()}@example.net`
const post = (path: string, body: object, token?: string) => test.rest.post(`/v1/auth${path}`, body, { token })
const confirm = async (link: string, session?: string) => codeOf(await post('/email/verify', { token: link }, session))
const stop = async (link: string) => codeOf(await post('/email/cancel', { token: link }))
const me = async (token: string) => (await test.rest.get('/v1/auth/me', { token })).json
const mailsTo = (email: string) => server.mails.filter(({ recipients }) => recipients.includes(email))
const tokenIn = (mail: ReceivedMail) => linkOf(mail).searchParams.get('token') ?? ''
const logIn = async ({ email, password }: SeededAccount) => (await post('/login', { email, password })).json.token

/** Asks for a new address. Returns the tokens of both mails, and the address. */
async function request(account: SeededAccount, session = account.token, email = newEmail()) {
  const before = mailsTo(account.email).length
  const answer = await post('/me/email', { email, password: account.password }, session)
  expect([answer.status, answer.json.pendingEmail]).toEqual([202, email])
  await expect.poll(() => mailsTo(account.email).length).toBeGreaterThan(before)
  const notice = mailsTo(account.email).at(-1) as ReceivedMail
  return { email, link: tokenIn(await server.mailTo(email)), stopLink: tokenIn(notice), notice }
}

/** What the database knows of a change that waits. */
async function pendingOf({ id }: SeededAccount) {
  const sql = 'select email, pending_email, pending_email_session_id from account where id = ?'
  return (await test.sql<{ email: string; pending_email: string | null }>(sql, [id]))[0]
}
const unchanged = ({ email }: SeededAccount) => ({ email, pending_email: null, pending_email_session_id: null })

async function activitiesOf({ token }: SeededAccount): Promise<string[]> {
  const { data } = await test.graph('{ activities(first: 20) { nodes { type } } }', { token })
  return data.activities.nodes.map(({ type }: { type: string }) => type)
}

/** What ends every change that waits. `by` is another session of the account. Returns a session that goes on. */
const ends: [string, (account: SeededAccount, by: string) => Promise<string>][] = [
  [
    'a new password',
    async ({ password }, by) =>
      (await post('/password', { currentPassword: password, newPassword: password }, by)).json.token,
  ],
  [
    'a reset by mail',
    async (account) => {
      const token = await test.seed.mailToken(account, 'password_reset')
      return (await post('/password/reset', { token, newPassword: account.password })).json.token
    },
  ],
  [
    'a logout everywhere',
    async (account, by) => {
      await post('/logout', {}, by)
      return logIn(account)
    },
  ],
  [
    'the removal of the session that began it',
    async ({ token }, by) => {
      expect((await test.rest.delete(`/v1/auth/sessions/${decoded(token).jti}`, { token: by })).status).toBe(200)
      return by
    },
  ],
  [
    'a second factor, which ends the sessions that lack it',
    async (account, by) => {
      await addAuthenticatorApp(test, { ...account, token: by })
      return by
    },
  ],
  [
    'the request to delete the account by another session',
    async ({ password }, by) => {
      expect((await post('/me/deletion', { password }, by)).status).toBe(202)
      await test.rest.delete('/v1/auth/me/deletion', { token: by })
      return by
    },
  ],
]

describe('a change of the address', () => {
  it.each(ends)('ends by %s: its links say so, and the address stays', async (_, end) => {
    const ada = await test.seed.account()
    const { link, stopLink } = await request(ada)
    const session = await end(ada, await test.seed.session(ada.id))
    expect(await pendingOf(ada)).toEqual(unchanged(ada))
    expect(await confirm(link, session)).toBe('EMAIL_CHANGE_ENDED')
    expect(await confirm(link)).toBe('EMAIL_CHANGE_ENDED')
    expect(await stop(stopLink)).toBe('EMAIL_CHANGE_ENDED')
    const page = await new Browser(test.base).open(`/account/confirm?token=${link}`)
    expect([page.status, headingOf(page)]).toEqual([400, 'This change was ended'])
    expect((await me(session)).email).toBe(ada.email)
    expect(await activitiesOf({ ...ada, token: session })).toContain('ACCOUNT_EMAIL_CHANGE_ENDED')
  })

  it('is no longer in the accounts that a new password and a reset answer', async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    for (const each of [ada, eve]) await request(each)
    const token = await test.seed.mailToken(eve, 'password_reset')
    const answers = [
      await post('/password', { currentPassword: ada.password, newPassword: ada.password }, ada.token),
      await post('/password/reset', { token, newPassword: eve.password }),
    ]
    expect(answers.map(({ json }) => json.user.pendingEmail)).toEqual([null, null])
  })

  it('goes on when another session is removed, or a second factor is added by the session that began it', async () => {
    const ada = await test.seed.account()
    const { email, link } = await request(ada)
    const other = await test.seed.session(ada.id)
    await test.rest.delete(`/v1/auth/sessions/${decoded(other).jti}`, { token: ada.token })
    await addAuthenticatorApp(test, ada)
    expect(await confirm(link, ada.token)).toBe(200)
    expect((await me(ada.token)).email).toBe(email)
  })

  it('that a version before began, which recorded no session, ends with any of them', async () => {
    const ada = await test.seed.account()
    const { link } = await request(ada)
    await test.sql('update account set pending_email_session_id = null where id = ?', [ada.id])
    const other = await test.seed.session(ada.id)
    await test.rest.delete(`/v1/auth/sessions/${decoded(other).jti}`, { token: ada.token })
    expect(await confirm(link, ada.token)).toBe('EMAIL_CHANGE_ENDED')
  })

  // On the embedded database one trial each: requests take their turns there.
  it.each(ends.slice(0, 4))(
    'never goes on after %s that comes while it is asked for',
    { tags: 'race' },
    async (_, end) => {
      for (let round = 0; round < (onServer ? 6 : 1); round++) {
        const ada = await test.seed.account()
        const by = await test.seed.session(ada.id)
        const requested = post('/me/email', { email: newEmail(), password: ada.password }, ada.token)
        // A reset does not check a password first, so it would always come first otherwise.
        await new Promise((resolve) => setImmediate(resolve))
        const [answer] = await Promise.all([requested, end(ada, by)])
        expect([202, 'INVALID_TOKEN', 'INVALID_CREDENTIALS']).toContain(codeOf(answer))
        expect(await pendingOf(ada)).toEqual(unchanged(ada))
      }
    },
  )

  it.runIf(onServer)(
    'is either made or ended when its session is removed at the same time',
    { tags: 'race' },
    async () => {
      for (let round = 0; round < 8; round++) {
        const ada = await test.seed.account()
        const by = await test.seed.session(ada.id)
        const { email, link } = await request(ada)
        const [made, ended] = await Promise.all([
          confirm(link, ada.token),
          test.rest.delete(`/v1/auth/sessions/${decoded(ada.token).jti}`, { token: by }),
        ])
        expect(ended.status).toBe(200)
        expect((await pendingOf(ada))?.email).toBe(made === 200 ? email : ada.email)
        expect((await pendingOf(ada))?.pending_email).toBeNull()
      }
    },
  )

  it.runIf(onServer)(
    'is either made or ended when a reset comes at the same time, never both',
    { tags: 'race' },
    async () => {
      for (let round = 0; round < 8; round++) {
        const ada = await test.seed.account()
        const { email, link } = await request(ada)
        const token = await test.seed.mailToken(ada, 'password_reset')
        const [made, reset] = await Promise.all([
          confirm(link, ada.token),
          post('/password/reset', { token, newPassword: ada.password }).then(codeOf),
        ])
        const now = await pendingOf(ada)
        if (made === 200) expect([now?.email, reset]).toEqual([email, 'MAIL_LINK_INVALID'])
        else expect([now, reset]).toEqual([unchanged(ada), 200])
        expect([200, 'EMAIL_CHANGE_ENDED', 'EMAIL_CHANGE_NEEDS_LOGIN']).toContain(made)
      }
    },
  )

  it.runIf(onServer)(
    'is not made by a session that is removed at the same time, and goes on',
    { tags: 'race' },
    async () => {
      const answers = []
      for (let round = 0; round < 8; round++) {
        const ada = await test.seed.account()
        const other = await test.seed.session(ada.id)
        const { email, link } = await request(ada)
        const [ended, made] = await Promise.all([
          test.rest.delete(`/v1/auth/sessions/${decoded(other).jti}`, { token: ada.token }),
          confirm(link, other),
        ])
        expect(ended.status).toBe(200)
        const { email: now, pending_email: pending } = (await pendingOf(ada)) ?? {}
        expect([now, pending]).toEqual(made === 200 ? [email, null] : [ada.email, email])
        answers.push(made)
      }
      expect([200, 'EMAIL_CHANGE_NEEDS_LOGIN']).toEqual(expect.arrayContaining(answers))
    },
  )

  it.runIf(onServer)(
    'is either made or stopped when both buttons are pressed at the same time',
    { tags: 'race' },
    async () => {
      for (let round = 0; round < 8; round++) {
        const ada = await test.seed.account()
        const { email, link, stopLink } = await request(ada)
        const answers = await Promise.all([confirm(link, ada.token), stop(stopLink), stop(stopLink)])
        const isMade = (await pendingOf(ada))?.email === email
        const expected = isMade
          ? [200, 'EMAIL_CHANGE_DONE', 'EMAIL_CHANGE_DONE']
          : ['EMAIL_CHANGE_ENDED', ...[200, 'EMAIL_CHANGE_ENDED']]
        expect(answers.map(String).toSorted()).toEqual(expected.map(String).toSorted())
      }
    },
  )
})

describe('POST /auth/me/email', () => {
  it('tells the present address when it is asked, without the new one, and with a link that stops it', async () => {
    const ada = await test.seed.account()
    const { email, notice } = await request(ada)
    expect(notice.header('Subject')).toBe('Your e-mail address is to be changed')
    expect(notice.raw).not.toContain(email)
    expect(linkOf(notice).pathname).toBe('/account/stop')
    expect(await activitiesOf(ada)).toContain('ACCOUNT_EMAIL_CHANGE_REQUESTED')
  })

  it.each([
    ['de', 'Ihre E-Mail-Adresse soll geändert werden'],
    ['fr', 'Votre adresse e-mail va être modifiée'],
    ['es', 'Se va a cambiar su correo electrónico'],
  ])('tells it in %s', async (language, subject) => {
    const ada = await test.seed.account()
    await test.sql('update account set language = ? where id = ?', [language, ada.id])
    expect((await request(ada)).notice.header('Subject')).toBe(subject)
  })

  it('tells it of a second one too, and either of the two links stops what waits', async () => {
    const ada = await test.seed.account()
    const first = await request(ada)
    const second = await request(ada)
    expect(second.stopLink).not.toBe(first.stopLink)
    expect(await confirm(first.link, ada.token)).toBe('EMAIL_CHANGE_ENDED')
    expect(await stop(first.stopLink)).toBe(200)
    expect(await confirm(second.link, ada.token)).toBe('EMAIL_CHANGE_ENDED')
    expect(await pendingOf(ada)).toEqual(unchanged(ada))
    const third = await request(ada)
    expect(await stop(first.stopLink)).toBe('EMAIL_CHANGE_ENDED')
    expect(await confirm(third.link, ada.token)).toBe(200)
  })

  it('tells it of each one, though many links are valid, so that nobody can wait until the first ones have expired', async () => {
    const ada = await test.seed.account()
    for (let count = 1; count <= 7; count++) {
      await request(ada)
      expect(mailsTo(ada.email)).toHaveLength(count)
    }
  })
})

describe('POST /auth/email/verify for a new address', () => {
  it('returns 401 EMAIL_CHANGE_NEEDS_LOGIN without a login of the account, and changes nothing', async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const { email, link } = await request(ada)
    const { key } = await test.seed.key(ada)
    for (const token of [undefined, eve.token, key, 'no-token'])
      expect(await confirm(link, token), token).toBe('EMAIL_CHANGE_NEEDS_LOGIN')
    const { errors } = await test.graph('mutation ($token: String!) { verifyEmail(token: $token) { success } }', {
      variables: { token: link },
    })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'EMAIL_CHANGE_NEEDS_LOGIN', http: { status: 401 } })
    expect((await pendingOf(ada))?.pending_email).toBe(email)
    expect(await confirm(link, ada.token)).toBe(200)
    expect(await confirm(link, ada.token)).toBe('MAIL_LINK_INVALID')
    expect(await activitiesOf(ada)).toContain('ACCOUNT_EMAIL_CHANGED')
  })

  it('returns 403 STEP_UP_REQUIRED when the proof is 10 minutes old, until a new login', async () => {
    const ada = await test.seed.account()
    const { email, link } = await request(ada)
    test.clock.advance({ minutes: 10 })
    expect(await confirm(link, ada.token)).toBe('STEP_UP_REQUIRED')
    expect((await pendingOf(ada))?.pending_email).toBe(email)
    expect(await confirm(link, await logIn(ada))).toBe(200)
  })

  it('asks an account with a second factor for it', async () => {
    const ada = await test.seed.account()
    const app = await addAuthenticatorApp(test, ada)
    const { link } = await request(ada)
    test.clock.advance({ minutes: 10 })
    expect(await confirm(link, ada.token)).toBe('STEP_UP_REQUIRED')
    await post('/sessions/proofs', { code: app.nextCode() }, ada.token)
    expect(await confirm(link, ada.token)).toBe(200)
  })

  it('returns 403 ACCOUNT_BEING_DELETED meanwhile, when the link that stops it works still', async () => {
    const ada = await test.seed.account()
    const { link, stopLink } = await request(ada)
    await post('/me/deletion', { password: ada.password }, ada.token)
    expect(await confirm(link, ada.token)).toBe('ACCOUNT_BEING_DELETED')
    expect(await stop(stopLink)).toBe(200)
    expect(await pendingOf(ada)).toEqual(unchanged(ada))
  })
})

describe('POST /auth/email/cancel', () => {
  it('ends the change without a login, over both interfaces, and says so when it is used again', async () => {
    const ada = await test.seed.account()
    const { link, stopLink } = await request(ada)
    expect(await stop(stopLink)).toBe(200)
    expect(await stop(stopLink)).toBe('EMAIL_CHANGE_ENDED')
    expect(await confirm(link, ada.token)).toBe('EMAIL_CHANGE_ENDED')
    expect((await me(ada.token)).pendingEmail).toBeNull()
    expect(await activitiesOf(ada)).toContain('ACCOUNT_EMAIL_CHANGE_ENDED')
    const again = await request(ada)
    const document = 'mutation ($token: String!) { cancelEmailChange(token: $token) { success } }'
    const { data } = await test.graph(document, { variables: { token: again.stopLink } })
    expect(data).toEqual({ cancelEmailChange: { success: true } })
  })

  it('returns 409 EMAIL_CHANGE_DONE when the change is made, also while another one waits', async () => {
    const ada = await test.seed.account()
    const { email, link, stopLink } = await request(ada)
    await confirm(link, ada.token)
    expect(await stop(stopLink)).toBe('EMAIL_CHANGE_DONE')
    const next = await request({ ...ada, email })
    expect(await stop(stopLink)).toBe('EMAIL_CHANGE_DONE')
    expect((await pendingOf(ada))?.pending_email).toBe(next.email)
    expect(await stop(next.stopLink)).toBe(200)
  })

  it('returns 400 MAIL_LINK_INVALID for a guess, a digest, the link to the new address and links for other purposes', async () => {
    const ada = await test.seed.account()
    const { email, link } = await request(ada)
    const rows = await test.sql<{ digest: string }>('select digest from account_token where account_id = ?', [ada.id])
    const others = [await test.seed.mailToken(ada, 'email_verification'), await test.seed.mailToken(ada, 'login')]
    for (const token of ['a'.repeat(43), link, ...rows.map(({ digest }) => digest), ...others])
      expect(await stop(token), token).toBe('MAIL_LINK_INVALID')
    expect((await pendingOf(ada))?.pending_email).toBe(email)
  })

  it('has no link that confirms anything, and its link works until the change cannot be made any more', async () => {
    const ada = await test.seed.account()
    const { stopLink } = await request(ada)
    expect(await confirm(stopLink, ada.token)).toBe('MAIL_LINK_INVALID')
    test.clock.advance({ days: 5 })
    expect(await stop(stopLink)).toBe(200)
    test.clock.advance({ days: 1 })
    expect(await stop(stopLink)).toBe('MAIL_LINK_INVALID')
  })
})

const headingOf = ({ text }: Visit) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1]

describe('/account/stop', () => {
  it('changes nothing when a program opens the link; its button stops the change without a login', async () => {
    const ada = await test.seed.account()
    const { email, stopLink } = await request(ada)
    const address = `/account/stop?token=${stopLink}`
    for (const method of ['GET', 'HEAD'] as const) await fetch(new URL(address, test.base), { method })
    const scanner = new URLSearchParams({ link: stopLink })
    await fetch(new URL(address, test.base), { method: 'POST', body: scanner })
    expect((await pendingOf(ada))?.pending_email).toBe(email)
    const browser = new Browser(test.base)
    const page = await browser.open(address)
    expect([page.status, headingOf(page)]).toEqual([200, 'Stop the change of your address?'])
    expect(page.text).toContain(`<strong>${ada.email}</strong>`)
    expect(page.text).not.toContain(email)
    const stopped = await browser.submit(page, {})
    expect([stopped.status, headingOf(stopped)]).toEqual([200, 'The change was stopped'])
    expect(stopped.text).toContain('href="forgot"')
    expect(await pendingOf(ada)).toEqual(unchanged(ada))
    expect(headingOf(await browser.open(address))).toBe('The change was stopped')
  })

  it('says when it is too late, and when the link is wrong', async () => {
    const ada = await test.seed.account()
    const { link, stopLink } = await request(ada)
    await confirm(link, ada.token)
    const browser = new Browser(test.base)
    const late = await browser.open(`/account/stop?token=${stopLink}`)
    expect([late.status, headingOf(late)]).toEqual([409, 'The address was changed already'])
    const wrong = await browser.open('/account/stop?token=guess')
    expect([wrong.status, headingOf(wrong)]).toEqual([400, 'This link is not valid'])
  })
})

describe('/account/email', () => {
  const logInBrowser = async ({ email, password }: SeededAccount) => {
    const browser = new Browser(test.base)
    await browser.submit(await browser.open('/account/login'), { email, password })
    return browser
  }

  it('asks for the password, sends both mails, and says what happens next', async () => {
    const ada = await test.seed.account()
    const browser = await logInBrowser(ada)
    const page = await browser.open('/account/email')
    expect([page.status, headingOf(page)]).toEqual([200, 'Change your address'])
    const email = newEmail()
    for (const [password, status] of [
      ['', 400],
      ['not the password', 401],
    ] as const) {
      const wrong = await browser.submit(page, { email, password })
      expect([wrong.status, wrong.text.includes('The password is not right.')]).toEqual([status, true])
      expect(wrong.text).toContain(`value="${email}"`)
    }
    expect(await pendingOf(ada)).toEqual(unchanged(ada))
    const waiting = await browser.submit(page, { email, password: ada.password })
    expect([waiting.status, new URL(waiting.url).pathname]).toEqual([200, '/account/email'])
    expect(waiting.text).toContain(`A link is on its way to ${email}.`)
    expect(waiting.text).toContain('the end of this login ends the change too')
    await expect.poll(() => mailsTo(ada.email).length).toBe(1)
    const question = await browser.open(`/account/confirm?token=${tokenIn(await server.mailTo(email))}`)
    expect(headingOf(await browser.submit(question, {}))).toBe('Your address was changed')
    expect((await pendingOf(ada))?.email).toBe(email)
  })

  it('returns 400 for what is no address or has an account, with what was typed', async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const browser = await logInBrowser(ada)
    const page = await browser.open('/account/email')
    for (const [email, message] of [
      ['nobody', 'Enter an e-mail address.'],
      [eve.email, 'This address has an account already.'],
    ] as const) {
      const wrong = await browser.submit(page, { email, password: ada.password })
      expect([wrong.status, wrong.text.includes(message), wrong.text.includes(`value="${email}"`)]).toEqual([
        400,
        true,
        true,
      ])
    }
    expect(await pendingOf(ada)).toEqual(unchanged(ada))
  })

  it('changes nothing for a form of another site, of another browser, or of another account in a second tab', async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const browser = await logInBrowser(ada)
    const page = await browser.open('/account/email')
    const form = { email: newEmail(), password: ada.password }
    expect((await browser.submit(page, form, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await (await logInBrowser(ada)).submit(page, form)).status).toBe(400)
    await browser.submit(await browser.open('/account/login'), { email: eve.email, password: eve.password })
    expect((await browser.submit(page, { ...form, password: eve.password })).status).toBe(400)
    for (const account of [ada, eve]) expect(await pendingOf(account)).toEqual(unchanged(account))
    expect((await new Browser(test.base).open('/account/email')).url).toContain('/account/login?next=email')
  })

  it('asks an account with a second factor for a new proof first, and leads back', async () => {
    const ada = await test.seed.account()
    const app = await addAuthenticatorApp(test, ada)
    const browser = await logInBrowser(ada)
    const code = await browser.open('/account/login')
    const step = await browser.submit(code, { email: ada.email, password: ada.password })
    await browser.submit(step, { code: app.nextCode() })
    const page = await browser.open('/account/email')
    expect(headingOf(page)).toBe('Change your address')
    test.clock.advance({ minutes: 10 })
    const form = { email: newEmail(), password: ada.password }
    expect(new URL((await browser.submit(page, form)).url).pathname).toBe('/account/prove')
    const prove = await browser.open('/account/email')
    expect(new URL(prove.url).pathname).toBe('/account/prove')
    const back = await browser.submit(prove, { code: app.nextCode() })
    expect(new URL(back.url).pathname).toBe('/account/email')
    expect((await browser.submit(back, form)).text).toContain(`A link is on its way to ${form.email}.`)
  })
})

describe('/account/confirm', () => {
  it('asks for a login of the account, leads back, and confirms by its button', async () => {
    const ada = await test.seed.account()
    const { email, link } = await request(ada)
    const browser = new Browser(test.base)
    const page = await browser.open(`/account/confirm?token=${link}`)
    expect([page.status, headingOf(page)]).toEqual([401, 'Confirm your new e-mail address'])
    expect(page.text).not.toContain(email)
    const { search } = new URL(linkOn(page, 'login'), test.base)
    const login = await browser.open(`/account/login${search}`)
    const question = await browser.submit(login, { email: ada.email, password: ada.password })
    expect(new URL(question.url).pathname).toBe('/account/confirm')
    expect(question.text).toContain(`<strong>${email}</strong>`)
    const changed = await browser.submit(question, {})
    expect([changed.status, headingOf(changed)]).toEqual([200, 'Your address was changed'])
    expect((await pendingOf(ada))?.email).toBe(email)
  })

  it('asks a login of long ago for the password, and another account for a login', async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const { email, link } = await request(ada)
    const [own, foreign] = [new Browser(test.base), new Browser(test.base)]
    await own.submit(await own.open('/account/login'), { email: ada.email, password: ada.password })
    await foreign.submit(await foreign.open('/account/login'), { email: eve.email, password: eve.password })
    expect((await foreign.open(`/account/confirm?token=${link}`)).status).toBe(401)
    const early = await own.open(`/account/confirm?token=${link}`)
    test.clock.advance({ minutes: 10 })
    // The button of a page that was open too long asks too.
    expect(new URL((await own.submit(early, {})).url).pathname).toBe('/account/prove')
    const proof = await own.open(`/account/confirm?token=${link}`)
    expect(new URL(proof.url).pathname).toBe('/account/prove')
    const question = await own.submit(proof, { password: ada.password })
    expect(headingOf(await own.submit(question, {}))).toBe('Your address was changed')
    expect((await pendingOf(ada))?.email).toBe(email)
  })

  it('is where the link of a version before leads', async () => {
    const ada = await test.seed.account()
    const { link } = await request(ada)
    const page = await new Browser(test.base).open(`/account/verify?token=${link}`)
    expect(new URL(page.url).pathname).toBe('/account/confirm')
  })
})
