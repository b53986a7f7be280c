import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  listActivities,
  maxCountedActivities,
  recordActivities,
} from '../../src/platform/audit-log/activity.queries.ts'
import type { ActivityType } from '../../src/platform/audit-log/activity-types.ts'
import type { ActivitySource, Severity } from '../../src/platform/audit-log/operations.types.ts'
import { toEnumName } from '../../src/platform/shared/enum-type.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const types: Readonly<Record<Severity, ActivityType>> = {
  info: 'link.reachable',
  warning: 'link.limit_reached',
  error: 'webhook.delivery_exhausted',
  critical: 'webhook.disabled',
}

/** Records this many activities of the account, a second apart. */
async function note(owner: SeededAccount, severity: Severity, source: ActivitySource, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    test.clock.advance({ seconds: 1 })
    await recordActivities(test.app.database.orm.em.fork(), {
      ...{
        workspaceId: owner.workspaceId,
        type: types[severity],
        actor: 'system',
        subjectType: 'link',
        subjectId: `lnk_${n}`,
      },
      ...{ summary: 'Done.', severity, source, at: test.clock.now() },
    })
  }
}

const get = (query: string, token: string | undefined = ada.token) => test.rest.get(`/v1/activity?${query}`, { token })

describe('GET /activity', () => {
  it('returns pages of activities, newest first, with their total, and none of other accounts', async () => {
    await note(ada, 'info', 'lifecycle', 3)
    await note(ada, 'error', 'webhooks', 2)
    await note(ada, 'critical', 'webhooks', 1)
    const eve = await test.seed.account()
    await note(eve, 'critical', 'clicks', 1)
    const page = await get('page=2&limit=2')
    expect(page.json.map(({ type }: { type: string }) => type)).toEqual([types.error, types.info])
    expect(page.headers['x-total-count']).toBe('6')
    expect(page.headers.link).toContain(`<${test.settings.publicUrl}/v1/activity?page=3&limit=2>; rel="next"`)
    expect((await get('', eve.token)).json.map(({ source }: { source: string }) => source)).toEqual(['clicks'])
  })

  it.each([
    ['severity=info', 6],
    ['severity=warning', 3],
    ['severity=critical', 1],
    [`type=${types.error}`, 2],
    [`type=${types.error}&severity=critical`, 0],
  ])('takes %s', async (query, count) => {
    const { json, headers } = await get(query)
    expect([json.length, headers['x-total-count']]).toEqual([count, String(count)])
  })

  it('returns 400 for an unknown severity or type, and 401 for an API key', async () => {
    expect((await get('severity=fatal')).json.error).toMatchObject({
      code: 'INVALID_PARAMS',
      details: [{ field: 'severity', issue: 'must be one of info, warning, error, critical' }],
    })
    expect((await get('type=link.create')).json.error).toMatchObject({
      code: 'INVALID_PARAMS',
      details: [{ field: 'type', issue: 'is not a type of activities; did you mean link.created?' }],
    })
    expect((await get('type=parrot')).json.error).toMatchObject({
      details: [{ field: 'type', issue: expect.stringMatching(/^must be one of link.created, link.updated, /) }],
    })
    expect((await get('', (await test.seed.key(ada)).key)).json.error.code).toBe('API_KEY_NOT_ACCEPTED')
  })

  it.each([
    ['typ=link.created', 'did you mean type?'],
    ['severty=error', 'did you mean severity?'],
    ['minSeverity=error', 'did you mean severity?'],
    ['actor=system', 'its parameters are page, limit, type, severity, subjectId, workspaceId'],
  ])('returns 400 for the unknown filter %s and says: %s', async (query, hint) => {
    const { status, json } = await get(query)
    expect([status, json.error.code, json.error.details.length]).toEqual([400, 'INVALID_PARAMS', 1])
    expect(json.error.details[0]).toEqual({
      field: query.split('=')[0],
      issue: `is not a parameter of this operation; ${hint}`,
    })
  })

  it('shows no control characters and none that change the text direction, over both interfaces', async () => {
    const owner = await test.seed.account()
    const link = await test.seed.link(owner)
    // Stored before such titles were rejected. A joiner in Persian belongs to its word.
    const title = 'a\u0007b\nc \u202Egnp.exe\u202C \u2066x\u2069 \u200Bd می\u200Cخواهم'
    await test.sql('update link set title = ? where id = ?', [title, link.id])
    await test.rest.patch(`/v1/urls/${link.id}`, { clickLimit: 5 }, { token: owner.token })
    const summary = `Link /${link.shortUrl} ("a b c gnp.exe x d می\u200Cخواهم") was changed: click limit.`
    expect((await get('', owner.token)).json[0].summary).toBe(summary)
    const { data } = await test.graph('{ activities(first: 1) { nodes { summary } } }', { token: owner.token })
    expect(data.activities.nodes).toEqual([{ summary }])
    const { recentActivity } = (await test.rest.get('/v1/integrations/command-center', { token: owner.token })).json
    expect(recentActivity.items[0].summary).toBe(summary)
  })

  it('returns the same over GraphQL, with enums', async () => {
    const { json } = await get('severity=error')
    const fields = 'id type actorId onBehalfOfId subjectType subjectId summary severity source createdAt'
    const document = `{
      activities(minSeverity: ERROR) { totalCount nodes { ${fields} } }
      other: activities(type: LINK_BLOCKED) { nodes { id } }
    }`
    const { data } = await test.graph(document, { token: ada.token })
    type Item = Record<'type' | 'actor' | 'onBehalfOf' | 'subjectType' | 'severity' | 'source', string>
    const nodes = json.map(({ actor, onBehalfOf, ...item }: Item) => ({
      ...item,
      actorId: actor,
      onBehalfOfId: onBehalfOf,
      type: toEnumName(item.type),
      subjectType: toEnumName(item.subjectType),
      severity: toEnumName(item.severity),
      source: toEnumName(item.source),
    }))
    expect(data).toEqual({ activities: { totalCount: json.length, nodes }, other: { nodes: [] } })
  })
})

describe('listActivities', () => {
  it('filters by range, source and subject, and counts up to its bound', async () => {
    const em = test.app.database.orm.em.fork()
    const paging = { page: 1, limit: 10 }
    const [newest] = (await listActivities(em, ada.workspaceId, { ...paging, type: types.critical })).items
    if (!newest) throw new Error('Nothing was noted.')
    const { createdAt: to } = newest
    const found = async (more: object) => (await listActivities(em, ada.workspaceId, { ...paging, ...more })).total
    expect(await found({ to, source: 'webhooks' })).toBe(2)
    expect(await found({ from: to, source: 'webhooks' })).toBe(1)
    expect(await found({ source: 'lifecycle', subjectId: 'lnk_2' })).toBe(1)
    await test.sql(
      `insert into activity (id, workspace_id, type, actor, subject_type, subject_id, summary, severity, source, created_at)
       select 'act_many' || n, ?, 'link.updated', 'system', 'link', 'lnk_x', 'Done.', 'info', 'lifecycle', now()
         from generate_series(1, ?::int) as n`,
      [ada.workspaceId, maxCountedActivities + 5],
    )
    expect(await found({ type: 'link.updated' })).toBe(maxCountedActivities)
  })
})
