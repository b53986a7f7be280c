import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const destination = 'https://example.org/elsewhere'
const german = { matchType: 'country', values: ['DE', 'AT'], destination }
const ios = { device: 'ios', destination }

const newLink = () => test.seed.link(ada, { longUrl: 'https://example.com/page' })
const set = (id: string, body: object, token: unknown = ada.token) =>
  test.rest.put(`/v1/urls/${id}/rules`, body, { token: token as string })
const rulesOf = async (id: string, path: string) =>
  (await test.rest.get(`/v1/urls/${id}/${path}`, { token: ada.token })).json
const changesOf = (id: string) =>
  test.sql(`select changes, summary from activity where subject_id = ? and type = 'link.updated' order by id`, [id])

describe('PUT /v1/urls/{id}/rules', () => {
  it('replaces all rules at once, with one activity, and visitors meet them', async () => {
    const { id, shortUrl } = await newLink()
    await test.rest.post(`/v1/urls/${id}/language-rules`, { languages: ['fr'], destination }, { token: ada.token })
    const before = (await changesOf(id)).length
    const { status } = await set(id, { deviceRules: [ios], geoRules: [german], splitRules: [{ name: 'B', weight: 3 }] })
    expect(status).toBe(200)
    expect(await rulesOf(id, 'language-rules')).toEqual([])
    expect(await rulesOf(id, 'geo-rules')).toMatchObject([{ ...german, condition: 'in', priority: 1, isActive: true }])
    expect(await rulesOf(id, 'split-rules')).toMatchObject([{ name: 'B', weight: 3, destination: null }])
    expect((await changesOf(id)).slice(before)).toMatchObject([{ summary: expect.stringContaining('rules') }])
    const iphone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1'
    const visit = await test.rest.get(`/${shortUrl.split('/').pop()}`, { headers: { 'user-agent': iphone } })
    expect(visit.headers.location).toBe(destination)
  })

  it('keeps rules that are the same, with their ids, and changes nothing the second time', async () => {
    const { id } = await newLink()
    await set(id, { geoRules: [german, { ...german, values: ['FR'] }] })
    const [first, second] = await rulesOf(id, 'geo-rules')
    await set(id, { geoRules: [{ ...german, values: ['FR'], isActive: false }, german, { ...german, values: ['IT'] }] })
    const after = await rulesOf(id, 'geo-rules')
    expect(after.map((rule: { id: string }) => rule.id).slice(0, 2)).toEqual([second.id, first.id])
    expect(after).toMatchObject([{ priority: 1, isActive: false }, { priority: 2 }, { priority: 3, values: ['IT'] }])
    const { json } = await test.rest.get(`/v1/urls/${id}`, { token: ada.token })
    const activities = (await changesOf(id)).length
    const again = await set(id, {
      geoRules: [{ ...german, values: ['FR'], isActive: false }, german, { ...german, values: ['IT'] }],
    })
    expect(again.json.updatedAt).toBe(json.updatedAt)
    expect(await changesOf(id)).toHaveLength(activities)
  })

  it('changes nothing when one rule is wrong, and names it', async () => {
    const { id } = await newLink()
    await set(id, { deviceRules: [ios] })
    const wrong: [object, string, string][] = [
      [{ geoRules: [german, { ...german, values: ['Nowhere'] }] }, 'INVALID_PARAMS', 'geoRules.1.values'],
      [{ timeRules: [{ destination }] }, 'INVALID_PARAMS', 'timeRules.0.startTime'],
      [{ splitRules: [{ name: 'B', weight: 0 }] }, 'INVALID_PARAMS', 'splitRules.0.weight'],
      [
        { deviceRules: [{ device: 'ios', destination: 'http://127.0.0.1/admin' }] },
        'DESTINATION_NOT_ALLOWED',
        'deviceRules.0.destination',
      ],
      [{ deviceRules: Array.from({ length: 51 }, () => ios) }, 'INVALID_PARAMS', 'deviceRules'],
    ]
    for (const [body, code, field] of wrong) {
      const { json } = await set(id, body)
      expect(json.error).toMatchObject({ code, details: [{ field }] })
    }
    expect(await rulesOf(id, 'device-rules')).toMatchObject([ios])
  })

  it('is 404 for a link of another account, and 403 for a key that may only read', async () => {
    const { id } = await newLink()
    const bob = await test.seed.account()
    expect((await set(id, { deviceRules: [ios] }, bob.token)).status).toBe(404)
    const key = await test.rest.post('/v1/keys', { name: 'Reader', scopes: ['read:links'] }, { token: ada.token })
    expect((await set(id, { deviceRules: [ios] }, key.json.key)).status).toBe(403)
    expect(await rulesOf(id, 'device-rules')).toEqual([])
  })
})
