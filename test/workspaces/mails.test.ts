import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '../../src/platform/shared/time.ts'
import type { TestApp } from '../support/app.ts'
import { sharedMailApp } from '../support/mail-app.ts'
import { type MailServer, smtpError } from '../support/mail-server.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { as, seedTeam, type Team, verifyEmail } from './team.ts'

let test: TestApp
let server: MailServer
let receiver: Receiver
let reviewer: SeededAccount
beforeAll(async () => {
  receiver = await startReceiver(410)
  ;({ test, server } = await sharedMailApp())
  reviewer = await test.seed.account()
  await test.sql(`update account set role = 'admin' where id = ?`, [reviewer.id])
})
afterEach(() => {
  server.respond = () => undefined
})
afterAll(async () => {
  await test.close()
  await receiver.close()
})

/** Resolves when every mail was sent or dropped. Those that were refused for now are tried again at once. */
const allSent = () =>
  expect
    .poll(
      async () => {
        await test.sql(`update jobs.job set start_after = now() where name = 'mail' and state = 'retry'`)
        return test.sql(`select data from jobs.job where name = 'mail' and state <> 'completed'`)
      },
      { timeout: 20_000, interval: 200 },
    )
    .toEqual([])
/** The mails about the causes of this file, without invitations. */
const noticesTo = ({ email }: SeededAccount) =>
  server.mails.filter((mail) => mail.recipients.includes(email) && !mail.header('Subject').startsWith('Invitation'))
const subjectsTo = (account: SeededAccount) => noticesTo(account).map((mail) => mail.header('Subject'))

async function newTeam(): Promise<Team> {
  const team = await seedTeam(test)
  await verifyEmail(test, team.owner)
  await allSent()
  return team
}

/** Makes the mail server refuse for now, until mails wait; then `change` runs, and they are tried again. */
async function whileWaiting(cause: () => Promise<unknown>, change: () => Promise<unknown>): Promise<void> {
  server.respond = () => smtpError(451, 'later')
  await cause()
  const waiting = () => test.sql<{ data: object }>(`select data from jobs.job where name = 'mail' and state = 'retry'`)
  await expect.poll(waiting, { timeout: 20_000 }).not.toEqual([])
  expect(JSON.stringify(await waiting())).not.toMatch(/@|hooks|Deploys|example/)
  await change()
  server.respond = () => undefined
  await allSent()
}

