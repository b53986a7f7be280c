import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { expectError, visit } from './answers.ts'

let test: TestApp
let ada: SeededAccount
/** The ids of links by what makes them special. */
const links: Record<string, string> = {}
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  const soon = new Date(test.clock.now().getTime() + 60_000).toISOString()
  const seeds = {
    active: {},
    imported: { clickLimit: 1 },
    unlimited: { clickLimit: 2, expiresAt: '2999-01-01T00:00:00Z' },
    protected: { password: 'secret' },
    expired: { expiresAt: soon, clickLimit: 1 },
    limit_reached: { clickLimit: 1 },
    inactive: { expiresAt: soon },
    blocked: {},
  }
  for (const [name, options] of Object.entries(seeds)) {
    const link = await test.seed.link(ada, options)
    links[name] = link.id
    if ('clickLimit' in options && name !== 'imported') await visit(test, link.shortUrl)
  }
  for (const name of ['inactive', 'blocked'])
    await test.rest.patch(`/v1/urls/${links[name]}`, { isActive: false }, { token: ada.token })
  await test.sql('update link set current_clicks = 3, past_clicks = 3 where id = ?', [links.imported])
  await test.sql(`update link set blocked_at = now(), blocked_reason = 'spam' where id = ?`, [links.blocked])
  test.clock.advance({ minutes: 2 })
})
afterAll(() => test.close())

const namesOf = async (query: string) => {
  const { json } = await test.rest.get(`/v1/urls?sort=created_asc&${query}`, { token: ada.token })
  return json.map(({ id }: { id: string }) => Object.keys(links).find((name) => links[name] === id))
}

describe('GET /urls by state', () => {
  it.each([
    ['active', ['active', 'imported', 'unlimited', 'protected']],
    ['expired', ['expired']],
    ['limit_reached', ['limit_reached']],
    ['inactive', ['inactive']],
    ['blocked', ['blocked']],
  ])('%s returns the links for which it is the first state that applies', async (state, expected) => {
    expect(await namesOf(`state=${state}`)).toEqual(expected)
    const document = `{ urls(state: ${state.toUpperCase()}) { totalCount } }`
    expect((await test.graph(document, { token: ada.token })).data.urls.totalCount).toBe(expected.length)
  })

  it('returns 400 for another one, and combines with other filters', async () => {
    expectError(await test.rest.get('/v1/urls?state=gone', { token: ada.token }), 400, 'INVALID_PARAMS', ['state'])
    expect(await namesOf('state=active&hasPassword=true')).toEqual(['protected'])
  })
})

describe('GET /urls by password and creator', () => {
  it('returns links with a password, or those without', async () => {
    expect(await namesOf('hasPassword=true')).toEqual(['protected'])
    expect(await namesOf('hasPassword=false')).toHaveLength(7)
  })

  it('returns the links that an account has created', async () => {
    expect(await namesOf(`creatorId=${ada.id}`)).toHaveLength(8)
    expect(await namesOf('creatorId=acc_unknown')).toEqual([])
  })
})
