import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InvitationTokens } from '../../src/modules/identity/workspaces/mails/invitation-tokens.ts'
import { Keyring } from '../../src/platform/shared/keyring.ts'
import { dayMs } from '../../src/platform/shared/time.ts'
import { expectError } from '../links/answers.ts'
import { type TestApp, withSettings } from '../support/app.ts'
import { sharedMailApp } from '../support/mail-app.ts'
import { linkOf, type MailServer, type ReceivedMail, smtpError } from '../support/mail-server.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, rolesIn, seedTeam, type Team, verifyEmail } from './team.ts'

let test: TestApp
let server: MailServer
let team: Team
beforeAll(async () => {
  ;({ test, server } = await sharedMailApp())
  team = await seedTeam(test)
})
afterAll(async () => {
  await test.close()
})

const newAddress = () => `${test.seed.word()}@example.com`
const invite = (email: string, options: object = {}, headers: Record<string, string> = {}, caller = team.owner) => {
  const path = `/v1/workspaces/${team.id}/invitations`
  return test.rest.post(path, { email, ...options }, { ...as(caller), headers })
}
const accept = (token: string, account: SeededAccount) =>
  test.rest.post(`/v1/invitations/${token}/accept`, undefined, as(account))
const tokenOf = (mail: ReceivedMail) => linkOf(mail).searchParams.get('token') ?? ''
const mailsTo = (email: string) => server.mails.filter(({ recipients }) => recipients.includes(email))

/** An account whose address was not verified, and the tokens of its invitation: that of the answer and that of the mail. */
async function seedInvited(options: object = {}) {
  const account = await test.seed.account()
  const { json } = await invite(account.email, options)
  const mail = await invitationMailTo(account.email)
  return { account, id: json.id as string, token: json.token as string, mailToken: tokenOf(mail) }
}

/** The mail of an invitation: the registration sends one too. */
async function invitationMailTo(email: string): Promise<ReceivedMail> {
  for (;;) {
    const mail = await server.mailTo(email)
    if (linkOf(mail).pathname === '/account/invitation') return mail
    server.mails.splice(server.mails.indexOf(mail), 1)
  }
}

