import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser, type Visit } from '../oauth/browser.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { sharedMailApp } from '../support/mail-app.ts'
import { linkOf, type MailServer, type ReceivedMail } from '../support/mail-server.ts'
import { expectOwnScript } from '../support/markup.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, rolesIn, seedTeam, type Team, verifyEmail } from './team.ts'

let server: MailServer
let test: ListeningApp
let team: Team
beforeAll(async () => {
  ;({ test, server } = await sharedMailApp())
  team = await seedTeam(test)
})
afterAll(async () => {
  // As in accounts/pages.test.ts.
  expect(test.errorsOfGoodAnswers()).toEqual([])
  await test.close()
})

const password = 'correct horse battery'
const newAddress = () => `${test.seed.word().toLowerCase()}@example.com`
const heading = ({ text }: Visit) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1]
const facts = ({ text }: Visit) => [...text.matchAll(/<dd[^>]*>([^<]*)/g)].map(([, fact]) => fact)
const acts = ({ text }: Visit) => [...text.matchAll(/name="act" value="(\w+)"/g)].map(([, act]) => act)

/** Follows the link of the page with this text. */
function follow(browser: Browser, { url, text }: Visit, label: string): Promise<Visit> {
  const href = new RegExp(`href="([^"]*)">${label}<`).exec(text)?.[1] ?? ''
  const path = href.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  return browser.open(new URL(path, new URL(url, test.base)).href)
}

