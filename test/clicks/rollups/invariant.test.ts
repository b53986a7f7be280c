import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RollupWorker } from '../../../src/modules/clicks/rollups/rollup-worker.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import type { RestClient } from '../../support/rest.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { type AgentName, agents, as, counted } from '../../support/visitor.ts'
import { createRollupWorker, expectedAnalytics, type FactRow, factsOf, readAnswer } from './expected-analytics.ts'

let test: TestApp
let worker: RollupWorker
let nodes: RestClient[]
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  test = await startApp()
  worker = createRollupWorker(test)
  nodes = [test.rest]
  if (test.database === 'server') {
    const sibling = await test.sibling()
    nodes.push(sibling.rest)
    closing.push(sibling.close)
  }
})
afterAll(async () => {
  for (const close of closing) await close()
  await test.close()
})

const aClick = fc.record({
  kind: fc.constant('click' as const),
  link: fc.nat(2),
  node: fc.nat(1),
  agent: fc.constantFrom(...(Object.keys(agents) as AgentName[])),
  from: fc.constantFrom('130.149.7.1', '133.11.0.1', '10.1.2.3'),
  referer: fc.constantFrom(undefined, 'https://a.example/x', 'http://b.example/'),
  isPrivate: fc.constantFrom(false, false, true),
  query: fc.constantFrom('', '?qr=1', '?utm_source=paper', '?utm_source=web&utm_medium=ad&utm_campaign=x'),
})
const anAction = fc.oneof(
  { weight: 6, arbitrary: aClick },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fold' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(0.2, 1, 7, 20, 60) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteVisitors' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), link: fc.nat(2) }) },
)

/** Filters as arguments, and as predicates of rows. */
const filters: readonly (readonly [string, (row: FactRow) => boolean])[] = [
  ['', () => true],
  ['&country=DE', (row) => row.country === 'DE'],
  ['&country=-DE,JP', (row) => row.country !== 'DE' && row.country !== 'JP'],
  ['&referrer=direct,a.example', (row) => ['a.example', null].includes(row.referrer_host) && row.device !== null],
  ['&utmSource=paper&trigger=link', (row) => row.utm_source === 'paper' && row.trigger === 'link'],
  ['&device=Unknown', (row) => row.device === null],
]

const aQuestion = fc.record({
  filter: fc.constantFrom(...filters),
  includeBots: fc.boolean(),
  /** Hours before now. */
  from: fc.constantFrom(null, 200, 75.3, 30, 3),
  to: fc.constantFrom(null, null, 50.1, 1),
  zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'),
  unit: fc.constantFrom('auto', 'hour', 'day', 'week', 'month'),
})
type Question = typeof aQuestion extends fc.Arbitrary<infer Q> ? Q : never

it('gives the same counts from clicks, counter, breakdowns and series, in any state of the rollups', async () => {
  const begin = new Date(`${test.clock.now().toISOString().slice(0, 10)}T09:10:00.000Z`)
  await fc.assert(
    fc.asyncProperty(
      fc.array(anAction, { minLength: 4, maxLength: 30 }),
      fc.array(aQuestion, { minLength: 4, maxLength: 4 }),
      async (history, questions) => {
        test.clock.set(begin)
        const ada = await test.seed.account()
        const links = [await test.seed.link(ada), await test.seed.link(ada), await test.seed.link(ada)]
        const remaining = new Set(links)
        for (const action of history) await perform(action, links, remaining, ada)
        const token = await freshToken(ada)
        for (const question of questions) await compare(question, [...remaining], token)
        for (const link of links) {
          const rows = await factsOf(test, [link.id])
          const people = rows.filter((row) => !row.is_bot).length
          expect((await counted(test, link))?.counter ?? null).toBe(remaining.has(link) ? people : null)
          if (!remaining.has(link)) expect(await sumsOf(link)).toEqual([0, 0])
        }
      },
    ),
    { numRuns: 15 },
  )
}, 300_000)

