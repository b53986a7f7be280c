import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDay } from '../../src/platform/web/language.ts'
import { Browser, type Visit } from '../oauth/browser.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { sharedMailApp } from '../support/mail-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { seedTeam } from '../workspaces/team.ts'

let test: ListeningApp
beforeAll(async () => {
  ;({ test } = await sharedMailApp())
})
afterAll(() => test.close())

const headingOf = ({ text }: Visit) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1]
const pathOf = ({ url }: Visit) => new URL(url).pathname

async function logIn({ email, password }: SeededAccount, browser = new Browser(test.base)): Promise<Browser> {
  await browser.submit(await browser.open('/account/login'), { email, password })
  return browser
}

async function requestedAt({ id }: SeededAccount): Promise<unknown> {
  const sql = 'select deletion_requested_at as at from account where id = ?'
  return (await test.sql<{ at: unknown }>(sql, [id]))[0]?.at
}

const undoableUntil = () => formatDay('en', new Date(test.clock.now().getTime() + 7 * 86_400_000))

describe('/account/delete', () => {
  it('says what ends and what stays, until when it can be undone, and offers the archive', async () => {
    const team = await seedTeam(test)
    const [owner, member] = [await logIn(team.owner), await logIn(team.member)]
    const page = await owner.open('/account/delete')
    expect([page.status, headingOf(page)]).toEqual([200, 'Delete your account'])
    expect(page.text).toContain(`until ${undoableUntil()}`)
    expect(page.text).toContain('<dd>Is deleted with all its data.</dd>')
    expect(page.text).toContain('<dd>Is deleted with all its data, also for its other members (3).</dd>')
    expect(page.text).toContain('href="archive"')
    expect((await member.open('/account/delete')).text).toContain('<dd>Stays with its data')
  })

  it('deletes the account that types its address and its password, which its overview takes back', async () => {
    const ada = await test.seed.account()
    const browser = await logIn(ada)
    const page = await browser.open('/account/delete')
    for (const [form, status, message] of [
      [{ address: '', password: ada.password }, 400, 'This is not the e-mail address of your account.'],
      [{ address: 'eve@example.com', password: ada.password }, 400, 'This is not the e-mail address of your account.'],
      [{ address: ada.email, password: '' }, 400, 'The password is not right.'],
      [{ address: ada.email, password: 'not the password' }, 401, 'The password is not right.'],
      [{ address: ada.email }, 400, 'The password is not right.'],
    ] as const) {
      const refused = await browser.submit(page, form)
      expect([refused.status, refused.text.includes(message)]).toEqual([status, true])
    }
    expect(await requestedAt(ada)).toBeNull()
    const form = { address: ` ${ada.email.toUpperCase()} `, password: ada.password }
    const answers = await Promise.all([browser.submit(page, form), browser.submit(page, form)])
    for (const answer of answers) {
      expect(pathOf(answer)).toBe('/account/overview')
      expect(answer.text).toContain(`Your account is being deleted: its data goes on ${undoableUntil()}.`)
      expect(answer.text).not.toContain('href="delete"')
    }
    expect(await requestedAt(ada)).not.toBeNull()
    for (const name of ['delete', 'email', 'archive'])
      expect(pathOf(await browser.open(`/account/${name}`))).toBe('/account/overview')
    await browser.submit(answers[0], { act: 'keep' })
    expect(await requestedAt(ada)).toBeNull()
  })

  it('deletes nothing for a form of another site, of another browser, or of another account in a second tab', async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const browser = await logIn(ada)
    const page = await browser.open('/account/delete')
    const form = { address: ada.email, password: ada.password }
    for (const site of ['cross-site', 'same-site'])
      expect((await browser.submit(page, form, { 'sec-fetch-site': site })).status).toBe(403)
    expect((await (await logIn(ada)).submit(page, form)).status).toBe(400)
    expect((await browser.open('/account/delete', form)).status).toBe(400)
    await logIn(eve, browser)
    expect((await browser.submit(page, { ...form, password: eve.password })).status).toBe(400)
    for (const account of [ada, eve]) expect(await requestedAt(account)).toBeNull()
    expect((await new Browser(test.base).open('/account/delete')).url).toContain('/account/login?next=delete')
  })
})
