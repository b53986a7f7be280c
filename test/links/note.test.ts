import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imported, linksOf } from '../imports/seed.ts'
import { openStats, statsPageOf } from '../shared-stats/seed.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../support/visitor.ts'
import { expectError } from './answers.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const note = 'Printed on the Zürich posters.\nAsk "Bea" before it is changed; =1+1'
const create = (body: object) =>
  test.rest.post('/v1/urls', { longUrl: 'https://example.com/', ...body }, { token: ada.token })
const change = (id: string, body: object) => test.rest.patch(`/v1/urls/${id}`, body, { token: ada.token })
const read = async (id: string) => (await test.rest.get(`/v1/urls/${id}`, { token: ada.token })).json
const found = async (search: string) => {
  const { json } = await test.rest.get(`/v1/urls?search=${encodeURIComponent(search)}`, { token: ada.token })
  return json.map(({ id }: { id: string }) => id)
}

describe('the note of a link', () => {
  it('is kept with its lines, found by a search, changed and cleared, in one link and in many', async () => {
    const { json: link } = await create({ note: `  ${note} ` })
    expect(link.note).toBe(note)
    const graph = await test.graph(`{ url(id: "${link.id}") { note } }`, { token: ada.token })
    expect(graph.data.url.note).toBe(note)
    expect(await found('zurich POSTERS')).toEqual([link.id])
    // A pasted short address is compared with the end of what is searched.
    expect(await found(`http://tack.test/${link.shortUrl}/?fbclid=1`)).toEqual([link.id])
    expect((await change(link.id, { title: 'Posters' })).json.note).toBe(note)
    expect(await found('zurich')).toEqual([link.id])
    const items = [{ id: link.id, note: 'On the flyers now' }]
    await test.rest.patch('/v1/urls/bulk', { items }, { token: ada.token })
    expect([await found('zurich'), await found('flyers')]).toEqual([[], [link.id]])
    expect((await change(link.id, { note: null })).json.note).toBeNull()
    expect(await found('flyers')).toEqual([])
    expect((await create({})).json.note).toBeNull()
  })

  it('stands in the activity log with both values', async () => {
    const { json: link } = await create({ note: 'first' })
    await change(link.id, { note: 'second' })
    const query = `{ activities(first: 1) { nodes { summary changes { field from to } } } }`
    const { data } = await test.graph(query, { token: ada.token })
    expect(data.activities.nodes[0]).toMatchObject({
      summary: expect.stringContaining('was changed: note.'),
      changes: [{ field: 'note', from: 'first', to: 'second' }],
    })
  })

  it.each([
    ['a text of more than 1000 characters', 'x'.repeat(1001)],
    ['a blank text', ' \n '],
    ['a text with NUL', 'a\u0000b'],
    ['a half of a character', 'a\ud800'],
    ['a text that changes its direction', 'a\u202eb'],
    ['an invisible text', '\u2800'],
  ])('returns 400 for %s', async (_name, text) => {
    const answer = await create({ note: text })
    expectError(answer, 400, 'INVALID_PARAMS', ['note'])
    const { json: link } = await create({})
    expectError(await change(link.id, { note: text }), 400, 'INVALID_PARAMS')
    expect((await read(link.id)).note).toBeNull()
  })

  it.each(['csv', 'json'])('is exported and imported as %s, also under the name of another service', async (format) => {
    const [bea, code] = [await test.seed.account(), test.seed.word()]
    await test.seed.link(bea, { customUrl: code, note })
    const { text } = await test.rest.get(`/v1/urls/export?format=${format}`, { token: bea.token })
    const { id } = (await linksOf(test, bea))[code]
    await test.rest.delete(`/v1/urls/${id}`, { token: bea.token })
    expect(await imported(test, bea, { content: text })).toMatchObject({ created: 1, failed: 0 })
    expect((await linksOf(test, bea))[code].note).toBe(note)
    const content = `url,key,comments\nhttps://example.com/,${code}2,"From Dub"\nhttps://example.com/,,${'x'.repeat(1001)}`
    expect(await imported(test, bea, { source: 'dub', content })).toMatchObject({
      created: 1,
      failed: 1,
      errors: [{ row: 2, message: expect.stringContaining('note: must have at most 1000 characters') }],
    })
    expect((await linksOf(test, bea))[`${code}2`].note).toBe('From Dub')
  })

  it('is in no page and no answer that a visitor or another workspace gets', async () => {
    const secret = `secret${test.seed.word()}`
    const { json: link } = await create({ note: secret, ogTitle: 'Open', title: 'Link' })
    const [code, eve] = [link.shortUrl, await test.seed.account()]
    const page = await statsPageOf(test, ada, { urlId: link.id })
    const answers = [
      await test.rest.get(`/${code}`, as('chrome')),
      await test.rest.get(`/${code}+`, as('chrome')),
      await test.rest.get(`/${code}/qr`, as('chrome')),
      await test.rest.get(`/${code}`, { headers: { 'user-agent': 'facebookexternalhit/1.1' } }),
      await test.rest.get(`/v1/urls/redirect/${code}`, as('chrome')),
      await openStats(test, page),
      await test.rest.get(`/v1/urls/${link.id}`, { token: eve.token }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([302, 200, 200, 200, 200, 200, 404])
    for (const { text, headers } of answers) expect(`${text} ${JSON.stringify(headers)}`).not.toContain(secret)
    expect((await test.rest.get(`/v1/urls?search=${secret}`, { token: eve.token })).json).toEqual([])
  })
})
