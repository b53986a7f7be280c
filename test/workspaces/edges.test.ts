import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertClickRows as given } from '../clicks/rows.ts'
import { createWebhookInState } from '../command-center/command-center-client.ts'
import { anomalyOf } from '../contract/anomalies.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, seedTeam, type Team } from './team.ts'

let test: TestApp
let team: Team
let inTeam: SeededAccount
/** Of the same account: nothing but a link with one click. */
let ownId: string
beforeAll(async () => {
  test = await sharedApp()
  team = await seedTeam(test)
  inTeam = { ...team.owner, workspaceId: team.id }
  ownId = team.owner.workspaceId
  const ofTeam = await test.seed.link(team.member, { workspaceId: team.id, title: 'Launch' })
  const own = await test.seed.link(team.owner, { title: 'Diary' })
  const at = test.clock.now()
  await given(test, ofTeam, [
    { country: 'DE', visitor: 'a', at },
    { country: 'DE', visitor: 'b', at },
  ])
  await given(test, own, [{ country: 'FR', visitor: 'c', at }])
})
afterAll(() => test.close())

const get = async (path: string, workspaceId: string) => {
  const { status, json } = await test.rest.get(`/v1${path}?workspaceId=${workspaceId}`, as(team.owner))
  expect(status).toBe(200)
  return json
}
const inBoth = async <T>(read: (workspaceId: string) => Promise<T>) => [await read(team.id), await read(ownId)]

it('analytics and questions are about the clicks of one workspace', async () => {
  const analytics = await inBoth((id) => get('/clicks/analytics', id))
  expect(analytics).toMatchObject([{ totalClicks: 2 }, { totalClicks: 1 }])
  const ask = async (workspaceId: string) =>
    (await test.rest.post('/v1/analytics-ai/query', { question: 'clicks by country', workspaceId }, as(team.owner)))
      .json.answer
  expect(await inBoth(ask)).toEqual([
    'Clicks by country in all: Germany 2 (2 clicks together).',
    'Clicks by country in all: France 1 (1 click together).',
  ])
})

it('anomalies and the command center are those of one workspace', async () => {
  const { id } = await anomalyOf({ test, account: inTeam, word: () => test.seed.word() })
  const webhookId = await createWebhookInState(test, team.owner, { disabled: true })
  await test.sql('update webhook set workspace_id = ? where id = ?', [team.id, webhookId])
  const anomalies = await inBoth((workspaceId) => get('/anomalies', workspaceId))
  expect(anomalies.map((list) => list.map((each: { id: string }) => each.id))).toEqual([[id], []])
  const [center, own] = await inBoth((workspaceId) => get('/integrations/command-center', workspaceId))
  const kindsOf = ({ alerts }: { alerts: { kind: string }[] }) => alerts.map(({ kind }) => kind)
  expect(kindsOf(center)).toContain('webhook_disabled')
  expect([kindsOf(own), own.anomalies]).toEqual([[], []])
  expect(center.anomalies).toHaveLength(1)
})

it('watching all links is a setting of one workspace', async () => {
  await test.rest.patch('/v1/link-health', { isOn: true, workspaceId: team.id }, as(team.admin))
  expect(await inBoth((id) => get('/link-health', id))).toMatchObject([{ isOn: true }, { isOn: false }])
  const { status } = await test.rest.patch('/v1/link-health', { isOn: false, workspaceId: team.id }, as(team.member))
  expect(status).toBe(403)
})
