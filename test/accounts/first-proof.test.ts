import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { givenGrant } from '../oauth/app-rows.ts'
import { Browser, type Visit } from '../oauth/browser.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { addAuthenticatorApp } from '../support/authenticator-app.ts'
import { sharedMailApp } from '../support/mail-app.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'
import { trials } from '../support/size.ts'
import { addMember, rolesIn, verifyEmail } from '../workspaces/team.ts'

const onServer = inject('database').kind === 'server'

let test: ListeningApp
beforeAll(async () => {
  ;({ test } = await sharedMailApp())
})
afterAll(() => test.close())

const newPassword = 'a much better one'
const as = ({ token }: { readonly token: string }) => ({ token })

/** Resets the password as the owner of the address does, and returns their session. */
async function reset(account: SeededAccount, changes: Record<string, unknown> = {}) {
  const token = await test.seed.mailToken(account, 'password_reset')
  return test.rest.post('/v1/auth/password/reset', { token, newPassword, ...changes })
}

async function ownerOf(account: SeededAccount): Promise<SeededAccount> {
  const { status, json } = await reset(account)
  expect(status).toBe(200)
  return { ...account, token: json.token, password: newPassword }
}

const statusOf = async (path: string, token: string) => (await test.rest.get(path, { token })).status

interface Attached {
  /** The account, with a session of whoever came first. */
  readonly account: SeededAccount
  readonly key: string
  readonly receiver: Receiver
}

/** An account that a stranger has registered with the address of somebody else, and what they have attached. */
async function attachedAccount(): Promise<Attached> {
  const account = await test.seed.account()
  const { key } = await test.seed.key(account)
  const receiver = await startReceiver()
  await test.seed.webhook(account, { url: receiver.url, events: ['link.created'] })
  return { account, key, receiver }
}

