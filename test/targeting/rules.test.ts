import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { as } from '../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
let link: SeededLink
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const destination = 'https://example.com/elsewhere'
const mine = () => ({ token: ada.token })
const post = (path: string, body: object) => test.rest.post(`/v1/urls/${link.id}/${path}`, body, mine())
const patch = (path: string, body: object) => test.rest.patch(`/v1/urls/${link.id}/${path}`, body, mine())
const list = async (path: string) => (await test.rest.get(`/v1/urls/${link.id}/${path}`, mine())).json
const device = (name: string, options: object = {}) => post('device-rules', { device: name, destination, ...options })

describe('the order of rules', () => {
  it('is that of their creation, unless a priority puts one before others', async () => {
    link = await test.seed.link(ada)
    for (const each of ['ios', 'android']) await device(each)
    await device('tablet', { priority: 1 })
    await device('desktop', { priority: 99 })
    const devices = async () =>
      (await list('device-rules')).map((rule: { device: string; priority: number }) => [rule.priority, rule.device])
    expect(await devices()).toEqual([
      [1, 'tablet'],
      [2, 'ios'],
      [3, 'android'],
      [4, 'desktop'],
    ])
    const ids = (await list('device-rules')).map(({ id }: { id: string }) => id)
    await patch(`device-rules/${ids[3]}`, { priority: 2 })
    expect((await devices()).map(([, name]: [number, string]) => name)).toEqual(['tablet', 'desktop', 'ios', 'android'])
    const { status, json } = await test.rest.put(
      `/v1/urls/${link.id}/device-rules/order`,
      { ruleIds: ids.toReversed() },
      mine(),
    )
    expect(status).toBe(200)
    expect(json.map(({ device: name }: { device: string }) => name)).toEqual(['desktop', 'android', 'ios', 'tablet'])
    await test.rest.delete(`/v1/urls/${link.id}/device-rules/${ids[1]}`, mine())
    expect(await devices()).toEqual([
      [1, 'desktop'],
      [2, 'android'],
      [3, 'tablet'],
    ])
  })

  it('returns 400 for an order that misses, repeats or adds a rule', async () => {
    link = await test.seed.link(ada)
    const { id } = (await device('ios')).json
    const { id: other } = (await device('android')).json
    for (const ruleIds of [[id], [id, id], [id, other, other], [id, 'rul_of_another'], [id, other, 'rul_more']]) {
      const answer = await test.rest.put(`/v1/urls/${link.id}/device-rules/order`, { ruleIds }, mine())
      expectError(answer, 400, 'INVALID_PARAMS', ['ruleIds'])
    }
  })
})

describe('a geo rule', () => {
  beforeAll(async () => {
    link = await test.seed.link(ada)
  })
  const geo = (body: object) => post('geo-rules', { matchType: 'country', values: ['DE'], destination, ...body })

  it('has its places in upper case, each once', async () => {
    const { json } = await geo({ values: ['de', 'AT', 'DE '] })
    expect(json.values).toEqual(['DE', 'AT'])
  })

  it.each([
    ['a country that does not exist', { values: ['DE', 'UK'] }, ['values']],
    ['an unknown country', { values: ['Unknown'] }, ['values']],
    ['a country among continents', { matchType: 'continent', values: ['DE'] }, ['values']],
    ['a region without its country', { matchType: 'region', values: ['BE'] }, ['values']],
    ['no place', { values: [] }, ['values']],
    ['a redirect without a destination', { destination: undefined }, ['destination']],
    ['a destination of a rule that blocks', { action: 'block' }, ['destination']],
    ['a message of a redirect', { blockMessage: 'No.' }, ['blockMessage']],
    ['a script as destination', { destination: 'javascript:alert(1)' }, ['destination']],
    ['an unknown field', { colour: 'red' }, ['colour']],
  ])('returns 400 for %s', async (_, body, fields) => {
    expectError(await geo(body), 400, 'INVALID_PARAMS', fields)
  })

  it('names the country that was meant', async () => {
    const { json } = await geo({ values: ['UK'] })
    expect(json.error.details[0].issue).toBe('value 1 is no country; did you mean GB?')
  })

  it('becomes one that blocks when its destination is cleared in the same update', async () => {
    const { id } = (await geo({})).json
    expectError(await patch(`geo-rules/${id}`, { action: 'block' }), 400, 'INVALID_PARAMS', ['destination'])
    const { json } = await patch(`geo-rules/${id}`, { action: 'block', destination: null, blockMessage: ' Not here. ' })
    expect(json).toMatchObject({ action: 'block', destination: null, blockMessage: 'Not here.' })
  })
})