function expectPage({ status, headers, text }: Visit, expected: number, title: string): void {
  expect([status, heading({ text } as Visit)]).toEqual([expected, title])
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  expectOwnScript(headers.get('content-security-policy') ?? '', text)
  expect(text).not.toMatch(/style="| on\w+=/i)
}

async function logIn(account: SeededAccount): Promise<Browser> {
  const browser = new Browser(test.base)
  const page = await browser.open('/account/login')
  await browser.submit(page, { email: account.email, password: account.password })
  return browser
}

async function invite(email: string, role = 'member') {
  const { json } = await test.rest.post(`/v1/workspaces/${team.id}/invitations`, { email, role }, as(team.owner))
  // The registration of an account sends a mail too.
  const find = () =>
    server.mails.find((mail) => mail.recipients.includes(email) && linkOf(mail).pathname === '/account/invitation')
  await expect.poll(find, { timeout: 20_000 }).toBeDefined()
  return {
    id: json.id as string,
    /** That of the mail. */
    link: linkOf(find() as ReceivedMail).href,
    /** With the token of the answer. */
    ownLink: `/account/invitation?token=${json.token}`,
  }
}

describe('/account/invitation', () => {
  it('shows the invitation to a person who registers on the way, joins and is verified by it', async () => {
    const email = newAddress()
    const { link } = await invite(email, 'viewer')
    const browser = new Browser(test.base)
    const page = await browser.open(link)
    expectPage(page, 200, 'You are invited to a workspace')
    expect(facts(page).slice(0, 4)).toEqual(['Acme', team.owner.email, email, 'viewer'])
    expect(page.text).toContain('This address is not verified')
    expect(acts(page)).toEqual(['decline'])
    const login = await follow(browser, page, 'Log in')
    const registration = await follow(browser, login, 'Create an account')
    expect(registration.text).toContain(`value="${email}"`)
    const back = await browser.submit(registration, { name: 'Grace', email, password })
    expectPage(back, 200, 'You are invited to a workspace')
    expect(acts(back)).toEqual(['accept', 'decline'])
    expectPage(await browser.submit(back, { act: 'accept' }), 200, 'You have joined the workspace')
    expect((await browser.open('/account/overview')).text).toContain('Verified.')
    expectPage(await browser.open(link), 410, 'This invitation was accepted')
    expectPage(await browser.submit(back, { act: 'accept' }), 410, 'This invitation was accepted')
  })

  it('leads back after a login, and from the page for a forgotten password', async () => {
    const grace = await test.seed.account()
    const { link } = await invite(grace.email)
    const browser = new Browser(test.base)
    const login = await follow(browser, await browser.open(link), 'Log in')
    expect((await browser.submit(login, { email: grace.email, password: 'wrong' })).status).toBe(401)
    const sent = await browser.submit(await follow(browser, login, 'Forgot your password\\?'), { email: grace.email })
    expectPage(await follow(browser, sent, 'Go on'), 200, 'You are invited to a workspace')
    const back = await browser.submit(login, { email: grace.email, password: grace.password })
    expect(acts(back)).toEqual(['accept', 'decline'])
  })

  it('asks an account with another address to change, and does not let it join', async () => {
    const grace = await test.seed.account()
    const { link } = await invite(grace.email)
    const browser = await logIn(team.stranger)
    const page = await browser.open(link)
    expectPage(page, 200, 'You are invited to a workspace')
    expect(page.text).toContain(`You are logged in as ${team.stranger.email}`)
    expect(acts(page)).toEqual([])
    await browser.submit(page, { act: 'accept' })
    expect(Object.keys(await rolesIn(test, team.id, team.owner))).not.toContain(team.stranger.id)
    const login = await follow(browser, page, 'Log in with another account')
    const back = await browser.submit(login, { email: grace.email, password: grace.password })
    expect(acts(back)).toEqual(['accept', 'decline'])
  })

  it('with the token that the inviter passes on needs a verified address, and sends the mail for it', async () => {
    const grace = await test.seed.account()
    const { ownLink } = await invite(grace.email)
    const browser = await logIn(grace)
    const page = await browser.open(ownLink)
    expect(acts(page)).toEqual(['verify', 'decline'])
    const refused = await browser.submit(page, { act: 'accept' })
    expectPage(refused, 200, 'You are invited to a workspace')
    expect(Object.keys(await rolesIn(test, team.id, team.owner))).not.toContain(grace.id)
    server.mails.length = 0
    const sent = await browser.submit(page, { act: 'verify' })
    expect(sent.text).toContain('The mail is on its way')
    const question = await browser.open(linkOf(await server.mailTo(grace.email)).href)
    expect(heading(await browser.submit(question, {}))).toBe('Your address is verified')
    const again = await browser.open(ownLink)
    expectPage(await browser.submit(again, { act: 'accept' }), 200, 'You have joined the workspace')
  })

  it('declines without an account', async () => {
    const { link } = await invite(newAddress())
    const browser = new Browser(test.base)
    const page = await browser.open(link)
    expectPage(await browser.submit(page, { act: 'decline' }), 410, 'This invitation was declined')
    expectPage(await browser.open(link), 410, 'This invitation was declined')
  })

  it('is 410 after the invitation was revoked, has expired, and while the workspace is deleted', async () => {
    const revoked = await invite(newAddress())
    await test.rest.delete(`/v1/workspaces/${team.id}/invitations/${revoked.id}`, as(team.owner))
    expectPage(await new Browser(test.base).open(revoked.link), 410, 'This invitation was withdrawn')
    const expired = await invite(newAddress())
    await test.sql('update workspace_invitation set expires_at = ? where id = ?', [test.clock.now(), expired.id])
    expectPage(await new Browser(test.base).open(expired.link), 410, 'This invitation has expired')
    const other = await invite(newAddress())
    await test.rest.delete(`/v1/workspaces/${team.id}?confirm=${team.slug}`, as(team.owner))
    expectPage(await new Browser(test.base).open(other.link), 410, 'This invitation was withdrawn')
    await test.rest.post(`/v1/workspaces/${team.id}/restore`, undefined, as(team.owner))
  })

  it('says that the workspace is full, and changes nothing', async () => {
    const grace = await test.seed.account()
    const { link } = await invite(grace.email)
    const browser = await logIn(grace)
    const page = await browser.open(link)
    await test.sql(`update workspace set plan = 'free' where id = ?`, [team.id])
    const full = await browser.submit(page, { act: 'accept' })
    expectPage(full, 403, 'You are invited to a workspace')
    expect(full.text).toContain('The workspace has no room for another member.')
    await test.sql(`update workspace set plan = 'business' where id = ?`, [team.id])
    expectPage(await browser.submit(full, { act: 'accept' }), 200, 'You have joined the workspace')
  })

  it.each([
    '',
    '?token=',
    '?token=x',
    '?token=%00',
    '?token=tkm_x_y',
    `?token=${'x'.repeat(2000)}`,
    '?token=a&token=b',
  ])('is 404 for %s', async (query) => {
    const browser = new Browser(test.base)
    expectPage(await browser.open(`/account/invitation${query}`), 404, 'There is no such invitation')
  })

  it('changes nothing without the CSRF token of this browser', async () => {
    const grace = await test.seed.account()
    await verifyEmail(test, grace)
    const { link } = await invite(grace.email)
    const browser = await logIn(grace)
    await browser.open(link)
    const foreign = await (await logIn(team.stranger)).open('/account/overview')
    const stolen = /name="token" value="([^"]+)"/.exec(foreign.text)?.[1] ?? ''
    for (const token of ['', stolen]) {
      for (const act of ['accept', 'decline'])
        expectPage(await browser.open(link, { act, token }), 400, 'Please try again')
    }
    expect(acts(await browser.open(link))).toEqual(['accept', 'decline'])
  })

  it('escapes the name of the workspace', async () => {
    await test.rest.patch(`/v1/workspaces/${team.id}`, { name: '<b>Acme</b> & "co"' }, as(team.owner))
    const page = await new Browser(test.base).open((await invite(newAddress())).link)
    expect(page.text).toContain('&#60;b&#62;Acme&#60;/b&#62;')
    expect(page.text).not.toContain('<b>')
  })
})

describe('the login', () => {
  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '../x',
    'javascript:alert(1)',
    'x?token=a&b=//e',
    '../apple',
    '../app/../oauth',
    '../app/%2e%2e/oauth',
    '../app\\evil',
    '../app/links\n//evil.example',
  ])('does not lead to %s', async (next) => {
    const grace = await test.seed.account()
    const browser = new Browser(test.base)
    const page = await browser.open(`/account/login?${new URLSearchParams({ next })}`)
    const back = await browser.submit(page, { email: grace.email, password: grace.password })
    expect(new URL(back.url, test.base).pathname).toBe('/app')
  })

  it.each(['/app', '/app/links/summer?tag=a%20b&sort=clicks'])('leads back to %s', async (path) => {
    const grace = await test.seed.account()
    const browser = new Browser(test.base)
    const page = await browser.open(path)
    expect(new URL(page.url, test.base).pathname).toBe('/account/login')
    const back = await browser.submit(page, { email: grace.email, password: grace.password })
    expect(back.url.replace(test.base, '')).toBe(path)
  })
})
