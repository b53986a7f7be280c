import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StartedApp } from '../support/app.ts'
import { sharedMailApp } from '../support/mail-app.ts'
import type { MailServer } from '../support/mail-server.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { addMember, type Role, verifyEmail } from '../workspaces/team.ts'

let server: MailServer
let test: StartedApp
beforeAll(async () => {
  ;({ test, server } = await sharedMailApp())
  // Other files have let time pass, which begins anew with each file.
  await test.sql('update event_expiry_notice set checked_until = ?', [test.clock.now()])
})
afterAll(() => test.close())

const task = 'tell of links that expire'
const inDays = (days: number) => new Date(test.clock.now().getTime() + days * 86_400_000).toISOString()

/** An account that gets mails. */
async function owner(): Promise<SeededAccount> {
  const account = await test.seed.account()
  await verifyEmail(test, account)
  return account
}

/** A login ends after a day. */
async function loginOf({ email, password }: SeededAccount): Promise<{ readonly token: string }> {
  return { token: (await test.rest.post('/v1/auth/login', { email, password })).json.token }
}

/** Lets time pass to the end of an hour, and all nodes tell what is due. */
async function pass(days: number, nodes = 1): Promise<void> {
  test.clock.advance({ days, hours: 1 })
  await Promise.all(Array.from({ length: nodes }, () => test.app.recurringTasks.run(task)))
}

const change = async (account: SeededAccount, body: object) =>
  test.rest.patch(`/v1/workspaces/${account.workspaceId}`, body, await loginOf(account))

/** The codes of each event of an account, those of one link in a group of their own. */
async function bundlesOf({ workspaceId }: SeededAccount): Promise<string[][]> {
  const rows = await test.sql<{ payload: string }>(
    `select payload from event where workspace_id = ? and kind = 'link.expiring' order by id`,
    [workspaceId],
  )
  return rows.map(({ payload }) => JSON.parse(payload).data.links.map(({ code }: { code: string }) => code))
}

const subscribe = (account: SeededAccount, options: object = {}) =>
  test.seed.webhook(account, { events: ['link.expiring'], ...options })

async function mailsTo({ email }: SeededAccount) {
  await expect.poll(() => test.sql(`select 1 from jobs.job where name = 'mail'`), { timeout: 20_000 }).toEqual([])
  return server.mails.filter(({ recipients }) => recipients.includes(email))
}

const codeOf = ({ shortUrl }: SeededLink) => shortUrl