describe('a time rule', () => {
  it.each([
    ['no time at all', {}, ['startTime']],
    ['a start without an end', { startTime: '09:00' }, ['endTime']],
    ['a window of no length', { startTime: '09:00', endTime: '09:00' }, ['endTime']],
    ['an hour that does not exist', { startTime: '24:00', endTime: '09:00' }, ['startTime']],
    ['an end before the start', { startsAt: '2030-01-02T00:00:00Z', endsAt: '2030-01-01T00:00:00Z' }, ['endsAt']],
    ['a zone that does not exist', { days: ['monday'], timezone: 'Mars/Olympus' }, ['timezone']],
    ['a day that does not exist', { days: ['mon'] }, ['days']],
  ])('returns 400 for %s', async (_, body, fields) => {
    link = await test.seed.link(ada)
    expectError(await post('time-rules', { destination, ...body }), 400, 'INVALID_PARAMS', fields)
  })
})

describe('a link with rules', () => {
  it('counts them, and has them in the graph in the order in which they are tried', async () => {
    link = await test.seed.link(ada)
    await post('split-rules', { name: 'A' })
    await post('language-rules', { languages: ['DE', 'pt-br'], destination })
    await device('ios', { isActive: false })
    const document = `query ($id: ID!) { url(id: $id) { ruleCount rules {
      __typename id kind priority isActive destination urlId
      ... on LanguageRule { languages } ... on SplitRule { name weight } ... on DeviceRule { device } } } }`
    const { data, errors } = await test.graph(document, { variables: { id: link.id }, token: ada.token })
    expect(errors).toBeUndefined()
    expect(data.url).toMatchObject({
      ruleCount: 3,
      rules: [
        { __typename: 'DeviceRule', kind: 'DEVICE', device: 'IOS', isActive: false, urlId: link.id },
        { __typename: 'LanguageRule', languages: ['de', 'pt-BR'] },
        { __typename: 'SplitRule', name: 'A', weight: 1, destination: null },
      ],
    })
  })

  it('cannot become permanent, and a permanent one gets no rule', async () => {
    link = await test.seed.link(ada)
    await device('ios')
    const answer = await test.rest.patch(`/v1/urls/${link.id}`, { redirectType: 308 }, mine())
    expectError(answer, 400, 'OPTION_CONFLICT', ['redirectType', 'rules'])
    link = await test.seed.link(ada, { redirectType: 301 })
    expectError(await device('ios'), 400, 'OPTION_CONFLICT', ['redirectType', 'rules'])
  })

  it('loses a rule that is switched off for its next visitor, and gets it back', async () => {
    link = await test.seed.link(ada, { longUrl: 'https://example.com/own' })
    const { id } = (await device('desktop')).json
    const open = async () => (await test.rest.get(`/${link.shortUrl}`, as('chrome'))).headers.location
    expect(await open()).toBe(destination)
    await patch(`device-rules/${id}`, { isActive: false })
    expect(await open()).toBe('https://example.com/own')
    await patch(`device-rules/${id}`, { isActive: true })
    expect(await open()).toBe(destination)
    await test.rest.delete(`/v1/urls/${link.id}/device-rules/${id}`, mine())
    expect(await open()).toBe('https://example.com/own')
  })

  it('has at most 50 rules of a kind, also when twenty are created at once', async () => {
    link = await test.seed.link(ada)
    for (let made = 0; made < 40; made++) await device('ios')
    const answers = await Promise.all(Array.from({ length: 20 }, () => device('ios')))
    const statuses = Map.groupBy(answers, ({ status }) => status)
    expect([statuses.get(201)?.length, statuses.get(403)?.length]).toEqual([10, 10])
    const rules = await list('device-rules')
    expect(rules.map(({ priority }: { priority: number }) => priority)).toEqual(
      Array.from({ length: 50 }, (_, n) => n + 1),
    )
    const [stored] = await test.sql<{ rule_count: number; active: number }>(
      'select rule_count, jsonb_array_length(route_rules) as active from link where id = ?',
      [link.id],
    )
    expect(stored).toEqual({ rule_count: 50, active: 50 })
  })

  it('tells of a change of its rules as a change of the link', async () => {
    const webhook = { name: 'Rules', url: 'https://hooks.example.com/rules', events: ['link.updated'] }
    expect(await test.rest.post('/v1/webhooks', webhook, mine())).toMatchObject({ status: 201 })
    link = await test.seed.link(ada)
    const { id } = (await device('ios')).json
    await patch(`device-rules/${id}`, { device: 'android' })
    const rows = await test.sql<{ changes: Record<string, { from: unknown; to: unknown }> }>(
      `select payload::jsonb->'data'->'changes' as changes from event where kind = 'link.updated' and payload::text like ? order by id`,
      [`%${link.id}%`],
    )
    expect(rows.map(({ changes }) => changes.deviceRule)).toMatchObject([
      { from: null, to: { id, device: 'ios' } },
      { from: { device: 'ios' }, to: { device: 'android' } },
    ])
    const { json } = await test.rest.get('/v1/activity?limit=1', mine())
    expect(json[0].summary).toContain('was changed: device rule')
  })
})

