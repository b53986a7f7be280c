import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { adminOf, Desk, report } from '../abuse/answers.ts'
import { finishHour, seedClickHistory } from '../anomalies/click-seeds.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import type { SeededAccount, SeededKey, SeededLink, SeededWebhook } from '../support/seed.ts'

let test: TestApp
let owner: SeededAccount
let admin: SeededAccount
let broken: Receiver
let gone: Receiver
beforeAll(async () => {
  test = await sharedApp()
  owner = await test.seed.account()
  admin = await adminOf(test)
  broken = await startReceiver()
  gone = await startReceiver(410)
})
afterAll(async () => {
  await broken.close()
  await gone.close()
  await test.close()
})

interface Item extends Record<string, unknown> {
  readonly kind: string
  readonly subjectId: string
  readonly severity: string
}

const tokens = new Map<string, string>()

/** Logs the account in again when its session has expired in the test's time. */
async function tokenOf({ id, email, password }: SeededAccount, isExpired = false): Promise<string> {
  const known = tokens.get(id)
  if (known && !isExpired) return known
  const { token } = (await test.rest.post('/v1/auth/login', { email, password })).json
  tokens.set(id, token)
  return token
}

async function view(account: SeededAccount) {
  const path = '/v1/integrations/command-center'
  const token = await tokenOf(account)
  const { status, json } = await test.rest.get(path, { token })
  if (status === 401) await tokenOf(account, true)
  expect(status).toBe(200)
  return { ...json, counted: (await test.rest.get(`${path}/summary`, { token })).json, token }
}

const describeAlerts = ({ alerts }: { alerts: Item[] }) =>
  alerts.map((each) => `${each.severity} ${each.kind} ${each.subjectId}`)

/** Waits until the owner has exactly these alerts, in this order. */
async function waitForAlerts(...alerts: string[]) {
  return vi.waitFor(
    async () => {
      const answer = await view(owner)
      expect(describeAlerts(answer)).toEqual(alerts)
      expect(answer.counted.alerts).toBe(alerts.length)
      return answer
    },
    { timeout: 30_000, interval: 200 },
  )
}

const workflowOf = ({ workflows }: { workflows: { id: string }[] }, { id }: SeededWebhook) =>
  workflows.find((each) => each.id === `webhook:${id}`)

/** What the admin is to decide about a link. Other test files have left links to be reviewed. */
async function approvalsOf(link: SeededLink | undefined) {
  const { approvals } = await view(admin)
  return approvals.filter(({ subjectId }: Item) => subjectId === link?.id)
}

const recommended = ({ recommendations }: { recommendations: { id: string; impact: string }[] }) =>
  recommendations.map(({ id, impact }) => `${impact} ${id}`)

const links = async (count: number) => {
  const created: SeededLink[] = []
  for (let n = 0; n < count; n++) created.push(await test.seed.link(owner))
  return created
}

const clicked = async (link: SeededLink | undefined, times: number) => {
  for (let n = 0; n < times; n++)
    await test.rest.get(`/v1/urls/redirect/${link?.shortUrl}`, { from: `203.0.113.${n + 1}` })
}

/** Waits until this many clicks of the owner are in the rollups, so that a change of the clock does not add to their lag. */
const waitForRollup = (count: number) =>
  vi.waitFor(async () => {
    const { sla } = await view(owner)
    expect(sla).toMatchObject([{ metric: 'click_ingest_lag_p95', status: 'met', sampleSize: count }])
  }, 30_000)

