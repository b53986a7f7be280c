import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '../../src/platform/shared/time.ts'
import { languages } from '../../src/platform/web/language.ts'
import { expectError } from '../links/answers.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { linkOf, type MailServer, smtpError, startMailServer } from '../support/mail-server.ts'
import type { SeededAccount } from '../support/seed.ts'
import { oneOfEach } from '../support/size.ts'
import { seedTeam, type Team, verifyEmail } from '../workspaces/team.ts'

let test: TestApp
let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
  test = await startApp({ PUBLIC_URL: 'https://tack.test', SMTP_URL: server.url, MAIL_FROM: 'Tack <tack@example.com>' })
})
afterAll(async () => {
  await test.close()
  await server.close()
})
/** A Wednesday, on which no other workspace has the setting. */
beforeEach(async () => {
  await test.sql('update workspace set weekly_export = false')
  server.respond = () => undefined
  test.clock.set(nextWeekday(3))
})

const otherLanguage = oneOfEach(languages.toReversed(), () => 'any')

/** Noon of the next such day, 1 for Monday. */
function nextWeekday(weekday: number): Date {
  const noon = new Date(test.clock.now().setUTCHours(12, 0, 0, 0))
  const days = (weekday - noon.getUTCDay() + 7) % 7 || 7
  return new Date(noon.getTime() + days * dayMs)
}

/** The clock moves by days, which ends sessions. */
const as = async ({ id }: SeededAccount) => ({ token: await test.seed.session(id) })
const setting = async (team: Team, weeklyExport: unknown, account = team.admin) =>
  test.rest.patch(`/v1/workspaces/${team.id}`, { weeklyExport }, await as(account))
const runTasks = () => test.app.recurringTasks.run('begin weekly exports')
const exportsOf = async ({ id, owner }: Team) =>
  (await test.rest.get(`/v1/exports?workspaceId=${id}`, await as(owner))).json as {
    readonly id: string
    readonly state: string
    readonly isWeekly: boolean
  }[]
const mailsTo = ({ email }: SeededAccount) =>
  server.mails.filter(({ recipients, header }) => recipients.includes(email) && /Acme$/.test(header('Subject')))

/** Resolves when all exports were written, and all mails were sent or dropped. */
const settled = () =>
  expect
    .poll(
      async () => {
        await test.sql(`update jobs.job set start_after = now() where name = 'mail' and state = 'retry'`)
        return test.sql(`select name, data from jobs.job where name in ('mail', 'exports') and state <> 'completed'`)
      },
      { timeout: 30_000, interval: 100 },
    )
    .toEqual([])

/** A team with a link, whose owner has a verified address, and whose weekly export was switched on. */
async function newTeam(): Promise<Team> {
  const team = await seedTeam(test)
  await verifyEmail(test, team.owner)
  await test.seed.link({ ...team.member, ...(await as(team.member)) }, { workspaceId: team.id, title: 'Ours' })
  expect((await setting(team, true)).json.weeklyExport).toBe(true)
  await settled()
  return team
}

describe('PATCH /workspaces/{id} with weeklyExport', () => {
  it('returns 200 for an owner and an admin, records it, and returns 403 for a member and a viewer', async () => {
    const team = await seedTeam(test)
    const read = async () => (await test.rest.get(`/v1/workspaces/${team.id}`, await as(team.viewer))).json.weeklyExport
    expect(await read()).toBe(false)
    for (const account of [team.member, team.viewer])
      expectError(await setting(team, true, account), 403, 'ROLE_TOO_LOW')
    expect((await setting(team, true, team.owner)).status).toBe(200)
    expect(await read()).toBe(true)
    expectError(await setting(team, null), 400, 'INVALID_PARAMS')
    const mutation = 'mutation ($id: ID!) { updateWorkspace(id: $id, input: { weeklyExport: false }) { weeklyExport } }'
    const { data } = await test.graph(mutation, { ...(await as(team.admin)), variables: { id: team.id } })
    expect(data.updateWorkspace).toEqual({ weeklyExport: false })
    const activity = await test.rest.get(`/v1/activity?workspaceId=${team.id}`, await as(team.owner))
    expect(activity.json[0].summary).toBe('Workspace "Acme" was changed: weekly export.')
  })
})

