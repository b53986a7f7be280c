import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedClient } from '../oauth/client.ts'
import { Flow } from '../oauth/flow.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as as visitor } from '../support/visitor.ts'
import { addMember, seedTeam, type Team, verifyEmail } from '../workspaces/team.ts'

let test: ListeningApp
beforeAll(async () => {
  test = await sharedListening()
})
afterAll(() => test.close())

const headers = async ({ id }: SeededAccount) => ({ token: await test.seed.session(id) })
const request = async ({ id, password }: SeededAccount) =>
  test.rest.post('/v1/auth/me/deletion', { password }, { token: await test.seed.session(id) })

/** The tables with a row that contains one of the texts, whatever the case, in the schemas of the service and of its jobs. */
async function findTablesWith(...texts: string[]): Promise<string[]> {
  const tables = await test.sql<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    for (const text of texts) {
      const rows = await test.sql(`select 1 from ${name} t where position(lower(?) in lower(t::text)) > 0`, [text])
      if (rows.length > 0) found.push(`${name}: ${text}`)
    }
  }
  return found
}

/** Everything that an account can leave behind: its own things, and traces in the workspace of a team. */
async function liveLife(ada: SeededAccount, team: Team): Promise<void> {
  const { rest, seed } = test
  await verifyEmail(test, ada)
  // Its own workspaces.
  const link = await seed.link(ada, { title: 'Diary of Ada', customUrl: seed.word(), password: 'an open secret' })
  const { key } = await seed.key(ada)
  await rest.get(`/${(await seed.link(ada)).shortUrl}`, visitor('chrome'))
  await rest.post(
    '/v1/webhooks',
    { name: 'Hook', url: 'https://ada.example/', events: ['link.created'] },
    await headers(ada),
  )
  await rest.post('/v1/urls', { longUrl: 'https://example.com/' }, { token: key })
  await rest.delete(`/v1/urls/${link.id}`, await headers(ada))
  await rest.post('/v1/auth/me/email', { email: `next-${ada.email}`, password: ada.password }, await headers(ada))
  const developer = await seed.account()
  await new Flow(test, await seedClient(test, developer), ada).tokens()
  await new Flow(test, await seedClient(test, ada), developer).tokens()
  const csv = 'longUrl,title\nhttps://example.com/imported,Imported by Ada\n'
  await rest.post('/v1/imports', { source: 'csv', content: csv }, await headers(ada))
  // A team that goes on.
  const watch = { name: 'Team', url: 'https://team.example/', events: ['workspace.member_added'], workspaceId: team.id }
  await rest.post('/v1/webhooks', watch, await headers(team.owner))
  await addMember(test, team, ada, 'admin')
  await seed.link(ada, { workspaceId: team.id, title: 'Of the team' })
  const ofTeam = await seed.key(ada, { workspaceId: team.id })
  await rest.post('/v1/urls', { longUrl: 'https://example.com/by-a-key' }, { token: ofTeam.key })
  const invitation = { email: `${seed.word()}@example.com`, role: 'viewer' }
  await rest.post(`/v1/workspaces/${team.id}/invitations`, invitation, await headers(ada))
  await rest.post('/v1/imports', { source: 'csv', content: csv, workspaceId: team.id }, await headers(ada))
  await rest.patch(`/v1/workspaces/${team.id}/members/${ada.id}`, { role: 'member' }, await headers(team.owner))
  // A stranger's team that only knows the address.
  const other = await seedTeam(test)
  await rest.post(
    `/v1/workspaces/${other.id}/invitations`,
    { email: ada.email, role: 'viewer' },
    await headers(other.owner),
  )
  const reported = await seed.link(developer)
  const report = { shortUrl: reported.shortUrl, reason: 'spam', email: ada.email }
  expect((await rest.post('/v1/abuse-reports', report)).json).toEqual({ success: true })
}