describe('a password reset by mail that is the first proof of an address', () => {
  it('ends the key and the webhook of whoever came before, and keeps the links', async () => {
    const { account, key, receiver } = await attachedAccount()
    const link = await test.seed.link(account)
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 20_000)
    const owner = await ownerOf(account)
    expect(await statusOf('/v1/urls', key)).toBe(401)
    expect(await statusOf('/v1/auth/me', account.token)).toBe(401)
    expect(await statusOf(`/v1/urls/${link.id}`, owner.token)).toBe(200)
    await test.seed.link(owner)
    const [webhook] = (await test.rest.get('/v1/webhooks', as(owner))).json
    expect(webhook.isActive).toBe(false)
    expect((await test.rest.get(`/v1/webhooks/${webhook.id}/deliveries`, as(owner))).json).toHaveLength(1)
    await receiver.close()
  })

  it('ends identities of providers, the second factor without its code, and its recovery codes', async () => {
    const account = await test.seed.account()
    await addIdentity(account)
    await addAuthenticatorApp(test, account)
    const owner = await ownerOf(account)
    expect(await test.rest.get('/v1/auth/identities', as(owner))).toMatchObject({ json: [] })
    for (const table of ['authenticator_app', 'recovery_code', 'passkey', 'account_identity', 'account_device'])
      expect([table, await rowsOf(table, account)]).toEqual([table, table === 'account_device' ? 1 : 0])
    const { status } = await test.rest.post('/v1/auth/login', { email: account.email, password: newPassword })
    expect(status).toBe(200)
  })

  it('asks for no code on its page', async () => {
    const account = await test.seed.account()
    await addAuthenticatorApp(test, account)
    const token = await test.seed.mailToken(account, 'password_reset')
    const browser = new Browser(test.base)
    const page = await browser.open(`/account/reset?token=${token}`)
    expect(page.text).not.toContain('name="code"')
    const { url } = await browser.submit(page, { password: newPassword })
    expect(new URL(url).pathname).toBe('/app')
  })

  it('ends grants, applications, invitations, pages with statistics, downloads and a change of the address', async () => {
    const account = await test.seed.account()
    const user = await test.seed.account()
    const app = await test.seed.app(account)
    const [own, foreign] = [await givenGrant(test, account, app), await givenGrant(test, user, app)]
    const team = (await test.rest.post('/v1/workspaces', { name: 'Acme' }, as(account))).json
    const invited = await test.rest.post(
      `/v1/workspaces/${team.id}/invitations`,
      { email: user.email, role: 'admin' },
      as(account),
    )
    const link = await test.seed.link(account)
    const page = await test.rest.post('/v1/shared-stats', { urlId: link.id }, as(account))
    const download = await completedExport(account)
    const stop = await test.seed.mailToken(account, 'email_change')
    await test.sql(`update account set pending_email = 'eve@example.net' where id = ?`, [account.id])
    expect([invited.status, page.status]).toEqual([201, 201])

    expect([await statusOf('/v1/urls', own.token), await statusOf('/v1/urls', foreign.token)]).toEqual([200, 200])
    const owner = await ownerOf(account)
    await verifyEmail(test, user)
    expect(await statusOf('/v1/urls', own.token)).toBe(401)
    expect(await statusOf('/v1/urls', foreign.token)).toBe(401)
    expect((await test.rest.get('/v1/oauth/apps', as(owner))).json).toEqual([])
    const accepted = await test.rest.post(`/v1/invitations/${invited.json.token}/accept`, undefined, as(user))
    expect(accepted.json.error.code).toBe('INVITATION_NOT_FOUND')
    expect((await test.rest.get(new URL(page.json.url).pathname)).status).toBe(410)
    expect((await test.rest.get(download)).status).toBe(404)
    const confirmed = await test.rest.post('/v1/auth/email/verify', { token: stop }, as(owner))
    expect(confirmed.json.error.code).toBe('EMAIL_CHANGE_ENDED')
  })

  it('says in the activity log what has ended', async () => {
    const { account, receiver } = await attachedAccount()
    const owner = await ownerOf(account)
    const { json } = await test.rest.get('/v1/activity', as(owner))
    const { summary } = json.find(({ type }: { type: string }) => type === 'account.address_proved')
    expect(summary).toContain('API keys (1)')
    expect(summary).toContain('webhooks (1)')
    expect(summary).toContain('sessions (1)')
    await receiver.close()
  })

  it('is the first only: a later one keeps keys, and needs the second factor', async () => {
    const owner = await ownerOf(await test.seed.account())
    const { key } = await test.seed.key(owner)
    await addAuthenticatorApp(test, owner)
    expect((await reset(owner)).json.error.code).toBe('CODE_REQUIRED')
    expect(await statusOf('/v1/urls', key)).toBe(200)
  })

  it('keeps what an account with a verified address has', async () => {
    const { account, key, receiver } = await attachedAccount()
    await verifyEmail(test, account)
    const owner = await ownerOf(account)
    expect(await statusOf('/v1/urls', key)).toBe(200)
    expect((await test.rest.get('/v1/webhooks', as(owner))).json).toMatchObject([{ isActive: true }])
    await receiver.close()
  })
})

