import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domainOf } from '../domains/seed.ts'
import { tagOf } from '../organizing/seed.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
let munich: SeededLink
let cafe: SeededLink
let tagged: SeededLink
let tagId: string
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  munich = await test.seed.link(ada, { longUrl: 'https://münchen.example.com/straße?q=größe', title: 'Besuch' })
  cafe = await test.seed.link(ada, { longUrl: 'https://example.com/%FF', title: 'Das Café am Øresund' })
  tagId = (await tagOf(test, ada, { name: 'Zürich' })).id
  tagged = await test.seed.link(ada, { longUrl: 'https://example.net/', title: 'Reise', tagIds: [tagId] })
  await test.seed.link(ada, { longUrl: 'https://example.org/a-1_b', title: '100% other' })
})
afterAll(() => test.close())

const find = async (search: string): Promise<string[]> => {
  const query = new URLSearchParams({ search })
  return (await test.rest.get(`/v1/urls?${query}`, { token: ada.token })).json.map(({ id }: { id: string }) => id)
}
const countSelected = async (search: string): Promise<number> => {
  const body = { search, action: 'disable', dryRun: true }
  return (await test.rest.post('/v1/urls/bulk/selection', body, { token: ada.token })).json.matched
}

describe('the search for links', () => {
  it.each([
    ...['münchen', 'MÜNCHEN', 'munchen', 'straße', 'STRASSE', 'größe', 'grosse', 'xn--mnchen-3ya', 'stra%C3%9Fe'],
    ...['größe besuch', 'münchen.example.com/straße', 'https://münchen.example.com/straße?q=größe'],
    'https://xn--mnchen-3ya.example.com/stra%C3%9Fe?q=gr%C3%B6%C3%9Fe',
  ])('finds a destination with umlauts by %s, and so does the bulk selection', async (search) => {
    expect(await find(search)).toEqual([munich.id])
    expect(await countSelected(search)).toBe(1)
  })

  it.each(['Café', 'Cafe\u0301', 'CAFE', 'oresund cafe', '%FF'])('finds a title with accents by %s', async (search) => {
    expect(await find(search)).toEqual([cafe.id])
  })

  it('finds a short address, whole or as a path', async () => {
    for (const link of [munich, cafe])
      for (const prefix of ['/', 'tack.test/', 'http://tack.test/', 'HTTPS://TACK.TEST/'])
        expect(await find(prefix + link.shortUrl.toUpperCase())).toEqual([link.id])
  })

  it('finds a short address as a browser shows it, with what was appended', async () => {
    const longer = await test.seed.link(ada, { customUrl: `${munich.shortUrl}-2` })
    for (const appended of ['?fbclid=abc', '#top', '/', '+', '/?a=1#b', '+?a=1'])
      expect(await find(`http://tack.test/${munich.shortUrl}${appended}`)).toEqual([munich.id])
    const host = `${test.seed.word()}.example`
    const domain = await domainOf(test, ada, { host })
    const own = await test.seed.link(ada, { domainId: domain.id, customUrl: munich.shortUrl })
    expect(await find(`https://${host}/${munich.shortUrl}?fbclid=abc`)).toEqual([own.id])
    expect(await find(`https://other.example/${munich.shortUrl}?fbclid=abc`)).toEqual([])
    // A destination is still searched as it is.
    expect(await find('https://münchen.example.com/straße?q=other')).toEqual([])
    expect(await find(`tack.test/${munich.shortUrl}`)).toEqual(expect.arrayContaining([munich.id, longer.id]))
  })

  it('finds the names of tags, also together with words of the link', async () => {
    expect(await find('zurich')).toEqual([tagged.id])
    expect(await find('reise zürich')).toEqual([tagged.id])
    expect(await find('besuch zürich')).toEqual([])
    await test.rest.patch(`/v1/tags/${tagId}`, { name: 'Genève' }, { token: ada.token })
    expect([await find('zurich'), await find('geneve')]).toEqual([[], [tagged.id]])
  })

  it.each([
    ['%', 2],
    ['_', 1],
    ['a-1_b', 1],
    ['a?1_b', 0],
    ['a-1%b', 0],
  ])('reads %s as it is', async (search, count) => {
    expect(await find(search)).toHaveLength(count)
  })

  it('finds no link of another workspace, nor by its tag', async () => {
    const eve = await test.seed.account()
    await tagOf(test, eve, { name: 'Besuch' })
    const { json } = await test.rest.get('/v1/urls?search=besuch', { token: eve.token })
    expect(json).toEqual([])
  })

  it('finds a link by its new title and destination, and no longer by the former ones', async () => {
    const link = await test.seed.link(ada, { title: 'Frühling', longUrl: 'https://example.com/ähre' })
    const changes = { title: 'Sommer', originalUrl: 'https://example.com/öl' }
    const changed = await test.rest.patch(`/v1/urls/${link.id}`, changes, { token: ada.token })
    expect([changed.status, changed.json.title]).toEqual([200, 'Sommer'])
    expect([await find('fruhling'), await find('ahre')]).toEqual([[], []])
    expect([await find('sommer'), await find('/ol')]).toEqual([[link.id], [link.id]])
    await test.rest.delete(`/v1/urls/${link.id}`, { token: ada.token })
  })
})