describe('POST /urls/{id}/rules/test', () => {
  it('tries the rules with a given visitor, and records nothing', async () => {
    link = await test.seed.link(ada, { longUrl: 'https://example.com/own', utmSource: 'poster' })
    const { id: ios } = (await device('ios')).json
    await post('geo-rules', { matchType: 'region', values: ['DE-BE'], action: 'block', blockMessage: 'Not here.' })
    await post('time-rules', { days: ['sunday'], timezone: 'America/New_York', destination: `${destination}?sunday` })
    const tryWith = async (body: object) => {
      const { status, json } = await post('rules/test', body)
      return { status, ...json }
    }
    const saturday = { time: '2026-01-03T12:00:00Z' }
    expect(await tryWith({ device: 'ios', ...saturday })).toMatchObject({
      status: 200,
      destination: `${destination}?utm_source=poster`,
      matchedRule: { id: ios, kind: 'device' },
    })
    expect(await tryWith({ region: 'de-be' })).toMatchObject({
      destination: null,
      matchedRule: { kind: 'geo', isBlocking: true, blockMessage: 'Not here.' },
    })
    // Monday in UTC is still Sunday in New York.
    expect(await tryWith({ time: '2026-01-05T03:00:00Z' })).toMatchObject({ matchedRule: { kind: 'time' } })
    expect(await tryWith({ userAgent: as('iphone').headers['user-agent'] })).toMatchObject({ matchedRule: { id: ios } })
    expect(await tryWith(saturday)).toMatchObject({ matchedRule: null })
    expect(await test.sql('select 1 from click where url_id = ?', [link.id])).toEqual([])
  })

  it('returns 404 for a link of another account', async () => {
    link = await test.seed.link(await test.seed.account())
    expectError(await post('rules/test', {}), 404, 'LINK_NOT_FOUND')
  })
})
