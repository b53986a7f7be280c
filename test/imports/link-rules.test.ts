import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { imported, linksOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

/** The rules of a link in the order in which redirects try them. */
async function rulesOf(id: string): Promise<Record<string, unknown>[]> {
  const kinds = ['device', 'geo', 'language', 'time', 'split']
  const lists = kinds.map(
    async (kind) => (await test.rest.get(`/v1/urls/${id}/${kind}-rules`, { token: ada.token })).json,
  )
  const rules = (await Promise.all(lists)).flat()
  return rules.map(({ id: _id, urlId: _urlId, createdAt: _created, updatedAt: _updated, ...rule }) => rule)
}

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1'

async function locationOf(code: string, userAgent: string): Promise<string | undefined> {
  return (await test.rest.get(`/${code}`, { headers: { 'user-agent': userAgent } })).headers.location
}

describe('rules of links', () => {
  it.each(['csv', 'json'])('are the same after the export of the service as %s and its import', async (format) => {
    const code = test.seed.word()
    const { id } = await test.seed.link(ada, { customUrl: code, longUrl: 'https://example.com/plain' })
    const destination = 'https://example.com/rule?a=1,2&b="x"'
    const add = async (kind: string, rule: object) => {
      const { status, text } = await test.rest.post(`/v1/urls/${id}/${kind}-rules`, rule, { token: ada.token })
      expect([status, text]).toEqual([201, text])
    }
    await add('device', { device: 'android', destination, isActive: false })
    await add('device', { device: 'ios', destination, priority: 1 })
    await add('geo', {
      matchType: 'country',
      condition: 'not_in',
      values: ['DE', 'AT'],
      action: 'block',
      blockMessage: 'No; "sorry".',
    })
    await add('language', { languages: ['de', 'pt-BR'], destination })
    await add('time', {
      days: ['monday'],
      startTime: '09:00',
      endTime: '17:30',
      timezone: 'Europe/Berlin',
      startsAt: '2026-01-02T03:04:05Z',
      destination,
    })
    await add('split', { name: 'A', weight: 30 })
    await add('split', { name: 'B', weight: 70, destination })
    const before = await rulesOf(id)
    expect(before).toHaveLength(7)
    const content = (await test.rest.get(`/v1/urls/export?format=${format}&search=${code}`, { token: ada.token })).text
    await test.rest.delete(`/v1/urls/${id}`, { token: ada.token })
    expect(await imported(test, ada, { content })).toMatchObject({ created: 1, failed: 0, warnings: [] })
    const link = (await linksOf(test, ada))[code]
    expect(await rulesOf(link.id)).toEqual(before)
    expect(await locationOf(code, iphone)).toBe(new URL(destination).href)
  })

  it('of Dub send devices, countries and parts of the visitors to their destinations', async () => {
    const [rules, split] = [test.seed.word(), test.seed.word()]
    const url = 'https://example.com/a'
    const testVariants = [
      { url, percentage: 40 },
      { url: 'https://example.com/b', percentage: 60 },
    ]
    const links = [
      {
        key: rules,
        url,
        ios: 'https://example.com/ios',
        android: null,
        geo: { DE: 'https://example.com/de', FR: null },
      },
      { key: split, url, ios: null, geo: null, testVariants },
    ]
    const ended = await imported(test, ada, { source: 'dub', content: JSON.stringify(links) })
    expect(ended).toMatchObject({ created: 2, failed: 0, warnings: [] })
    const all = await linksOf(test, ada)
    expect(await rulesOf(all[rules].id)).toMatchObject([
      { device: 'ios', destination: 'https://example.com/ios', isActive: true },
      { matchType: 'country', values: ['DE'], destination: 'https://example.com/de' },
    ])
    expect(await rulesOf(all[split].id)).toMatchObject([
      { name: 'Variant 1', weight: 40, destination: url },
      { name: 'Variant 2', weight: 60, destination: 'https://example.com/b' },
    ])
    expect(await locationOf(rules, iphone)).toBe('https://example.com/ios')
  })

  it('of Short.io divide visitors by its percentage', async () => {
    const code = test.seed.word()
    const content = `original_url,path,split_url,split_percent\nhttps://example.com/a,${code},https://example.com/b,25`
    expect(await imported(test, ada, { source: 'short', content })).toMatchObject({ created: 1, warnings: [] })
    expect(await rulesOf((await linksOf(test, ada))[code].id)).toMatchObject([
      { name: 'Original', weight: 75, destination: null },
      { name: 'Split', weight: 25, destination: 'https://example.com/b' },
    ])
  })

  it('that break a rule are an error of their row, and so is a blocked destination', async () => {
    const host = `${test.seed.word()}.example`
    await test.sql(
      `insert into blocked_destination (id, pattern, reason, actor_id, created_at) values ('bld_' || ?, ?, 'phishing', 'usr_admin', now())`,
      [test.seed.word(), host],
    )
    const device = (destination: string) => [{ kind: 'device', device: 'ios', destination }]
    const rows = [
      { rules: [{ kind: 'weather' }] },
      { rules: [{ kind: 'device', device: 'toaster', destination: 'https://example.com/' }] },
      { rules: [{ kind: 'geo', matchType: 'country', values: ['XX'], destination: 'https://example.com/' }] },
      { rules: device('javascript:alert(1)') },
      { rules: device(`https://${host}/login`) },
      { rules: device('https://example.com/'), redirectType: 301 },
      { rules: device('https://example.com/') },
    ]
    const content = JSON.stringify(rows.map((row) => ({ longUrl: 'https://example.com/', ...row })))
    const ended = await imported(test, ada, { content })
    expect(ended.errors.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5, 6])
    expect(ended.errors.slice(4).map(({ code }) => code)).toEqual(['DESTINATION_BLOCKED', 'OPTION_CONFLICT'])
    expect(ended).toMatchObject({ created: 1, failed: 6 })
  })
})