describe('the members from before', () => {
  /** An account whose workspace has a member, and the page after its reset in a browser. */
  async function resetByPage() {
    const [account, member, late] = [await test.seed.account(), await test.seed.account(), await test.seed.account()]
    const { id } = (await test.rest.post('/v1/workspaces', { name: 'Acme' }, as(account))).json
    await test.sql(`update workspace set plan = 'business' where id = ?`, [id])
    await addMember(test, { id, owner: account }, member, 'admin')
    test.clock.advance({ minutes: 1 })
    const browser = new Browser(test.base)
    const token = await test.seed.mailToken(account, 'password_reset')
    const page = await browser.submit(await browser.open(`/account/reset?token=${token}`), { password: newPassword })
    return { account, member, late, id, browser, page }
  }
  const loggedIn = async (account: SeededAccount) => {
    const { json } = await test.rest.post('/v1/auth/login', { email: account.email, password: newPassword })
    return { ...account, token: json.token as string }
  }

  it('are shown once, and removed together with the invitations that they have sent', async () => {
    const { account, member, late, id, browser, page } = await resetByPage()
    expect(page.text).toContain(member.email)
    const invited = await test.rest.post(
      `/v1/workspaces/${id}/invitations`,
      { email: late.email, role: 'member' },
      as(member),
    )
    const { key } = await test.seed.key(member, {})
    const done = await browser.submit(page, { act: 'remove' })
    expect(new URL(done.url, test.base).pathname).toBe('/app')
    expect(Object.keys(await rolesIn(test, id, await loggedIn(account)))).toEqual([account.id])
    await verifyEmail(test, late)
    const accepted = await test.rest.post(`/v1/invitations/${invited.json.token}/accept`, undefined, as(late))
    expect(accepted.json.error.code).toBe('INVITATION_NOT_FOUND')
    expect(await statusOf('/v1/urls', key)).toBe(200)
  })

  it('are removed together with whom they have let in before the decision, and not with whom the owner has invited', async () => {
    const { account, member, late, id, browser } = await resetByPage()
    const owner = await loggedIn(account)
    const known = await test.seed.account()
    await addMember(test, { id, owner }, known)
    await addMember(test, { id, owner: member }, late)
    const page = await browser.open('/account/members')
    expect([member, late, known].map(({ email }) => page.text.includes(email))).toEqual([true, true, false])
    await browser.submit(page, { act: 'remove' })
    expect(Object.keys(await rolesIn(test, id, owner)).toSorted()).toEqual([account.id, known.id].toSorted())
  })

  it('wait for the decision of the owner alone, which the profile says', async () => {
    const { account, member, browser, page } = await resetByPage()
    const owner = await loggedIn(account)
    const hasEarlierMembers = async ({ token }: SeededAccount) =>
      (await test.graph('{ me { hasEarlierMembers } }', { token })).data.me.hasEarlierMembers
    expect([await hasEarlierMembers(owner), await hasEarlierMembers(member)]).toEqual([true, false])
    await browser.submit(page, { act: 'keep' })
    expect(await hasEarlierMembers(owner)).toBe(false)
  })

  it('stay if the owner wants, and are not asked about again', async () => {
    const { account, member, late, id, browser, page } = await resetByPage()
    await browser.submit(page, { act: 'keep' })
    const owner = await loggedIn(account)
    await addMember(test, { id, owner: member }, late)
    expect(new URL((await browser.open('/account/members')).url, test.base).pathname).toBe('/app')
    expect(Object.keys(await rolesIn(test, id, owner)).toSorted()).toEqual([account.id, member.id, late.id].toSorted())
  })

  it('are not asked about in an account without any', async () => {
    const account = await test.seed.account()
    const browser = new Browser(test.base)
    const token = await test.seed.mailToken(account, 'password_reset')
    const page = await browser.submit(await browser.open(`/account/reset?token=${token}`), { password: newPassword })
    expect(new URL(page.url, test.base).pathname).toBe('/app')
  })
})

describe('the page of the link that verifies an address', () => {
  it('proves nothing without a login, and leads to the login, which comes back and verifies', async () => {
    const account = await test.seed.account()
    const { key } = await test.seed.key(account)
    const browser = new Browser(test.base)
    const page = await browser.open(`/account/verify?token=${await test.seed.mailToken(account, 'email_verification')}`)
    expect(page.status).toBe(401)
    expect(page.text).toContain('That was not me')
    expect(await isVerified(account)).toBe(false)
    const login = await browser.open(linkOn(page, 'login?'))
    const back = await browser.submit(login, { email: account.email, password: account.password })
    expect(new URL(back.url).pathname).toBe('/account/verify')
    const done = await browser.submit(back, {})
    expect(done.text).toContain('Your address is verified')
    expect(await isVerified(account)).toBe(true)
    expect(await statusOf('/v1/urls', key)).toBe(200)
  })

  it('leads somebody who has not registered to the reset', async () => {
    const account = await test.seed.account()
    const browser = new Browser(test.base)
    const page = await browser.open(`/account/verify?token=${await test.seed.mailToken(account, 'email_verification')}`)
    const forgot = await browser.open(linkOn(page, 'forgot?'))
    expect(forgot.text).toContain(`value="${account.email}"`)
  })

  it('asks for the login of the account in a browser of somebody else', async () => {
    const [account, other] = [await test.seed.account(), await test.seed.account()]
    const browser = new Browser(test.base)
    await browser.submit(await browser.open('/account/login'), { email: other.email, password: other.password })
    const page = await browser.open(`/account/verify?token=${await test.seed.mailToken(account, 'email_verification')}`)
    expect(page.status).toBe(401)
  })
})