describe('the weekly export', () => {
  it('is sent each Monday to owners and admins, with a link that works for 7 days', async () => {
    const team = await newTeam()
    await runTasks()
    test.clock.set(new Date(nextWeekday(0).getTime() + dayMs / 2 - 1))
    await runTasks()
    expect(await exportsOf(team)).toEqual([])
    test.clock.advance({ ms: 1 })
    await runTasks()
    await settled()
    const [mail] = mailsTo(team.owner)
    if (!mail) throw new Error('No mail has arrived.')
    expect(mail.header('Subject')).toBe('Weekly export of Acme')
    const end = new Date(test.clock.now().getTime() + 7 * dayMs)
    expect(mail.text).toContain('The links of the workspace “Acme” are ready as a CSV file. Number of links: 1.')
    expect(mail.text).toContain(
      `The link is valid for 7 days, until ${end.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })}`,
    )
    expect(mail.text).toContain(`PATCH https://tack.test/v1/workspaces/${team.id} {"weeklyExport": false}`)
    const { pathname } = linkOf(mail)
    const file = await test.rest.get(pathname)
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    expect(file.text).toMatch(/\r\nlnk_\w+,https:\/\/example\.com\/\w+,.*,Ours,/)
    expect([team.owner, team.admin, team.member, team.viewer].map((each) => mailsTo(each).length)).toEqual([1, 1, 0, 0])
    expect(await exportsOf(team)).toMatchObject([
      { isWeekly: true, state: 'completed', content: 'links', format: 'csv' },
    ])
    test.clock.advance({ days: 6, hours: 23 })
    await runTasks()
    expect((await test.rest.get(pathname)).status).toBe(200)
    test.clock.advance({ hours: 1 })
    expectError(await test.rest.get(pathname), 404, 'DOWNLOAD_NOT_FOUND')
    await runTasks()
    await settled()
    expect([mailsTo(team.owner).length, mailsTo(team.admin).length]).toEqual([2, 2])
  })

  it('is sent once though two nodes look for it at the same time, and look again later', { tags: 'race' }, async () => {
    const teams = [await newTeam(), await newTeam(), await newTeam()]
    test.clock.set(nextWeekday(1))
    const other = test.database === 'server' ? await test.sibling() : null
    await Promise.all([runTasks(), (other ?? test.app).recurringTasks.run('begin weekly exports')])
    await other?.close()
    await runTasks()
    await settled()
    for (const team of teams) {
      expect(await exportsOf(team)).toHaveLength(1)
      expect([mailsTo(team.owner).length, mailsTo(team.admin).length]).toEqual([1, 1])
    }
  })

  it.each(otherLanguage)('is announced in the language of the account: %s', async (language) => {
    const team = await newTeam()
    await test.sql('update account set language = ? where id = ?', [language, team.owner.id])
    test.clock.set(nextWeekday(1))
    await runTasks()
    await settled()
    const [mail] = mailsTo(team.owner)
    const subjects = { en: 'Weekly export', de: 'Wöchentlicher Export', fr: 'Export hebdo', es: 'Exportación semanal' }
    expect([mail?.header('Content-Language'), mail?.header('Subject')]).toEqual([
      language,
      expect.stringContaining(subjects[language]),
    ])
  })

  it('is not written when it was switched off, when the workspace is deleted, or when nobody can be reached', async () => {
    const [off, deleted, unreachable] = [await newTeam(), await newTeam(), await newTeam()]
    await setting(off, false)
    await test.rest.delete(`/v1/workspaces/${deleted.id}?confirm=${deleted.slug}`, await as(deleted.owner))
    for (const { id } of [unreachable.owner, unreachable.admin])
      await test.sql('update account set email_verified_at = null where id = ?', [id])
    test.clock.set(nextWeekday(1))
    await runTasks()
    await settled()
    for (const team of [off, deleted, unreachable]) {
      expect(await test.sql('select 1 from file_export where workspace_id = ?', [team.id])).toEqual([])
      expect(mailsTo(team.owner)).toEqual([])
    }
  })

  it('is due next Monday when it is switched off and on again', async () => {
    const team = await newTeam()
    test.clock.set(nextWeekday(0))
    await setting(team, false)
    test.clock.set(nextWeekday(1))
    await setting(team, true)
    await runTasks()
    expect(await exportsOf(team)).toEqual([])
  })

  it('is not sent to whoever lost the role, nor after it was switched off while mails waited', async () => {
    const [team, off] = [await newTeam(), await newTeam()]
    test.clock.set(nextWeekday(1))
    server.respond = () => smtpError(451, 'later')
    await runTasks()
    const waiting = () =>
      test.sql<{ data: object }>(`select data from jobs.job where name = 'mail' and state = 'retry'`)
    await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBe(4)
    // The queue has neither addresses nor links.
    expect(JSON.stringify(await waiting())).not.toMatch(/@|tkd_/)
    const role = { role: 'viewer' }
    await test.rest.patch(`/v1/workspaces/${team.id}/members/${team.admin.id}`, role, await as(team.owner))
    await setting(off, false)
    server.respond = () => undefined
    await settled()
    expect([team.owner, team.admin, off.owner, off.admin].map((each) => mailsTo(each).length)).toEqual([1, 0, 0, 0])
  })
})

