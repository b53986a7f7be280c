import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { expectError, expectGraphqlError, linkRow } from './answers.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const change = (id: string, body: object) => test.rest.patch(`/v1/urls/${id}`, body, { token: ada.token })
const document =
  'mutation ($id: ID!, $input: UpdateUrlInput!) { updateUrl(id: $id, input: $input) { title updatedAt } }'
const changeByGraph = (id: string, input: object) =>
  test.graph(document, { token: ada.token, variables: { id, input } })

describe('ifUnmodifiedSince of an update', () => {
  it('lets it through for the time that the link shows, over both interfaces', async () => {
    const link = await test.seed.link(ada)
    const { status, json } = await change(link.id, { title: 'One', ifUnmodifiedSince: link.updatedAt })
    expect([status, json.title]).toEqual([200, 'One'])
    const { data } = await changeByGraph(link.id, { title: 'Two', ifUnmodifiedSince: json.updatedAt })
    expect(data.updateUrl.title).toBe('Two')
  })

  it('returns 409 with the present time after another update, even of the same instant, and changes nothing', async () => {
    const link = await test.seed.link(ada)
    const { json: other } = await change(link.id, { title: 'Theirs' })
    expect(other.updatedAt > link.updatedAt).toBe(true)
    const late = { title: 'Mine', customUrl: test.seed.word(), tagIds: [], ifUnmodifiedSince: link.updatedAt }
    const rest = await change(link.id, late)
    expectError(rest, 409, 'LINK_CHANGED')
    expect(rest.json.error.updatedAt).toBe(other.updatedAt)
    const answer = await changeByGraph(link.id, { title: 'Mine', ifUnmodifiedSince: link.updatedAt })
    expectGraphqlError(answer, 409, 'LINK_CHANGED')
    expect(answer.errors?.[0]?.extensions).toMatchObject({ updatedAt: other.updatedAt })
    expect(await linkRow(test, link.id)).toMatchObject({ title: 'Theirs', code: link.shortUrl })
    const again = await change(link.id, { title: 'Mine', ifUnmodifiedSince: rest.json.error.updatedAt })
    expect([again.status, again.json.title]).toEqual([200, 'Mine'])
  })

  it('is not asked for: without it, and with null, the last update wins', async () => {
    const link = await test.seed.link(ada)
    await change(link.id, { title: 'One' })
    expect((await change(link.id, { title: 'Two' })).status).toBe(200)
    expect((await change(link.id, { title: 'Three', ifUnmodifiedSince: null })).json.title).toBe('Three')
  })

  it('fails its item of a batch only, and the whole of an atomic one', async () => {
    const [stale, fresh] = [await test.seed.link(ada), await test.seed.link(ada)]
    await change(stale.id, { title: 'Theirs' })
    const items = [stale, fresh].map(({ id, updatedAt }) => ({ id, title: 'Mine', ifUnmodifiedSince: updatedAt }))
    const update = (atomic: boolean) => test.rest.patch('/v1/urls/bulk', { items, atomic }, { token: ada.token })
    expectError(await update(true), 409, 'LINK_CHANGED')
    expect((await linkRow(test, fresh.id))?.title).not.toBe('Mine')
    const { json } = await update(false)
    expect(json.results).toMatchObject([{ status: 'failed', error: { code: 'LINK_CHANGED' } }, { status: 'updated' }])
    expect((await linkRow(test, stale.id))?.title).toBe('Theirs')
  })
})
