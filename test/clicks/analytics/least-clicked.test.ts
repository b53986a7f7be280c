import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectGraphqlError } from '../../links/answers.ts'
import { sharedApp, type TestApp } from '../../support/app.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { createRollupWorker } from '../rollups/fold-worker.ts'
import { insertClickRows } from '../rows.ts'

let test: TestApp
let ada: SeededAccount
let [busy, quiet, unclicked, botted]: SeededLink[] = []
const noon = new Date('2026-11-18T12:00:00Z')
const daysAgo = (days: number) => new Date(noon.getTime() - days * 86_400_000)

beforeAll(async () => {
  test = await sharedApp()
  test.clock.set(daysAgo(30))
  ada = await test.seed.account()
  for (const create of [
    async () => (busy = await test.seed.link(ada)),
    async () => (quiet = await test.seed.link(ada)),
    async () => (unclicked = await test.seed.link(ada)),
    async () => (botted = await test.seed.link(ada)),
  ]) {
    await create()
    test.clock.advance({ seconds: 1 })
  }
  const eve = await test.seed.account()
  await insertClickRows(test, await test.seed.link(eve), [{ at: daysAgo(1) }])
  await test.rest.post('/v1/dynamic-qr', { title: 'Poster', targetUrl: 'https://example.com' }, { token: ada.token })
  test.clock.set(noon)
  ada = { ...ada, token: await test.seed.session(ada.id) }
  await insertClickRows(test, busy as SeededLink, [
    { at: daysAgo(1), country: 'DE' },
    { at: daysAgo(2), country: 'FR' },
    { at: daysAgo(9), country: 'FR' },
  ])
  // Folded and not folded clicks count alike.
  await createRollupWorker(test).fold()
  await insertClickRows(test, quiet as SeededLink, [{ at: daysAgo(1), country: 'DE' }])
  await insertClickRows(test, botted as SeededLink, [{ at: daysAgo(1), is_bot: true }])
})
afterAll(() => test.close())

async function find(args = '', filter = '', token = ada.token) {
  const document = `{ accountAnalytics${filter} { leastClickedLinks${args} {
    links { urlId count } totalCount unclickedCount } } }`
  const { data, errors } = await test.graph(document, { token })
  expect(errors).toBeUndefined()
  const { links, ...counts } = data.accountAnalytics.leastClickedLinks
  return { ...counts, links: links.map(({ urlId, count }: { urlId: string; count: number }) => [urlId, count]) }
}

describe('leastClickedLinks', () => {
  it('returns the links with the fewest clicks by people first, the newest first among equals', async () => {
    expect(await find()).toEqual({
      totalCount: 4,
      unclickedCount: 2,
      links: [
        [botted?.id, 0],
        [unclicked?.id, 0],
        [quiet?.id, 1],
        [busy?.id, 3],
      ],
    })
  })

  it('counts the clicks of the filter, bots included if it says so', async () => {
    const { links } = await find('', '(filter: { country: { in: ["FR"] } })')
    expect(links.at(-1)).toEqual([busy?.id, 2])
    const bots = await find('', `(filter: { includeBots: true, from: "${daysAgo(7).toISOString()}" })`)
    expect(bots).toMatchObject({ unclickedCount: 1, totalCount: 4 })
    expect(bots.links.slice(1)).toEqual([
      [botted?.id, 1],
      [quiet?.id, 1],
      [busy?.id, 2],
    ])
  })

  it('returns as many links as asked for, and counts all', async () => {
    expect(await find('(limit: 1)')).toEqual({ totalCount: 4, unclickedCount: 2, links: [[botted?.id, 0]] })
  })

  it('leaves out links created after the period', async () => {
    expect(await find('', `(filter: { to: "${daysAgo(31).toISOString()}" })`)).toEqual({
      totalCount: 0,
      unclickedCount: 0,
      links: [],
    })
  })

  it('returns dynamic QR codes instead of links for the kind QR', async () => {
    expect(await find('(kind: QR)')).toMatchObject({ totalCount: 1, unclickedCount: 1 })
  })

  it('returns nothing of another account', async () => {
    const grace = await test.seed.account()
    expect(await find('', '', grace.token)).toEqual({ totalCount: 0, unclickedCount: 0, links: [] })
  })

  it('answers 400 for a limit of 0', async () => {
    const document = '{ accountAnalytics { leastClickedLinks(limit: 0) { totalCount } } }'
    expectGraphqlError(await test.graph(document, { token: ada.token }), 400, 'INVALID_PARAMS', ['limit'])
  })
})
