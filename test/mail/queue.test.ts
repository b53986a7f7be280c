import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { sharedMailApp } from '../support/mail-app.ts'
import { type MailServer, smtpError } from '../support/mail-server.ts'

let test: TestApp
let server: MailServer
beforeAll(async () => {
  ;({ test, server } = await sharedMailApp())
})
afterAll(async () => {
  await test.close()
})

/** Requests a mail to a new account. */
async function requestMail(): Promise<string> {
  const { email } = await test.seed.account()
  await test.rest.post('/v1/auth/password/reset-requests', { email })
  return email
}

const queued = () => test.sql<{ data: object }>(`select data from jobs.job where name = 'mail'`)
const queueIsEmpty = () => expect.poll(queued, { timeout: 60_000 }).toEqual([])
const attemptsFor = (email: string) => server.attempts.filter((each) => each === email).length
const warnings = () => test.logs.filter(({ msg }) => msg === 'a mail was not sent and is dropped')

async function metric(name: string): Promise<number> {
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await test.metrics())?.[1])
}

describe('a mail', () => {
  it('is counted and leaves the queue when the server has accepted it', async () => {
    const before = await metric('tack_mails_sent_total')
    await server.mailTo(await requestMail())
    await queueIsEmpty()
    expect(await metric('tack_mails_sent_total')).toBe(before + 1)
  })

  it('is tried again after a temporary answer, with the same link and Message-ID', async () => {
    let failures = 0
    const seen: string[] = []
    server.respond = () => (failures++ < 1 ? smtpError(451, 'Later') : undefined)
    const email = await requestMail()
    await expect.poll(() => attemptsFor(email)).toBe(1)
    const [row] = await test.sql<{ digest: string }>(
      'select digest from account_token order by expires_at desc limit 1',
    )
    seen.push(row?.digest ?? '')
    await server.mailTo(email)
    await queueIsEmpty()
    expect(attemptsFor(email)).toBe(2)
    const rows = await test.sql('select 1 from account_token where digest = ?', [seen[0]])
    expect(rows).toHaveLength(1)
    server.respond = () => undefined
  })

  it('is dropped after a final answer, with a line of the log and a metric, and does not fail its cause', async () => {
    const before = await metric('tack_mails_failed_total')
    server.respond = (recipient) => smtpError(550, `<${recipient}> is unknown`)
    const email = await requestMail()
    await expect.poll(warnings).toHaveLength(1)
    await queueIsEmpty()
    server.respond = () => undefined
    expect(attemptsFor(email)).toBe(1)
    expect(await metric('tack_mails_failed_total')).toBe(before + 1)
    const [line] = warnings()
    expect(line).toMatchObject({ level: 40, mail: 'password_reset', err: { message: expect.stringContaining('550') } })
    expect(JSON.stringify(line)).not.toContain(email)
  })

  it('is dropped when it is out of date', async () => {
    server.respond = () => smtpError(451, 'Later')
    const email = await requestMail()
    await expect.poll(() => attemptsFor(email)).toBe(1)
    const before = await metric('tack_mails_failed_total')
    test.clock.advance({ hours: 1 })
    await queueIsEmpty()
    server.respond = () => undefined
    expect(await metric('tack_mails_failed_total')).toBe(before + 1)
    await expect.poll(() => warnings().at(-1)).toMatchObject({ err: { message: 'it is out of date' } })
    expect(attemptsFor(email)).toBe(1)
  })

  it('at a slow server delays neither other mails nor requests', async () => {
    const slow = Promise.withResolvers<undefined>()
    const slowEmail = `slow.${test.seed.word()}@example.com`
    await test.seed.account({ email: slowEmail })
    server.respond = (recipient) => (recipient === slowEmail ? slow.promise : undefined)
    await test.rest.post('/v1/auth/password/reset-requests', { email: slowEmail })
    await expect.poll(() => attemptsFor(slowEmail)).toBe(1)
    await server.mailTo(await requestMail())
    // The queue has ids only.
    expect((await queued()).map(({ data }) => data)).toContainEqual({
      id: expect.any(String),
      kind: 'password_reset',
      data: { emailKey: slowEmail },
      language: 'en',
      expiresAt: expect.any(String),
    })
    slow.resolve(undefined)
    await server.mailTo(slowEmail)
    server.respond = () => undefined
    await queueIsEmpty()
  })

  it('of an account that no longer exists is not sent', async () => {
    const ada = await test.seed.account()
    server.respond = (recipient) => (recipient === ada.email ? smtpError(451, 'Later') : undefined)
    await test.rest.post('/v1/auth/password/reset-requests', { email: ada.email })
    await expect.poll(() => attemptsFor(ada.email)).toBe(1)
    await test.sql('delete from account where id = ?', [ada.id])
    await queueIsEmpty()
    expect(attemptsFor(ada.email)).toBe(1)
    server.respond = () => undefined
  })
})