/** What an account has before its reset. */
interface Attackable {
  readonly account: SeededAccount
  readonly key: string
  readonly linkId: string
  readonly teamId: string
  /** A webhook that is off. */
  readonly webhookId: string
}

async function attackable(): Promise<Attackable> {
  const account = await test.seed.account()
  const { key } = await test.seed.key(account)
  const { id: linkId } = await test.seed.link(account)
  const { id: teamId } = (await test.rest.post('/v1/workspaces', { name: 'Acme' }, as(account))).json
  const { id: webhookId } = await test.seed.webhook(account, webhookInput())
  await test.rest.patch(`/v1/webhooks/${webhookId}`, { isActive: false }, as(account))
  return { account, key, linkId, teamId, webhookId }
}

/** What waits for the lock of a workspace. */
const workspaceAdditions = {
  'an API key': ({ account }) => test.rest.post('/v1/keys', { name: 'Mine' }, as(account)),
  'a webhook by the session': ({ account }) => test.rest.post('/v1/webhooks', webhookInput(), as(account)),
  'a webhook that is switched on': ({ account, webhookId }) =>
    test.rest.patch(`/v1/webhooks/${webhookId}`, { isActive: true }, as(account)),
  'an invitation': ({ account, teamId }) =>
    test.rest.post(
      `/v1/workspaces/${teamId}/invitations`,
      { email: `${test.seed.word()}@example.com`, role: 'admin' },
      as(account),
    ),
  'a page with statistics': ({ account, linkId: urlId }) => test.rest.post('/v1/shared-stats', { urlId }, as(account)),
} satisfies Record<string, (given: Attackable) => Promise<RestAnswer>>

/** What a stranger may send at the moment of the reset. Whatever is accepted has ended afterwards. */
const additions = {
  ...workspaceAdditions,
  'a webhook by a key': ({ key }) => test.rest.post('/v1/webhooks', webhookInput(), { token: key }),
  'a page with statistics by a key': ({ key, linkId: urlId }) =>
    test.rest.post('/v1/shared-stats', { urlId }, { token: key }),
  'an authenticator app': ({ account }) => test.rest.post('/v1/auth/authenticator-app', {}, as(account)),
  'an application': ({ account }) =>
    test.rest.post(
      '/v1/oauth/apps',
      { name: 'App', redirectUris: ['https://app.example.com/cb'], scopes: ['read:links'] },
      as(account),
    ),
} satisfies Record<string, (given: Attackable) => Promise<RestAnswer>>

const webhookInput = () => ({
  name: 'Receiver',
  url: `https://hooks.example.com/${test.seed.word()}`,
  events: ['link.created'],
})

describe('a reset and what a stranger adds at the same time', () => {
  it.runIf(onServer).each(Object.entries(additions))(
    'leave nothing of before: %s',
    { tags: 'race' },
    async (_name, add) => {
      for (let round = 0; round < trials(2, 5); round++) {
        const given = await attackable()
        const { account, teamId } = given
        const token = await test.seed.mailToken(account, 'password_reset')
        // The hash of the password takes long, so requests are sent until the reset is done.
        let isDone = false
        const resetting = test.rest.post('/v1/auth/password/reset', { token, newPassword }).finally(() => {
          isDone = true
        })
        const sendOn = async () => {
          while (!isDone) await add(given)
        }
        await Promise.all([sendOn(), sendOn(), sendOn()])
        expect((await resetting).status).toBe(200)
        const owner = as((await resetting).json)
        const { json: keys } = await test.rest.get('/v1/keys', owner)
        expect(keys.filter(({ isActive }: { isActive: boolean }) => isActive)).toEqual([])
        const { json: webhooks } = await test.rest.get('/v1/webhooks', owner)
        expect(webhooks.filter(({ isActive }: { isActive: boolean }) => isActive)).toEqual([])
        const { json: invitations } = await test.rest.get(`/v1/workspaces/${teamId}/invitations`, owner)
        expect(invitations.filter(({ status }: { status: string }) => status === 'pending')).toEqual([])
        expect((await test.rest.get('/v1/shared-stats', owner)).json).toEqual([])
        expect((await test.rest.get('/v1/oauth/apps', owner)).json).toEqual([])
        expect(await rowsOf('authenticator_app', account)).toBe(0)
        expect(await rowsOf('session', account)).toBe(1)
      }
    },
  )

  it.runIf(onServer)('leave no login with the former password', { tags: 'race' }, async () => {
    for (let round = 0; round < trials(2, 5); round++) {
      const account = await test.seed.account()
      const resetting = reset(account)
      const { email, password } = account
      const logins = [1, 2, 3].map(() => test.rest.post('/v1/auth/login', { email, password }))
      expect((await resetting).status).toBe(200)
      for (const { json } of await Promise.all(logins))
        if (json.token !== undefined) expect(await statusOf('/v1/auth/me', json.token)).toBe(401)
    }
  })
})