describe('links that expire soon', () => {
  it('are told together, seven days before, once for each date on any number of nodes', async () => {
    const ada = await owner()
    await subscribe(ada)
    const first = await test.seed.link(ada, { expiresAt: inDays(10) })
    const second = await test.seed.link(ada, { expiresAt: inDays(10.01) })
    const off = await test.seed.link(ada, { expiresAt: inDays(10) })
    await test.rest.patch(`/v1/urls/${off.id}`, { isActive: false }, { token: ada.token })
    await pass(2)
    expect(await bundlesOf(ada)).toEqual([])
    await pass(2, 4)
    await pass(0, 2)
    expect(await bundlesOf(ada)).toEqual([[first, second].map(codeOf)])
    await test.rest.patch(`/v1/urls/${first.id}`, { expiresAt: inDays(30) }, await loginOf(ada))
    await pass(26, 2)
    expect(await bundlesOf(ada)).toEqual([[first, second].map(codeOf), [codeOf(first)]])
  })

  it('are told once by two nodes that look at the same time', async (context) => {
    if (test.database === 'embedded') return context.skip('The embedded database supports one process.')
    const sibling = await test.sibling()
    try {
      const accounts = await Promise.all(Array.from({ length: 8 }, owner))
      for (const account of accounts) {
        await subscribe(account)
        await test.seed.link(account, { expiresAt: inDays(8) })
      }
      for (const _hour of [1, 2, 3]) {
        test.clock.advance({ days: 1, hours: 1 })
        await Promise.all([test.app, sibling].map(({ recurringTasks }) => recurringTasks.run(task)))
      }
      for (const account of accounts) {
        expect(await bundlesOf(account)).toHaveLength(1)
        expect(await mailsTo(account)).toHaveLength(1)
      }
    } finally {
      await sibling.close()
    }
  })

  it('are not told when the date is set nearer than that', async () => {
    const ada = await owner()
    await subscribe(ada)
    await pass(0)
    await test.seed.link(ada, { expiresAt: inDays(2) })
    await pass(1)
    expect(await bundlesOf(ada)).toEqual([])
  })

  it('are told to a webhook of one link alone, and of all links together', async () => {
    const ada = await owner()
    const [one, other] = await Promise.all([1, 2].map(() => test.seed.link(ada, { expiresAt: inDays(8) })))
    const id = one?.id ?? ''
    const [ofOne, ofAll] = [await subscribe(ada, { linkIds: [id] }), await subscribe(ada)]
    await pass(2)
    const linksOf = async (webhook: { readonly id: string }) => {
      const rows = await test.sql<{ payload: string }>(
        `select payload from event join webhook_delivery as delivery on delivery.event_id = event.id
          where delivery.webhook_id = ?`,
        [webhook.id],
      )
      return rows.map(({ payload }) =>
        JSON.parse(payload)
          .data.links.map((link: { id: string }) => link.id)
          .toSorted(),
      )
    }
    expect(await linksOf(ofOne)).toEqual([[id]])
    expect(await linksOf(ofAll)).toEqual([[id, other?.id].toSorted()])
  })

  it('are told of by more days after a change, never twice, and not while it is off', async () => {
    const ada = await owner()
    await subscribe(ada)
    const [near, far] = [
      await test.seed.link(ada, { expiresAt: inDays(7.5) }),
      await test.seed.link(ada, { expiresAt: inDays(12) }),
    ]
    await pass(1)
    expect(await bundlesOf(ada)).toEqual([[codeOf(near)]])
    expect((await change(ada, { expiryNoticeDays: 14 })).json).toMatchObject({ expiryNoticeDays: 14 })
    await pass(0)
    expect(await bundlesOf(ada)).toEqual([[near], [far]].map((links) => links.map(codeOf)))
    await change(ada, { expiryNoticeDays: 3 })
    await pass(8)
    expect(await bundlesOf(ada)).toHaveLength(2)
    await change(ada, { expiryNoticeDays: 0 })
    const last = await test.seed.link({ ...ada, ...(await loginOf(ada)) }, { expiresAt: inDays(5) })
    await pass(3)
    expect(await bundlesOf(ada)).toHaveLength(2)
    await change(ada, { expiryNoticeDays: 7 })
    await pass(0)
    expect((await bundlesOf(ada)).at(-1)).toEqual([codeOf(last)])
  })

  it.each([-1, 31, 'x'])('refuse %s days at the field', async (expiryNoticeDays) => {
    const { status, json } = await change(await owner(), { expiryNoticeDays })
    expect([status, json.error.details[0].field]).toEqual([400, 'expiryNoticeDays'])
  })

  it('are in one mail for an owner, and in one of their own for the members who made them', async () => {
    const boss = await test.seed.account()
    await verifyEmail(test, boss)
    const made = await test.rest.post('/v1/workspaces', { name: 'Museum' }, { token: boss.token })
    await test.sql(`update workspace set plan = 'business' where id = ?`, [made.json.id])
    const join = async (role: Role) => {
      const account = await test.seed.account()
      await addMember(test, { id: made.json.id, owner: boss }, account, role)
      return account
    }
    const [member, other, viewer] = [await join('member'), await join('member'), await join('viewer')]
    const rest = test.rest.withHeaders({ 'x-workspace-id': made.json.id })
    const create = async (account: SeededAccount, title: string) =>
      (
        await rest.post(
          '/v1/urls',
          { longUrl: 'https://example.com', title, expiresAt: inDays(8) },
          { token: account.token },
        )
      ).json
    const [first, second] = [await create(boss, 'Poster <b>'), await create(member, 'Flyer')]
    await pass(2)
    const bossMails = await mailsTo(boss)
    expect(bossMails).toHaveLength(1)
    expect(bossMails[0]?.text).toContain(`${first.address} (Poster <b>) ends on `)
    expect(bossMails[0]?.text).toContain(second.address)
    const [, memberMail] = await mailsTo(member)
    expect(memberMail?.header('Subject')).toBe('Links of Museum end soon')
    expect([memberMail?.text.includes(second.address), memberMail?.text.includes(first.address)]).toEqual([true, false])
    // They have the mails with their invitations alone.
    expect([(await mailsTo(other)).length, (await mailsTo(viewer)).length]).toEqual([1, 1])
  })
})

describe('a crash', () => {
  it('between the events and the mark leaves neither, and the next run tells once', async () => {
    const ada = await owner()
    await subscribe(ada)
    const link = await test.seed.link(ada, { expiresAt: inDays(8) })
    test.clock.advance({ days: 2, hours: 1 })
    await test.sql(`create function fail_notice() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`)
    await test.sql(
      'create trigger fail_notice before update on event_expiry_notice for each row execute function fail_notice()',
    )
    try {
      await test.app.recurringTasks.run(task).catch(() => undefined)
      expect(await bundlesOf(ada)).toEqual([])
    } finally {
      await test.sql('drop trigger fail_notice on event_expiry_notice')
      await test.sql('drop function fail_notice')
    }
    await test.app.recurringTasks.run(task)
    await test.app.recurringTasks.run(task)
    expect(await bundlesOf(ada)).toEqual([[codeOf(link)]])
  })
})