describe('the mail about an API key that expires', () => {
  const remind = () => test.app.recurringTasks.runAll()
  const newKey = async (account: SeededAccount, options: object = {}) => {
    const key = await test.seed.key(account, { name: 'Deploys <b>', expiresInDays: 30, ...options })
    return { ...key, expiresIn: (ms: number) => expireIn(key.id, ms) }
  }
  /** As if the key had been made earlier. */
  const expireIn = async (id: string, ms: number) => {
    const values = [new Date(test.clock.now().getTime() + ms), id]
    await test.sql(
      `update api_key set created_at = created_at - (expires_at - ?::timestamptz), expires_at = ? where id = ?`,
      [values[0], ...values],
    )
  }

  it('is sent once, 7 days before, to a verified address', async () => {
    const [ada, unverified] = [await test.seed.account(), await test.seed.account()]
    await verifyEmail(test, ada)
    const key = await newKey(ada)
    const other = await newKey(unverified)
    await key.expiresIn(7 * dayMs + 1)
    await remind()
    await allSent()
    expect(noticesTo(ada)).toEqual([])
    for (const each of [key, other]) await each.expiresIn(7 * dayMs)
    await Promise.all([remind(), remind()])
    await remind()
    await allSent()
    expect(subjectsTo(ada)).toEqual(['An API key expires soon'])
    expect(noticesTo(unverified)).toEqual([])
    const [mail] = noticesTo(ada)
    const date = new Date(test.clock.now().getTime() + 7 * dayMs)
    expect(mail?.text).toContain('Deploys <b>')
    expect(mail?.text).toContain(date.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' }))
    expect(mail?.html).toContain('Deploys &#60;b&#62;')
    expect(mail?.raw).not.toContain(key.key)
  })

  it('has the day of the time zone of the person, and is not sent to who does not want it', async () => {
    const [ada, grace] = [await test.seed.account(), await test.seed.account()]
    for (const each of [ada, grace]) await verifyEmail(test, each)
    await test.rest.patch('/v1/auth/me', { timezone: 'Pacific/Kiritimati' }, as(ada))
    await test.rest.patch('/v1/auth/me', { unwantedMails: ['api_key_expires'] }, as(grace))
    for (const each of [ada, grace]) await (await newKey(each)).expiresIn(3 * dayMs)
    await remind()
    await allSent()
    const date = new Date(test.clock.now().getTime() + 3 * dayMs)
    expect(noticesTo(ada)[0]?.text).toContain(
      date.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'Pacific/Kiritimati' }),
    )
    expect(noticesTo(grace)).toEqual([])
  })

  it('is not sent for a key that was made for a week, revoked, or of a deleted workspace', async () => {
    const team = await newTeam()
    await newKey(team.owner, { expiresInDays: 7 })
    const revoked = await newKey(team.owner)
    await test.rest.delete(`/v1/keys/${revoked.id}`, as(team.owner))
    await revoked.expiresIn(dayMs)
    const gone = await newKey(team.owner, { workspaceId: team.id })
    await gone.expiresIn(dayMs)
    await test.rest.delete(`/v1/workspaces/${team.id}?confirm=${team.slug}`, as(team.owner))
    await remind()
    await allSent()
    expect(noticesTo(team.owner)).toEqual([])
    await test.rest.post(`/v1/workspaces/${team.id}/restore`, undefined, as(team.owner))
    await remind()
    await allSent()
    expect(noticesTo(team.owner)).toHaveLength(1)
  })

  it('is not sent when the key is revoked while the mail waits', async () => {
    const ada = await test.seed.account()
    await verifyEmail(test, ada)
    const key = await newKey(ada)
    await key.expiresIn(dayMs)
    await whileWaiting(remind, () => test.rest.delete(`/v1/keys/${key.id}`, as(ada)))
    expect(noticesTo(ada)).toEqual([])
  })

  it.each([
    ['de-AT', 'Ein API-Schlüssel läuft bald ab'],
    ['fr', 'Une clé d’API expire bientôt'],
    ['es', 'Una clave de API caduca pronto'],
    ['ja', 'An API key expires soon'],
  ])('is in the language %s of the registration', async (language, subject) => {
    const body = { name: 'Ada', email: `${test.seed.word()}@example.com`, password: 'correct horse battery' }
    const headers = { 'accept-language': language }
    const { json, status } = await test.rest.post('/v1/auth/register', body, { headers })
    expect([status, json]).toMatchObject([201, { user: {} }])
    const ada: SeededAccount = { ...body, id: json.user.id, token: json.token, workspaceId: '' }
    await verifyEmail(test, ada)
    await (await newKey(ada)).expiresIn(dayMs)
    await remind()
    await allSent()
    expect(subjectsTo(ada)).toContain(subject)
  })
})

describe('the mail about a webhook that the service switched off', () => {
  /** A webhook of the team whose receiver responds with 410. */
  async function newWebhook({ id, admin }: Team, name = 'Deploys') {
    const url = `${receiver.url}/${test.seed.word()}`
    const body = { name, url, events: ['link.created'], workspaceId: id }
    return (await test.rest.post('/v1/webhooks', body, as(admin))).json as { id: string }
  }
  const trigger = async ({ id, member, admin }: Team, webhook: { id: string }) => {
    await test.seed.link(member, { workspaceId: id })
    const isDisabled = async () =>
      (await test.rest.get(`/v1/webhooks/${webhook.id}`, as(admin))).json.disabledAt !== null
    await expect.poll(isDisabled, { timeout: 20_000 }).toBe(true)
  }

  it('is sent to the owners and admins, in their languages, and names the host', async () => {
    const team = await newTeam()
    await test.sql(`update account set language = 'de' where id = ?`, [team.admin.id])
    await trigger(team, await newWebhook(team))
    await allSent()
    expect(subjectsTo(team.owner)).toEqual(['A webhook was switched off'])
    expect(subjectsTo(team.admin)).toEqual(['Ein Webhook wurde abgeschaltet'])
    expect([...noticesTo(team.member), ...noticesTo(team.viewer), ...noticesTo(team.stranger)]).toEqual([])
    const [mail] = noticesTo(team.owner)
    expect(mail?.text).toContain(`The webhook “Deploys” to ${new URL(receiver.url).host} was switched off.`)
    expect(mail?.text).toContain('responded with 410')
  })

  it('is not sent to a member who lost the role meanwhile, nor when the webhook is on again', async () => {
    const team = await newTeam()
    const webhook = await newWebhook(team)
    await whileWaiting(
      () => trigger(team, webhook),
      () => test.rest.patch(`/v1/workspaces/${team.id}/members/${team.admin.id}`, { role: 'member' }, as(team.owner)),
    )
    expect([subjectsTo(team.owner).length, subjectsTo(team.admin).length]).toEqual([1, 0])
    const other = await newWebhook({ ...team, admin: team.owner })
    await whileWaiting(
      () => trigger({ ...team, admin: team.owner }, other),
      async () => {
        receiver.answer = 204
        await test.rest.patch(`/v1/webhooks/${other.id}`, { isActive: true }, as(team.owner))
      },
    )
    expect(subjectsTo(team.owner)).toHaveLength(1)
  })
})

