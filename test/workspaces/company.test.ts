import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { Browser, type Visit } from '../oauth/browser.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { type LiveClient, liveClient, type ReceivedMessages } from '../support/live.ts'
import { sharedMailApp } from '../support/mail-app.ts'
import { linkOf, type MailServer } from '../support/mail-server.ts'
import { as as visitor } from '../support/visitor.ts'
import { Company, listActs, longUrl, type Person } from './company-acts.ts'
import { type Role, roles } from './team.ts'

const password = 'correct horse battery'

let server: MailServer
let test: ListeningApp
const company = new Company()
const { people } = company
beforeAll(async () => {
  ;({ test, server } = await sharedMailApp())
  company.test = test
  const owner = await register('Ada')
  const { json } = await test.rest.post('/v1/workspaces', { name: 'Acme' }, owner)
  company.workspace = json
  // A free workspace has three members.
  await test.sql(`update workspace set plan = 'business' where id = ?`, [company.workspace.id])
  Object.assign(people, { owner, stranger: await register('Mallory') })
})
afterAll(async () => {
  await test.close()
})

async function register(name: string): Promise<Person> {
  const email = company.newAddress()
  const { json } = await test.rest.post('/v1/auth/register', { name, email, password })
  return { id: json.user.id, email, token: json.token }
}

/** The address of the invitation in the mail to a person. */
async function readInvitation(email: string): Promise<string> {
  const find = () =>
    server.mails.find((mail) => mail.recipients.includes(email) && /invitation/.test(linkOf(mail).href))
  await expect.poll(find, { timeout: 20_000 }).toBeDefined()
  return linkOf(find() as NonNullable<ReturnType<typeof find>>).href
}

/** Opens the link of a page with this text. */
function follow(browser: Browser, { url, text }: Visit, label: string): Promise<Visit> {
  const href = new RegExp(`href="([^"]*)">${label}<`).exec(text)?.[1] ?? ''
  const path = href.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  return browser.open(new URL(path, new URL(url, test.base)).href)
}

