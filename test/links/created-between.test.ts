import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { expectError } from './answers.ts'

let test: TestApp
let ada: SeededAccount
const ids: string[] = []
const day = (number: number) => `2026-11-0${number}T00:00:00.000Z`
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  for (const number of [1, 2, 3]) {
    const { id } = await test.seed.link(ada)
    await test.sql('update link set created_at = ? where id = ?', [day(number), id])
    ids.push(id)
  }
})
afterAll(() => test.close())

describe('GET /urls', () => {
  it.each([
    ['from an instant on', `createdFrom=${day(2)}`, [2, 1]],
    ['before an instant', `createdTo=${day(2)}`, [0]],
    ['between two instants, the second exclusive', `createdFrom=${day(2)}&createdTo=${day(3)}`, [1]],
    ['never, for a period without links', `createdFrom=${day(3)}&createdTo=${day(2)}`, []],
  ])('returns 200 with the links created %s, over REST and GraphQL', async (_what, query, places) => {
    const expected = places.map((place) => ids[place])
    const { status, json, headers } = await test.rest.get(`/v1/urls?${query}`, { token: ada.token })
    expect([status, json.map(({ id }: { id: string }) => id)]).toEqual([200, expected])
    expect(headers['x-total-count']).toBe(String(expected.length))
    const args = query.replace(/=([^&]+)/g, ': "$1"').replace('&', ', ')
    const { data } = await test.graph(`{ urls(${args}) { totalCount nodes { id } } }`, { token: ada.token })
    expect(data.urls).toEqual({ totalCount: expected.length, nodes: expected.map((id) => ({ id })) })
  })

  it('returns 400 for a time that is not ISO 8601', async () => {
    const answer = await test.rest.get('/v1/urls?createdFrom=yesterday', { token: ada.token })
    expectError(answer, 400, 'INVALID_PARAMS', ['createdFrom'])
  })
})