/** A new token, because the one from the registration has expired. */
async function freshToken({ email, password }: SeededAccount): Promise<string> {
  return (await test.rest.post('/v1/auth/login', { email, password })).json.token
}

async function perform(
  action: typeof anAction extends fc.Arbitrary<infer A> ? A : never,
  links: readonly SeededLink[],
  remaining: Set<SeededLink>,
  ada: SeededAccount,
): Promise<void> {
  if (action.kind === 'fold') await worker.fold()
  else if (action.kind === 'wait') test.clock.advance({ hours: action.hours })
  else if (action.kind === 'deleteVisitors') await worker.deleteOldVisitors()
  else if (action.kind === 'delete') {
    const link = links[action.link]
    if (!link) return
    const token = await freshToken(ada)
    await test.rest.delete(`/v1/urls/${link.id}`, { token })
    remaining.delete(link)
  } else {
    const link = links[action.link]
    if (!link || !remaining.has(link)) return
    const { agent, from, referer, isPrivate, query } = action
    const headers = { ...(referer && { referer }), ...(isPrivate && { 'sec-gpc': '1' }) }
    const node = nodes[action.node % nodes.length] ?? test.rest
    expect((await node.get(`/${link.shortUrl}${query}`, { ...as(agent, headers), from })).status).toBe(302)
  }
}

async function compare(question: Question, links: readonly SeededLink[], token: string): Promise<void> {
  const { filter, includeBots, zone, unit } = question
  const now = test.clock.now()
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const from = question.from === null ? undefined : before(question.from)
  let to = question.to === null ? undefined : before(question.to)
  if (from && to && from >= to) to = undefined
  const [filterQuery, matches] = filter
  const bounds = `${from ? `&from=${from.toISOString()}` : ''}${to ? `&to=${to.toISOString()}` : ''}`
  const query = `?limit=500&timezone=${zone}&unit=${unit}&includeBots=${includeBots}${bounds}${filterQuery}`
  const selection = { ...(from && { from }), ...(to && { to }), includeBots, matches }
  const subjects = [
    ...links.map((link) => [`/${link.id}`, [link]] as const),
    ...(links.length > 0 ? [['', links] as const] : []),
  ]
  for (const [path, subject] of subjects) {
    const { times, ...expected } = expectedAnalytics(
      await factsOf(
        test,
        subject.map(({ id }) => id),
      ),
      selection,
    )
    const { status, json } = await test.rest.get(`/v1/clicks/analytics${path}${query}`, { token })
    expect(status).toBe(200)
    expect(readAnswer(json), query).toEqual(expected)
    expectSeries(json.timeseries, times, to ?? now)
    if (path !== '') continue
    const ofLinks: { urlId: string; count: number }[] = json.topLinks
    expect(ofLinks.reduce((sum, { count }) => sum + count, 0)).toBe(expected.totalClicks)
  }
}

interface SeriesBucket {
  readonly timestamp: string
  readonly clicks: number
}

/** Each click is in its bucket; the last bucket ends with the range. */
function expectSeries(series: readonly SeriesBucket[], times: readonly number[], end: Date): void {
  const starts = series.map(({ timestamp }) => Date.parse(timestamp))
  const expected = starts.map(
    (start, place) => times.filter((at) => at >= start && at < (starts[place + 1] ?? Number.POSITIVE_INFINITY)).length,
  )
  expect(series.map(({ clicks }) => clicks)).toEqual(expected)
  expect(expected.reduce((sum, clicks) => sum + clicks, 0)).toBe(times.length)
  expect(starts.every((start, place) => place === 0 || start > (starts[place - 1] ?? 0))).toBe(true)
  expect(starts.every((start) => start <= end.getTime())).toBe(true)
}

async function sumsOf({ id }: SeededLink): Promise<number[]> {
  const [row] = await test.sql<{ sums: number; visitors: number }>(
    `select (select count(*) from click_rollup where url_id = ?)::int as sums,
            (select count(*) from click_visitor where url_id = ?)::int as visitors`,
    [id, id],
  )
  return [row?.sums ?? -1, row?.visitors ?? -1]
}