describe('a company', () => {
  it.each(['admin', 'member', 'viewer'] as const)(
    'invites a person by mail who joins on the page as %s',
    async (role) => {
      const email = company.newAddress()
      const invited = await company.call(people.owner, 'POST', `/workspaces/${company.workspace.id}/invitations`, {
        email,
        role,
      })
      expect(invited.status).toBe(201)
      const browser = new Browser(test.base)
      const login = await follow(browser, await browser.open(await readInvitation(email)), 'Log in')
      const registration = await follow(browser, login, 'Create an account')
      const invitation = await browser.submit(registration, { name: `The ${role}`, email, password })
      const joined = await browser.submit(invitation, { act: 'accept' })
      expect(joined.text).toContain('You have joined the workspace')
      const { json } = await test.rest.post('/v1/auth/login', { email, password })
      expect(json.user.workspaces).toMatchObject([{ role: 'owner' }, { id: company.workspace.id, role }])
      people[role] = { id: json.user.id, email, token: json.token }
    },
  )

  it.each(listActs(company))('$name with the role $lowest and above', async ({ lowest, unknown, rest, graph }) => {
    company.link ??= (
      await company.call(people.owner, 'POST', '/urls', { longUrl, workspaceId: company.workspace.id })
    ).json
    for (const role of roles) {
      const [answer, graphAnswer] = [await rest(people[role]), await graph(people[role])]
      if (roles.indexOf(role) <= roles.indexOf(lowest)) {
        expect([role, answer.status < 300, graphAnswer.errors]).toEqual([role, true, undefined])
      } else {
        expectError(answer, 403, 'ROLE_TOO_LOW')
        expectGraphqlError(graphAnswer, 403, 'ROLE_TOO_LOW')
      }
    }
    const code = unknown ?? 'WORKSPACE_NOT_FOUND'
    expectError(await rest(people.stranger), 404, code)
    expectGraphqlError(await graph(people.stranger), 404, code)
  })

  it('gives a key what its member may do, in this workspace only', async () => {
    const create = async ({ token }: Person) => {
      const { json } = await test.rest.post(
        `/v1/keys`,
        { name: 'Script', workspaceId: company.workspace.id },
        { token },
      )
      return { ...people.viewer, token: json.key as string }
    }
    const [ofMember, ofViewer] = [await create(people.member), await create(people.viewer)]
    expect((await company.call(ofMember, 'POST', '/urls', { longUrl })).json.workspaceId).toBe(company.workspace.id)
    expectError(await company.call(ofViewer, 'POST', '/urls', { longUrl }), 403, 'ROLE_TOO_LOW')
    expect((await company.call(ofViewer, 'GET', '/urls')).json.map(({ id }: { id: string }) => id)).toContain(
      company.link.id,
    )
    const own = (await company.call(people.member, 'POST', '/urls', { longUrl })).json
    expectError(await company.call(ofMember, 'GET', `/urls/${own.id}`), 404, 'LINK_NOT_FOUND')
  })

  it('sends a removed member nothing more, over a WebSocket that is open', async () => {
    const { member, viewer, owner } = people
    const subscribe = async ({ token }: Person) => {
      const client = await liveClient(test.app.server, { token })
      const document = `subscription ($workspaceId: ID!) { clickRecorded(workspaceId: $workspaceId, includeBots: true) { id } }`
      return { client, received: client.subscribe(document, { workspaceId: company.workspace.id }) }
    }
    const [removed, stays] = [await subscribe(member), await subscribe(viewer)]
    const visit = () => test.rest.get(`/${company.link.shortUrl}`, visitor('googlebot'))
    const count = ({ received }: { received: ReceivedMessages }) => received.events.length
    await vi.waitFor(
      async () => {
        await visit()
        expect(Math.min(count(removed), count(stays))).toBeGreaterThan(0)
      },
      { timeout: 20_000, interval: 300 },
    )
    // No click of the time before is still on its way.
    const [last] = await test.sql<{ id: string }>('select id from click where url_id = ? order by id desc limit 1', [
      company.link.id,
    ])
    const ids = () => removed.received.events.map(({ data }) => data.clickRecorded.id)
    await vi.waitFor(() => expect(ids()).toContain(last?.id), 20_000)
    expect((await company.call(owner, 'DELETE', company.path(`/members/${member.id}`))).status).toBe(200)
    const [before, others] = [count(removed), count(stays)]
    await vi.waitFor(
      async () => {
        await visit()
        expect(count(stays)).toBeGreaterThan(others + 3)
      },
      { timeout: 20_000, interval: 300 },
    )
    expect(count(removed)).toBe(before)
    expect(removed.received.errors?.map(({ extensions }) => extensions.code)).toEqual(['WORKSPACE_NOT_FOUND'])
    expectError(await company.call(member, 'GET', `/urls/${company.link.id}`), 404, 'LINK_NOT_FOUND')
    await Promise.all([removed, stays].map(({ client }: { client: LiveClient }) => client.close()))
  })

  it('is left by its owner after a transfer', async () => {
    const { owner, admin } = people
    expectError(await company.call(owner, 'POST', company.path('/leave')), 409, 'LAST_OWNER')
    expect((await company.call(owner, 'POST', company.path('/transfer'), { userId: admin.id })).status).toBe(200)
    expect((await company.call(owner, 'POST', company.path('/leave'))).status).toBe(200)
    expectError(await company.call(owner, 'GET', company.path()), 404, 'WORKSPACE_NOT_FOUND')
    expectError(await company.call(owner, 'GET', `/urls/${company.link.id}`), 404, 'LINK_NOT_FOUND')
    const { json } = await company.call(admin, 'GET', company.path('/members'))
    expect(json.filter(({ role }: { role: Role }) => role === 'owner')).toMatchObject([{ userId: admin.id }])
    expect((await test.rest.get(`/${company.link.shortUrl}`, visitor('chrome'))).status).toBe(302)
  })
})