describe('an account whose deletion was requested 7 days ago', () => {
  it('is found in no row of any table: neither its id, its name nor its addresses', async () => {
    const team = await seedTeam(test)
    const name = `Adaline ${test.seed.word()}`
    const ada = await test.seed.account({ name })
    await liveLife(ada, team)
    await test.app.recurringTasks.runAll()
    const texts = [ada.id, ada.email, name, ada.workspaceId, 'Diary of Ada', 'Imported by Ada']
    const before = await findTablesWith(...texts)
    // The search finds what there is to find.
    expect(before).toEqual(
      expect.arrayContaining([
        `public.account: ${ada.email}`,
        `public.activity: ${ada.id}`,
        `public.activity: ${name}`,
        `public.event: ${name}`,
        `public.link_import: ${ada.id}`,
        `public.oauth_record: ${ada.id}`,
        `public.workspace_invitation: ${ada.email}`,
        `public.abuse_report: ${ada.email}`,
      ]),
    )
    await request(ada)
    test.clock.advance({ days: 6.9 })
    await test.app.recurringTasks.runAll()
    expect(await findTablesWith(ada.id)).not.toEqual([])
    test.clock.advance({ days: 0.2 })
    await test.app.recurringTasks.runAll()
    const imported = await test.sql('select 1 from link where workspace_id = ? and title = ?', [
      team.id,
      'Imported by Ada',
    ])
    // What it has made in the workspace of the team belongs to the team.
    expect(imported).toHaveLength(1)
    expect(await findTablesWith(...texts.slice(0, -1))).toEqual([])
    const login = { email: ada.email, password: ada.password }
    expect((await test.rest.post('/v1/auth/login', login)).status).toBe(401)
    expect((await test.rest.post('/v1/auth/register', { ...login, name })).status).toBe(201)
  })

  it('leaves the links, members and activities of a team to the team', async () => {
    const team = await seedTeam(test)
    const link = await test.seed.link(team.member, { workspaceId: team.id })
    const { key, id: keyId } = await test.seed.key(team.member, { workspaceId: team.id })
    await test.rest.post('/v1/urls', { longUrl: 'https://example.com/' }, { token: key })
    await request(team.member)
    test.clock.advance({ days: 7.1 })
    await test.app.recurringTasks.runAll()
    expect((await test.rest.get(`/${link.shortUrl}`)).status).toBe(302)
    const { json: members } = await test.rest.get(`/v1/workspaces/${team.id}/members`, await headers(team.owner))
    expect(members.map(({ userId }: { userId: string }) => userId)).not.toContain(team.member.id)
    const { json: found } = await test.rest.get(`/v1/urls/${link.id}`, await headers(team.owner))
    expect(found.id).toBe(link.id)
    const { json: activities } = await test.rest.get(`/v1/activity?workspaceId=${team.id}`, await headers(team.owner))
    const created = (activity: object) => expect.objectContaining({ type: 'link.created', ...activity })
    expect(activities).toContainEqual(created({ actor: 'deleted', onBehalfOf: null }))
    expect(activities).toContainEqual(created({ actor: keyId, onBehalfOf: 'deleted' }))
  })

  it('leaves its codes as tombstones without an owner', async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const link = await test.seed.link(ada, { customUrl: test.seed.word() })
    await test.rest.get(`/${link.shortUrl}`, visitor('chrome'))
    await request(ada)
    test.clock.advance({ days: 7.1 })
    await test.app.recurringTasks.runAll()
    expect((await test.rest.get(`/${link.shortUrl}`)).status).toBe(404)
    const taken = { longUrl: 'https://example.com/', customUrl: link.shortUrl }
    expect((await test.rest.post('/v1/urls', taken, await headers(eve))).json.error.code).toBe('SLUG_TAKEN')
  })

  it('is deleted in slices of one transaction each', async () => {
    const team = await seedTeam(test)
    const { id } = team.member
    await test.sql(
      `insert into link (id, workspace_id, creator_id, code, is_custom, title, original_url, created_at, updated_at)
       select 'lnk_' || ? || n, ?, ?, 'y' || lower(?) || n, false, 'Bulk', 'https://example.com/', now(), now()
         from generate_series(1, 2500) as n`,
      [id.slice(4), team.id, id, id.slice(4)],
    )
    await request(team.member)
    test.clock.advance({ days: 7.1 })
    await test.app.recurringTasks.runAll()
    expect(await test.sql('select 1 from account where id = ?', [id])).toEqual([])
    // Each slice is a transaction.
    const slices = await test.sql<{ creators: number }>(
      'select count(creator_id)::int as creators from link where workspace_id = ? group by xmin::text',
      [team.id],
    )
    expect(slices.map(({ creators }) => creators)).toEqual([0, 0, 0])
  })
})
