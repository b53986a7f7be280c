import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { madeWebhook, path, viewOf, type WebhookFacts } from './looks.ts'

let test: TestApp
let owner: SeededAccount
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  owner = await test.seed.account()
})

const view = (query?: string, account = owner) => viewOf(test, account, query)
const webhookWith = (facts?: WebhookFacts) => madeWebhook(test, owner, facts)

describe('an alert', () => {
  it.each([
    [4, null, 'healthy'],
    [5, 'warning', 'degraded'],
    [10, 'error', 'failing'],
    [15, 'critical', 'failing'],
  ])('tells of a webhook whose last %i attempts failed: %s', async (failures, severity, status) => {
    const id = await webhookWith({ failures })
    const { alerts, workflows, summary: counted } = await view(`workflowId=webhook:${id}`)
    expect(alerts.map((alert: { kind: string; severity: string }) => [alert.kind, alert.severity])).toEqual(
      severity ? [['webhook_failing', severity]] : [],
    )
    expect([workflows[0].status, counted.alerts]).toEqual([status, severity ? 1 : 0])
  })

  it('tells of four fifths of what there is room for, and of all of it', async () => {
    const told = async () =>
      (await view()).alerts.map(({ kind, severity, subjectId }: Record<string, string>) => [kind, severity, subjectId])
    for (let n = 0; n < 3; n++) await test.seed.webhook(owner)
    expect(await told()).toEqual([])
    await test.seed.webhook(owner)
    expect(await told()).toEqual([['quota_80', 'info', 'webhooks']])
    await test.seed.webhook(owner)
    expect(await told()).toEqual([['quota_100', 'warning', 'webhooks']])
  })

  it('tells of requests that are nearly used up', async () => {
    const limited = await startApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_HOUR: '10' })
    const { token } = await limited.seed.account()
    const kinds = async () => (await limited.rest.get(path, { token })).json.alerts
    for (let n = 0; n < 7; n++) expect(await kinds()).toEqual([])
    expect(await kinds()).toMatchObject([{ kind: 'quota_80', severity: 'warning', subjectId: 'requests in an hour' }])
    await limited.close()
  })
})

describe('an approval', () => {
  it('is a reported link, for admins alone, until it is decided', async () => {
    const reporter = await test.seed.account()
    const link = await test.seed.link(owner)
    const report = { shortUrl: link.shortUrl, reason: 'phishing' }
    expect((await test.rest.post('/v1/abuse-reports', report, { token: reporter.token })).status).toBe(202)
    expect((await view()).approvals).toEqual([])
    await test.sql(`update account set role = 'admin' where id = ?`, [reporter.id])
    const waiting = async () =>
      (await view('', reporter)).approvals.filter((each: { subjectId: string }) => each.subjectId === link.id)
    expect(await waiting()).toEqual([
      {
        ...{ id: `flagged_link:${link.id}`, kind: 'flagged_link', subjectId: link.id },
        title: `Decide on the link ${link.shortUrl}: 1 report.`,
        requestedAt: test.clock.now().toISOString(),
      },
    ])
    await test.rest.post(`/v1/abuse/reviews/${link.id}/block`, { reason: 'phishing' }, { token: reporter.token })
    expect(await waiting()).toEqual([])
    expect((await view()).alerts).toMatchObject([
      {
        kind: 'destination_flagged',
        severity: 'critical',
        subjectId: link.id,
        message: expect.stringContaining('phishing'),
      },
    ])
    await test.rest.post(`/v1/abuse/reviews/${link.id}/unblock`, {}, { token: reporter.token })
    expect((await view()).alerts).toEqual([])
  })
})

describe('a recommendation', () => {
  it('names a request that the service takes', async () => {
    await webhookWith({ failures: 12 })
    await webhookWith({ disabled: true })
    await test.seed.key(owner, { expiresInDays: 3 })
    const expired = await test.seed.key(owner)
    await test.sql('update api_key set expires_at = ? where id = ?', [test.clock.now(), expired.id])
    const { id } = await test.seed.link(owner)
    await test.sql('update link set expires_at = ? where id = ?', [test.clock.now(), id])
    await test.sql(
      `insert into click_rollup (url_id, span, starts_at, dimension, value, clicks, robots, visitors)
       values (?, 'hour', ?, 'total', '', 120, 0, 9)`,
      [id, new Date(test.clock.now().getTime() - 3 * 3_600_000)],
    )
    const { recommendations } = await view()
    const { paths } = (await test.rest.get('/v1/openapi.json')).json
    for (const { action } of recommendations) {
      const fits = Object.keys(paths).filter((each) =>
        new RegExp(`^${each.replace(/\{\w+\}/g, '[^/]+')}$`).test(action.path),
      )
      expect(fits.some((each) => action.method.toLowerCase() in paths[each])).toBe(true)
    }
    const told = recommendations.map(({ kind, impact }: Record<string, string>) => `${impact} ${kind}`)
    expect(told.slice(0, 3).toSorted()).toEqual(['high add_expired_url', 'high enable_endpoint', 'high fix_endpoint'])
    expect(told.slice(3)).toEqual(['medium rotate_key', 'low revoke_key'])
  })
})
