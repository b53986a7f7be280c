import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ClickHouse } from '../../../src/modules/visits/clicks/store/clickhouse/clickhouse.ts'
import { SealedBatchWriter } from '../../../src/modules/visits/clicks/store/clickhouse/sealed-batch-writer.ts'
import { Random } from '../../anomalies/random.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { startClickHouse, type TestClickHouse, withoutClickHouse } from '../../support/clickhouse.ts'
import type { SeededAccount } from '../../support/seed.ts'
import { trials } from '../../support/size.ts'
import { ask } from '../brute-force/asking.ts'
import type { Click, LinkFacts } from '../brute-force/counting.ts'
import { findDifferences } from '../brute-force/differences.ts'
import { expectedAnswer } from '../brute-force/expected.ts'
import { readLinks } from '../brute-force/facts.ts'
import { createClicks, createInstants, eras, filterValues } from '../brute-force/history.ts'
import { dayMs } from '../brute-force/local-time.ts'
import { createQuestion } from '../brute-force/questions.ts'
import { toRow } from './rows.ts'

/** ANALYTICS_CASES and ANALYTICS_SEED repeat a run, or make a longer one. */
const cases = Number(process.env.ANALYTICS_CASES ?? trials(60, 10_000))
const seed = Number(process.env.ANALYTICS_SEED ?? Date.now() % 2 ** 32)

/** Questions about the same clicks. */
const casesOfWorld = 120

const midnight = (at: number) => at - (at % dayMs)

describe.skipIf(withoutClickHouse)(`${cases} answers about clicks in ClickHouse (ANALYTICS_SEED=${seed})`, () => {
  let engine: TestClickHouse
  let test: TestApp
  let clickHouse: ClickHouse
  beforeAll(async () => {
    engine = await startClickHouse()
    test = await startApp({ CLICKS_URL: engine.url })
    clickHouse = await ClickHouse.create(engine.url, test.app.server.log)
  }, 240_000)
  afterAll(async () => {
    await clickHouse?.close()
    await test?.close()
    await engine?.close()
  }, 60_000)

  it('are those that a count of the clicks gives, before and after the retention has deleted some', async () => {
    for (let world = 0; world * casesOfWorld < cases; world++) await compareWorld(seed + world)
  }, 3_600_000)

  async function compareWorld(worldSeed: number): Promise<void> {
    const random = new Random(worldSeed)
    const { at, zones } = random.pick(eras)
    const now = Date.parse(at)
    test.clock.set(new Date(now - 100 * dayMs))
    const ada = await test.seed.account()
    const links = await createLinks(ada, random)
    test.clock.set(new Date(now))
    const token = await test.seed.session(ada.id)
    const instants = [0, 2, 35, 36, 80].flatMap((days) => createInstants(random, now - days * dayMs, zones))
    let clicks: Click[] = createClicks(random, 700, links, instants)
    const { orm } = test.app.database
    const writer = new SealedBatchWriter({ clickHouse, orm, clock: test.clock, publish: async () => undefined })
    await writer.append(clicks.map(toRow), { token: `${worldSeed}/journal:0` })
    const askSome = async (count: number) => {
      for (let index = 0; index < count; index++) {
        const facts = { now, links, clicks }
        const question = createQuestion({
          ...{ random, now, zones, urlIds: links.map(({ id }) => id), nodes: 1, instants, values: filterValues },
        })
        const differences = findDifferences(expectedAnswer(facts, question), await ask(test, token, question))
        expect(differences, `ANALYTICS_SEED=${worldSeed} ${JSON.stringify(question)}`).toEqual([])
      }
    }
    const half = Math.ceil(Math.min(cases, casesOfWorld) / 2)
    await askSome(half)
    await test.rest.patch(`/v1/workspaces/${ada.workspaceId}`, { clickRetentionDays: 34 }, { token })
    await test.app.recurringTasks.run('delete old clicks')
    const bound = midnight(now - 34 * dayMs)
    clicks = clicks.map((click) => ({ ...click, isGone: click.at < bound }))
    const [left] = await clickHouse.query<{ count: number }>(
      'select count() as count from click where url_id in {ids:Array(String)}',
      { ids: links.map(({ id }) => id) },
    )
    expect(left?.count).toBe(clicks.filter(({ isGone }) => !isGone).length)
    await askSome(half)
  }

  async function createLinks(ada: SeededAccount, random: Random): Promise<(LinkFacts & { kind: 'link' | 'qr' })[]> {
    const token = await test.seed.session(ada.id)
    for (let n = 0; n < 4; n++) {
      await test.seed.link({ ...ada, token }, { privacyMode: n > 0 && random.chance(0.4) })
      test.clock.advance({ ms: random.pick([0, 1000]) })
    }
    await test.rest.post('/v1/dynamic-qr', { title: 'Poster', targetUrl: 'https://example.com/poster' }, { token })
    const rows = await test.sql<{ id: string }>('select id from link where workspace_id = ?', [ada.workspaceId])
    const links = await readLinks(
      test,
      rows.map(({ id }) => id),
    )
    return links as (LinkFacts & { kind: 'link' | 'qr' })[]
  }
})