describe('the mail about a blocked link', () => {
  const decide = ({ id }: Pick<SeededLink, 'id'>, what: string, body: object = { reason: 'phishing' }) =>
    test.rest.post(`/v1/abuse/reviews/${id}/${what}`, body, as(reviewer))
  const listed = (pattern: string) =>
    test.rest.post('/v1/abuse/destinations', { pattern, reason: 'spam' }, as(reviewer))

  it('is sent to the creator alone, with the address and the reason, and nothing of the reviewer', async () => {
    const team = await newTeam()
    const link = await test.seed.link(team.member, { workspaceId: team.id, title: 'Win a prize' })
    await decide(link, 'block', { reason: 'phishing', note: 'seen by a neighbour' })
    await allSent()
    expect(subjectsTo(team.member)).toEqual(['A short link was blocked'])
    expect([...noticesTo(team.owner), ...noticesTo(team.admin)]).toEqual([])
    const [mail] = noticesTo(team.member)
    expect(mail?.text).toContain(`${new URL(test.settings.publicUrl).host}/${link.shortUrl} (phishing)`)
    expect(mail?.raw).not.toMatch(/neighbour|prize/)
    await decide(link, 'block', { reason: 'spam' })
    await allSent()
    expect(subjectsTo(team.member)).toHaveLength(1)
  })

  it('is sent to owners and admins whose address is verified and whose account stays, after the creator has left', async () => {
    const team = await newTeam()
    const [first, second] = [
      await test.seed.link(team.member, { workspaceId: team.id }),
      await test.seed.link(team.viewer).then(() => test.seed.link(team.admin, { workspaceId: team.id })),
    ]
    await test.rest.delete(`/v1/workspaces/${team.id}/members/${team.member.id}`, as(team.owner))
    await test.sql('update account set email_verified_at = null where id = ?', [team.admin.id])
    await decide(first, 'block')
    await decide(second, 'block')
    await allSent()
    const third = await test.seed.link(team.owner, { workspaceId: team.id })
    await test.sql('update account set email_verified_at = now(), deletion_requested_at = now() where id = ?', [
      team.admin.id,
    ])
    await test.sql('update link set creator_id = null where id = ?', [third.id])
    await decide(third, 'block')
    await allSent()
    expect(subjectsTo(team.owner)).toHaveLength(3)
    expect([...noticesTo(team.member), ...noticesTo(team.admin), ...noticesTo(team.viewer)]).toEqual([])
  })

  it('is one mail for all links of one step, of which it names ten', async () => {
    const team = await newTeam()
    const host = `${test.seed.word()}.example.com`
    for (let n = 0; n < 12; n++)
      await test.seed.link(team.member, { workspaceId: team.id, longUrl: `https://${host}/${n}` })
    await listed(host)
    await allSent()
    expect(subjectsTo(team.member)).toEqual(['12 short links were blocked'])
    const [mail] = noticesTo(team.member)
    expect(mail?.text.match(/127\.0\.0\.1:\d+\/\S+ \(spam\)/g)).toHaveLength(10)
    expect(mail?.text).toContain('And 2 more.')
  })

  it('is not sent for links of a deleted workspace, nor when the link is unblocked while the mail waits', async () => {
    const team = await newTeam()
    const link = await test.seed.link(team.member, { workspaceId: team.id })
    await whileWaiting(
      () => decide(link, 'block'),
      () => decide(link, 'unblock', {}),
    )
    await test.rest.delete(`/v1/workspaces/${team.id}?confirm=${team.slug}`, as(team.owner))
    await decide(link, 'block')
    await allSent()
    expect([...noticesTo(team.member), ...noticesTo(team.owner)]).toEqual([])
  })
})