describe('the command center during a day', () => {
  let [first, second]: SeededLink[] = []
  let key: SeededKey
  let failing: SeededWebhook
  let leaving: SeededWebhook

  it('has no alerts while links are clicked', async () => {
    ;[first, second] = await links(2)
    await clicked(first, 3)
    await waitForRollup(3)
    expect(await waitForAlerts()).toMatchObject({
      summary: { runningExecutions: 0, failures: 0, slaBreaches: 0, approvals: 0 },
      recommendations: [],
    })
  })

  it('shows a spike of clicks until an hour is back to normal', async () => {
    const [link] = await links(1)
    await finishHour(test)
    await seedClickHistory(test, link as SeededLink, { clicks: 20 })
    await clicked(link, 150)
    await waitForRollup(153)
    await finishHour(test)
    const spike = { urlId: link?.id, kind: 'spike', severity: 'critical', observed: 150 }
    const answer = await view(owner)
    expect(answer).toMatchObject({ anomalies: [{ ...spike, status: 'open' }], summary: { anomalies: 1 } })
    const [{ id }] = answer.anomalies
    expect(recommended(answer)).toEqual([`high acknowledge_anomaly:${id}`])
    expect(answer.recentActivity.items[0]).toMatchObject({ type: 'anomaly.detected', severity: 'critical' })
    await test.rest.post(`/v1/anomalies/${id}/acknowledge`, {}, { token: answer.token })
    const acknowledged = await view(owner)
    expect(acknowledged).toMatchObject({ anomalies: [{ id, status: 'acknowledged' }], recommendations: [] })
    await clicked(link, 22)
    await waitForRollup(175)
    await finishHour(test)
    expect(await view(owner)).toMatchObject({ anomalies: [{ id, status: 'resolved' }], summary: { anomalies: 0 } })
    // Otherwise the next hours, without any clicks, would be anomalies too.
    await test.rest.patch(`/v1/urls/${link?.id}`, { isActive: false }, { token: answer.token })
  })

  it('reports a failing webhook with rising severity, and one that answers 410', async () => {
    key = await test.seed.key(owner, { expiresInDays: 1 })
    broken.answer = 500
    failing = await test.seed.webhook(owner, { url: broken.url, events: ['link.created'] })
    leaving = await test.seed.webhook(owner, { url: gone.url, events: ['link.updated'] })
    const keyAlert = `warning key_expiring ${key.id}`
    await waitForAlerts(keyAlert)
    await links(5)
    await waitForAlerts(keyAlert, `warning webhook_failing ${failing.id}`)
    await links(5)
    await waitForAlerts(`error webhook_failing ${failing.id}`, keyAlert)
    await links(5)
    await waitForAlerts(`critical webhook_failing ${failing.id}`, keyAlert)
    await test.rest.patch(`/v1/urls/${first?.id}`, { title: 'Moved' }, { token: owner.token })
    const answer = await vi.waitFor(async () => {
      const now = await view(owner)
      expect(describeAlerts(now).toSorted()).toEqual(
        [`critical webhook_disabled ${leaving.id}`, `critical webhook_failing ${failing.id}`, keyAlert].toSorted(),
      )
      return now
    }, 30_000)
    expect(workflowOf(answer, failing)).toMatchObject({ status: 'failing', running: 15, lastError: 'answered 500' })
    expect(workflowOf(answer, leaving)).toMatchObject({ status: 'failing', isActive: false })
    expect(recommended(answer)).toEqual([
      `high enable_endpoint:${leaving.id}`,
      `high fix_endpoint:${failing.id}`,
      `medium redeliver_events:${failing.id}`,
      `medium rotate_key:${key.id}`,
    ])
    expect(answer.counted.runningExecutions).toBeGreaterThanOrEqual(15)
  })

  it('asks the admin to review a reported link, and reports the blocked link to its owner', async () => {
    await report(test, String(second?.shortUrl), '203.0.113.9')
    expect((await view(owner)).approvals).toEqual([])
    expect(await approvalsOf(second)).toMatchObject([{ kind: 'flagged_link' }])
    await new Desk(test, admin).decide(String(second?.id), 'block', { reason: 'phishing' })
    expect(await approvalsOf(second)).toEqual([])
    expect(describeAlerts(await view(owner))).toContain(`critical destination_flagged ${second?.id}`)
  })

  it('clears each alert when its cause is fixed', async () => {
    broken.answer = 204
    gone.answer = 204
    const { token } = await view(owner)
    await test.rest.patch(`/v1/webhooks/${leaving.id}`, { isActive: true }, { token })
    await new Desk(test, admin).decide(String(second?.id), 'unblock')
    test.clock.advance({ minutes: 10 })
    await vi.waitFor(async () => {
      const answer = await view(owner)
      expect(describeAlerts(answer)).toEqual([`error key_expiring ${key.id}`])
      expect(workflowOf(answer, failing)).toMatchObject({ status: 'healthy', succeeded: 15, running: 0, failed: 0 })
      expect(workflowOf(answer, leaving)).toMatchObject({ status: 'healthy', isActive: true, succeeded: 1 })
    }, 30_000)
    const { sla, counted } = await view(owner)
    const late = {
      workflowId: `webhook:${failing.id}`,
      metric: 'delivery_latency_p95',
      status: 'breached',
      sampleSize: 15,
    }
    expect(sla).toEqual(expect.arrayContaining([expect.objectContaining(late)]))
    expect(counted.slaBreaches).toBe(2)
  })

  it('reports the expired API key until it is revoked', async () => {
    test.clock.advance({ hours: 25 })
    const { token, alerts, recommendations } = await waitForAlerts(`error key_expiring ${key.id}`)
    expect(alerts[0].message).toMatch(/has expired/)
    expect(recommendations).toMatchObject([
      { kind: 'revoke_key', action: { method: 'DELETE', path: `/keys/${key.id}` } },
    ])
    await test.rest.delete(`/v1/keys/${key.id}`, { token })
    const answer = await waitForAlerts()
    expect(answer.summary).toEqual(answer.counted)
    expect(answer).toMatchObject({
      summary: { runningExecutions: 0, failures: 0, slaBreaches: 0, anomalies: 0, alerts: 0, approvals: 0 },
      anomalies: [],
      approvals: [],
      recommendations: [],
    })
    const { workflows, sla } = answer
    expect(workflows.map(({ status }: { status: string }) => status)).toEqual(workflows.map(() => 'healthy'))
    expect(sla.map(({ status }: { status: string }) => status)).toEqual(sla.map(() => 'no_data'))
  })
})