describe('the mail of an invitation', () => {
  it('names the role and a verified inviter, and neither the workspace nor the token of the answer', async () => {
    await verifyEmail(test, team.admin)
    await test.rest.patch(`/v1/workspaces/${team.id}`, { name: 'Win a prize at evil.example' }, as(team.admin))
    const email = newAddress()
    const { json } = await invite(email, { role: 'viewer' }, {}, team.admin)
    const mail = await server.mailTo(email)
    expect(mail.header('Subject')).toBe('Invitation to a workspace')
    expect(linkOf(mail).href.replace(test.settings.publicUrl, '')).toMatch(
      /^\/account\/invitation\?token=tkm_[0-9a-z]{26}_[\w-]{43}$/,
    )
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(team.admin.email)
      expect(part).toContain('Your role: viewer.')
      expect(part).not.toMatch(/prize|Win a/)
      expect(part).not.toContain(json.token)
    }
  })

  it('does not name an inviter who has not verified an address, which may be that of another', async () => {
    const email = newAddress()
    await invite(email)
    const mail = await server.mailTo(email)
    expect(mail.text).toContain('Somebody invites you')
    expect(mail.text).not.toContain(team.owner.email)
  })

  it.each([
    ['de-AT,de;q=0.9', 'Einladung in einen Arbeitsbereich', 'Ihre Rolle: Leser.'],
    ['fr', 'Invitation dans un espace de travail', 'Votre rôle\u00a0: lecteur.'],
    ['es', 'Invitación a un espacio de trabajo', 'Su rol: lector.'],
  ])('in the language %s has the subject %j', async (acceptLanguage, subject, role) => {
    const email = newAddress()
    await invite(email, { role: 'viewer' }, { 'accept-language': acceptLanguage })
    const mail = await server.mailTo(email)
    expect(mail.header('Subject')).toBe(subject)
    expect(mail.text).toContain(role)
  })

  it('has the same link in each attempt, and is not sent again once the invitation was revoked', async () => {
    const email = newAddress()
    const seen: string[] = []
    const { promise: isTried, resolve } = Promise.withResolvers<void>()
    server.respond = (recipient) => {
      if (recipient !== email) return undefined
      seen.push(recipient)
      resolve()
      return smtpError(451, 'later')
    }
    const { json } = await invite(email)
    await isTried
    const [queued] = await test.sql<{ data: object }>(
      `select data from jobs.job where name = 'mail' and state <> 'completed'`,
    )
    expect(JSON.stringify(queued)).toContain(json.id)
    expect(JSON.stringify(queued)).not.toMatch(/tk[im]_|@example/)
    await test.rest.delete(`/v1/workspaces/${team.id}/invitations/${json.id}`, as(team.owner))
    server.respond = () => undefined
    await test.sql(`update jobs.job set start_after = now() where name = 'mail' and state = 'retry'`)
    await expect
      .poll(() => test.sql(`select 1 from jobs.job where name = 'mail' and data::text like ?`, [`%${json.id}%`]), {
        timeout: 20_000,
      })
      .toEqual([])
    expect(mailsTo(email)).toEqual([])
  })

  it('is limited for an address and for an inviter, whatever others do', async () => {
    const limited = withSettings(test, { RATE_LIMITS: 'on' })
    try {
      const [owner, email] = [await limited.seed.account(), newAddress()]
      const newWorkspace = () => limited.rest.post('/v1/workspaces', { name: 'Acme' }, as(owner))
      const { json } = await newWorkspace()
      const statuses: number[] = []
      // Of one workspace five a day, whether they are new or sent again.
      for (const { id } of [json, (await newWorkspace()).json, (await newWorkspace()).json]) {
        const path = `/v1/workspaces/${id}/invitations`
        const first = await limited.rest.post(path, { email }, as(owner))
        const again = await limited.rest.post(`${path}/${first.json.id}/resend`, undefined, as(owner))
        statuses.push(first.status, again.status)
        for (let pending = first; statuses.length % 6 !== 0; ) {
          await limited.rest.delete(`${path}/${pending.json.id}`, as(owner))
          pending = await limited.rest.post(path, { email }, as(owner))
          statuses.push(pending.status)
        }
      }
      expect(statuses).toEqual([
        201, 200, 201, 201, 201, 429, 201, 200, 201, 201, 201, 429, 201, 200, 201, 429, 429, 429,
      ])
      const another = await limited.seed.account()
      const { json: own } = await limited.rest.post('/v1/workspaces', { name: 'Other' }, as(another))
      const answer = await limited.rest.post(`/v1/workspaces/${own.id}/invitations`, { email }, as(another))
      expect(answer.status).toBe(201)
      // Of one account, into any workspace and to any address: 13 so far.
      for (let n = 13; n <= 100; n++) {
        // The quota of requests is for a minute, the limit for an hour.
        if (n % 20 === 0) limited.clock.advance({ minutes: 1 })
        const invited = await limited.rest.post(
          `/v1/workspaces/${json.id}/invitations`,
          { email: newAddress() },
          as(owner),
        )
        expect({ n, status: invited.status }).toEqual({ n, status: n < 100 ? 201 : 429 })
        await limited.rest.delete(`/v1/workspaces/${json.id}/invitations/${invited.json.id}`, as(owner))
      }
    } finally {
      await limited.close()
    }
  })
})

describe('POST /workspaces/{id}/invitations/{invitationId}/resend', () => {
  const resend = (id: string, caller = team.owner) =>
    test.rest.post(`/v1/workspaces/${team.id}/invitations/${id}/resend`, undefined, as(caller))

  it('sends the same link again, valid for 14 days from now, in the language that the person has chosen', async () => {
    const { account, id, mailToken } = await seedInvited()
    await verifyEmail(test, account)
    await test.rest.patch('/v1/auth/me', { language: 'fr' }, as(account))
    server.mails.length = 0
    const soon = new Date(test.clock.now().getTime() + 1_000)
    await test.sql('update workspace_invitation set expires_at = ? where id = ?', [soon, id])
    const { status, json } = await resend(id)
    expect([status, json.id, json.status]).toEqual([200, id, 'pending'])
    expect(json.expiresAt).toBe(new Date(test.clock.now().getTime() + 14 * dayMs).toISOString())
    const mail = await invitationMailTo(account.email)
    expect(mail.header('Subject')).toBe('Invitation dans un espace de travail')
    expect(tokenOf(mail)).toBe(mailToken)
    expect((await accept(mailToken, account)).status).toBe(200)
    expectError(await resend(id), 404, 'INVITATION_NOT_FOUND')
  })

  it('returns 404 for another workspace, 403 to an admin for an invitation as an owner, and 410 for one that is over', async () => {
    const { id } = await seedInvited({ role: 'owner' })
    expectError(await resend(id, team.stranger), 404, 'WORKSPACE_NOT_FOUND')
    const { json } = await test.rest.post('/v1/workspaces', { name: 'Other' }, as(team.stranger))
    const other = `/v1/workspaces/${json.id}/invitations/${id}/resend`
    expectError(await test.rest.post(other, undefined, as(team.stranger)), 404, 'INVITATION_NOT_FOUND')
    expectError(await resend(id, team.admin), 403, 'ROLE_TOO_LOW')
    await test.sql('update workspace_invitation set expires_at = ? where id = ?', [test.clock.now(), id])
    expectError(await resend(id), 410, 'INVITATION_EXPIRED')
  })
})