describe('the unsubscription from the weekly export', () => {
  /** Begins the next export, and returns what the mail of the owner says about ending it. */
  async function nextMail(team: Team) {
    test.clock.set(nextWeekday(1))
    const before = mailsTo(team.owner).length
    await runTasks()
    await settled()
    const mail = mailsTo(team.owner)[before]
    const address = mail && new URL(/^<(.*)>$/.exec(String(mail.header('List-Unsubscribe')))?.[1] ?? '')
    return { mail, path: address && `${address.pathname}${address.search}` }
  }

  const oneClick = (path = '', type = 'application/x-www-form-urlencoded', body = 'List-Unsubscribe=One-Click') =>
    test.rest.post(path, body, { headers: { 'content-type': type } })

  it('needs one POST to the address in the header, ends the mails of this person alone, and can be taken back', async () => {
    const team = await newTeam()
    const { mail, path } = await nextMail(team)
    expect(mail?.header('List-Unsubscribe')).toMatch(/^<https:\/\/tack\.test\/account\/unsubscribe\?token=tku_[\w-]+>$/)
    expect(mail?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(mail?.text).toContain(`https://tack.test${path}`)
    // Mail servers open every address of a mail.
    for (const method of ['GET', 'HEAD']) expect((await test.rest.send(method, path ?? '')).status).toBe(200)
    expect((await nextMail(team)).mail).toBeDefined()

    const answer = await oneClick(path)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.headers.location).toBeUndefined()
    expect((await nextMail(team)).mail).toBeUndefined()
    expect(mailsTo(team.admin)).toHaveLength(3)
    expect((await exportsOf(team)).length).toBe(3)

    await oneClick(path, undefined, 'act=resume')
    expect((await nextMail(team)).mail).toBeDefined()
    const parts = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    expect((await oneClick(path, 'multipart/form-data; boundary=b', parts)).status).toBe(200)
    expect((await nextMail(team)).mail).toBeUndefined()
  })

  it('writes no export when nobody gets it any more', async () => {
    const team = await newTeam()
    await test.sql('update workspace_member set weekly_mail = false where workspace_id = ?', [team.id])
    await nextMail(team)
    expect(await exportsOf(team)).toEqual([])
  })

  it('returns 400 for an address that was not sent, and a page in each language', { tags: 'race' }, async () => {
    const team = await newTeam()
    const { path = '' } = await nextMail(team)
    for (const wrong of [
      '/account/unsubscribe',
      '/account/unsubscribe?token=tku_x',
      path.slice(0, -1),
      `${path}&token=y`,
    ])
      for (const method of ['GET', 'POST']) expect((await test.rest.send(method, wrong)).status).toBe(400)
    const titles = await Promise.all(
      languages.map(async (lang) => {
        const { text } = await test.rest.get(path, { headers: { 'accept-language': lang } })
        return /<h1>([^<]*)/.exec(text)?.[1]
      }),
    )
    expect(new Set(titles).size).toBe(languages.length)
    expect((await nextMail(team)).mail).toBeDefined()
  })
})