/** Holds the lock of a workspace until a request waits for it, changes the password meanwhile, and returns the answer to the request. */
async function answerAfterNewPassword(account: SeededAccount, workspaceId: string, send: () => Promise<RestAnswer>) {
  const blocker = test.app.database.orm.em.fork()
  await blocker.begin()
  await blocker.execute('select 1 from workspace where id = ? for update', [workspaceId])
  const answer = send()
  const isWaiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(() => test.sql(isWaiting)).toHaveLength(1)
  const body = { currentPassword: account.password, newPassword }
  const changed = await test.rest.post('/v1/auth/password', body, as(account))
  await blocker.commit()
  expect(changed.status).toBe(200)
  return answer
}

describe('a new password', () => {
  it.runIf(onServer).each(Object.entries(workspaceAdditions))(
    'refuses what a session that it ends is about to add: %s',
    { tags: 'race' },
    async (name, add) => {
      const given = await attackable()
      const workspaceId = name === 'an invitation' ? given.teamId : (given.account.workspaceId ?? '')
      const { status, json } = await answerAfterNewPassword(given.account, workspaceId, () => add(given))
      expect([status, json.error?.code]).toEqual([401, 'INVALID_TOKEN'])
    },
  )

  it.runIf(onServer)(
    'refuses an invitation that a session which it ends is about to accept',
    { tags: 'race' },
    async () => {
      const [account, host] = [await test.seed.account(), await test.seed.account()]
      await verifyEmail(test, account)
      const { id } = (await test.rest.post('/v1/workspaces', { name: 'Acme' }, as(host))).json
      const body = { email: account.email, role: 'viewer' }
      const { token } = (await test.rest.post(`/v1/workspaces/${id}/invitations`, body, as(host))).json
      const { status } = await answerAfterNewPassword(account, id, () =>
        test.rest.post(`/v1/invitations/${token}/accept`, undefined, as(account)),
      )
      expect(status).toBe(401)
      expect(Object.keys(await rolesIn(test, id, host))).toEqual([host.id])
    },
  )
})

async function isVerified({ id }: SeededAccount): Promise<boolean> {
  const [row] = await test.sql<{ at: Date | null }>('select email_verified_at as at from account where id = ?', [id])
  return row?.at != null
}

async function rowsOf(table: string, { id }: SeededAccount): Promise<number> {
  return (await test.sql(`select 1 from ${table} where account_id = ?`, [id])).length
}

async function addIdentity({ id, email }: SeededAccount): Promise<void> {
  await test.sql(
    `insert into account_identity (id, account_id, issuer, subject, email, provider_name, created_at, last_login_at)
     values (?, ?, 'https://id.example', ?, ?, 'Acme', now(), now())`,
    [`idn_${test.seed.word()}`, id, test.seed.word(), email],
  )
}

/** The path of the file of a new export. */
async function completedExport({ token }: SeededAccount): Promise<string> {
  const { json } = await test.rest.post('/v1/exports/links', { format: 'csv' }, { token })
  return vi.waitFor(async () => {
    const { json: found } = await test.rest.get(`/v1/exports/${json.id}`, { token })
    expect(found.download).toBeTruthy()
    return new URL(found.download.href).pathname
  }, 20_000)
}

/** The address of the link of a page that begins so. */
function linkOn({ text, url }: Visit, beginning: string): string {
  const addresses = [...text.matchAll(/href="([^"]*)"/g)].map(([, href = '']) =>
    href.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  )
  const found = addresses.find((address) => address.startsWith(beginning))
  if (found === undefined) throw new Error(`The page has no link to ${beginning}.`)
  return new URL(found, new URL(url, test.base)).href
}