describe('the token of the mail', () => {
  it('joins and verifies the address, which the token of the answer does not', async () => {
    const { account, token, mailToken } = await seedInvited({ role: 'admin' })
    expectError(await accept(token, account), 403, 'EMAIL_NOT_VERIFIED')
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(mailToken, account)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    expect((await rolesIn(test, team.id, account))[account.id]).toBe('admin')
    const { json } = await test.rest.get('/v1/auth/me', as(account))
    expect(json.emailVerifiedAt).toBe(test.clock.now().toISOString())
    expectError(await accept(token, account), 404, 'INVITATION_NOT_FOUND')
    expect(JSON.stringify(test.logs)).not.toContain(mailToken)
  })

  it('verifies no address that is spelled differently, which may be another mailbox', async () => {
    const { account, id, mailToken } = await seedInvited()
    const spell = (email: string) => test.sql('update workspace_invitation set email = ? where id = ?', [email, id])
    await spell(account.email.replace('t', '\uff54'))
    expectError(await accept(mailToken, account), 403, 'EMAIL_NOT_VERIFIED')
    await spell(account.email.toUpperCase())
    expect((await accept(mailToken, account)).status).toBe(200)
  })

  it('verifies nothing for another account, nor when joining fails', async () => {
    const { mailToken, id, account } = await seedInvited()
    expectError(await accept(mailToken, team.stranger), 404, 'INVITATION_NOT_FOUND')
    await test.sql(`update workspace set plan = 'free' where id = ?`, [team.id])
    expectError(await accept(mailToken, account), 403, 'PLAN_LIMIT_REACHED')
    await test.sql(`update workspace set plan = 'business' where id = ?`, [team.id])
    await test.sql('update workspace_invitation set expires_at = ? where id = ?', [test.clock.now(), id])
    expectError(await accept(mailToken, account), 410, 'INVITATION_EXPIRED')
    expect((await test.rest.get('/v1/auth/me', as(account))).json.emailVerifiedAt).toBeNull()
  })

  it('works after a rotation of the secret, and not under another one', () => {
    const tokensOf = (...secrets: [string, string?]) =>
      new InvitationTokens(new Keyring(...secrets).keys('invitation-mail'))
    const id = 'inv_01kavq6c4d5e6f7g8h9j0kmnpq'
    const token = tokensOf('old').computeMailToken(id)
    expect(tokensOf('new', 'old').read(token)).toEqual({ where: { id }, isMailed: true })
    expect(tokensOf('new').read(token)).toMatchObject({ isMailed: false })
  })

  it('declines without an account, and is 404 after it', async () => {
    const { mailToken, account } = await seedInvited()
    const document = 'mutation ($token: String!) { declineInvitation(token: $token) { success } }'
    const { data } = await test.graph(document, { variables: { token: mailToken } })
    expect(data).toEqual({ declineInvitation: { success: true } })
    expectError(await accept(mailToken, account), 404, 'INVITATION_NOT_FOUND')
  })

  it('is 404 with another id, a changed or a missing signature', async () => {
    const [one, other] = [await seedInvited(), await seedInvited()]
    const [, id = '', signature = ''] = /^tkm_([^_]+)_(.+)$/.exec(one.mailToken) ?? []
    const [, otherId = ''] = /^tkm_([^_]+)_/.exec(other.mailToken) ?? []
    const changed = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    for (const token of [`tkm_${otherId}_${signature}`, `tkm_${id}_${changed}`, `tkm_${id}_`, `inv_${id}`, `tkm_${id}`])
      expectError(await accept(token, one.account), 404, 'INVITATION_NOT_FOUND')
    expect((await accept(one.mailToken, one.account)).status).toBe(200)
  })
})
