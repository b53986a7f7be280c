import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
let key: string
beforeAll(async () => {
  test = await sharedApp({ YOURLS_API: 'on' })
  ada = await test.seed.account()
  key = (await test.seed.key(ada)).key
})
afterAll(() => test.close())

const path = '/yourls-api.php'
const host = 'http://tack.test'

/** As most clients ask: everything in the query, and JSON. */
async function ask(parameters: Record<string, string>) {
  const query = new URLSearchParams({ signature: key, format: 'json', ...parameters })
  return test.rest.get(`${path}?${query}`)
}

/** As a form, which PHP sends for a text. */
const post = (form: Record<string, string>) =>
  test.app.server.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })

describe('the action shorturl', () => {
  it('creates a link, and answers as YOURLS in JSON, XML and plain text', async () => {
    const { status, json } = await ask({
      action: 'shorturl',
      url: 'https://example.com/a?b=1&c=2',
      keyword: 'poster-1',
      title: 'A & B',
    })
    expect([status, json]).toEqual([
      200,
      {
        url: { keyword: 'poster-1', url: 'https://example.com/a?b=1&c=2', title: 'A & B', date: json.url.date, ip: '' },
        status: 'success',
        message: 'https://example.com/a?b=1&c=2 added to database',
        title: 'A & B',
        shorturl: `${host}/poster-1`,
        statusCode: '200',
      },
    ])
    expect(json.url.date).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const xml = await ask({ action: 'shorturl', url: 'https://example.com/x', title: '<b>"', format: 'xml' })
    expect(xml.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(xml.text).toContain('<status>success</status>')
    expect(xml.text).toContain('<title>&#60;b&#62;&#34;</title>')
    const simple = await ask({ action: 'shorturl', url: 'https://example.com/s', format: 'simple' })
    expect(simple.text).toMatch(/^http:\/\/tack\.test\/\w+$/)
  })

  it('accepts the forms of PHP, Python and curl, with the key as signature or as password', async () => {
    const form = await post({
      action: 'shorturl',
      url: 'https://example.com/form',
      username: 'anyone',
      password: key,
      format: 'json',
    })
    expect(form.json()).toMatchObject({ status: 'success' })
    const parts = new FormData()
    for (const [name, value] of Object.entries({
      action: 'shorturl',
      url: 'https://example.com/parts',
      signature: key,
      format: 'simple',
    }))
      parts.set(name, value)
    const multipart = new Response(parts)
    const answer = await test.app.server.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': multipart.headers.get('content-type') ?? '' },
      payload: Buffer.from(await multipart.arrayBuffer()),
    })
    expect(answer.body).toMatch(/^http:\/\/tack\.test\/\w+$/)
  })

  it('says with the codes of YOURLS what is wrong', async () => {
    const codeOf = async (parameters: Record<string, string>) => {
      const { status, json } = await ask({ action: 'shorturl', ...parameters })
      return [status, json.status, json.code, json.statusCode]
    }
    expect(await codeOf({})).toEqual([400, 'fail', 'error:nourl', '400'])
    expect(await codeOf({ url: 'no address' })).toEqual([400, 'fail', 'error:nourl', '400'])
    expect(await codeOf({ url: `${host}/poster-1` })).toEqual([400, 'fail', 'error:noloop', '400'])
    const taken = { url: 'https://example.com', keyword: 'poster-1' }
    expect(await codeOf(taken)).toEqual([400, 'fail', 'error:keyword', '400'])
    expect(await codeOf({ ...taken, keyword: 'under_score' })).toEqual([400, 'fail', 'error:keyword', '400'])
  })
})

describe('the actions that read', () => {
  it('find a link by code or address without a click, and only an own one', async () => {
    const link = await test.seed.link(ada, { title: 'Found' })
    const eve = await test.seed.account()
    const others = await test.seed.link(eve)
    for (const shorturl of [link.shortUrl, `${host}/${link.shortUrl}`])
      expect((await ask({ action: 'expand', shorturl })).json).toMatchObject({
        longurl: link.originalUrl,
        title: 'Found',
      })
    for (const shorturl of [others.shortUrl, 'missing', ''])
      expect(await ask({ action: 'expand', shorturl })).toMatchObject({
        status: 404,
        json: { message: 'Error: short URL not found', errorCode: '404' },
      })
    expect((await ask({ action: 'url-stats', shorturl: link.shortUrl })).json.link).toMatchObject({
      clicks: '0',
      url: link.originalUrl,
    })
    await test.rest.get(`/${link.shortUrl}`, as('chrome'))
    await expect
      .poll(async () => (await ask({ action: 'url-stats', shorturl: link.shortUrl })).json.link.clicks)
      .toBe('1')
  })

  it('list and count the links of the workspace of the key', async () => {
    const bob = await test.seed.account()
    const { key: signature } = await test.seed.key(bob)
    const [first] = [await test.seed.link(bob), await test.seed.link(bob)]
    await test.rest.get(`/${first.shortUrl}`, as('chrome'))
    await expect
      .poll(async () => (await ask({ action: 'db-stats', signature })).json['db-stats'])
      .toEqual({ total_links: '2', total_clicks: '1' })
    const top = async () => (await ask({ action: 'stats', filter: 'top', limit: '1', signature })).json
    await expect
      .poll(async () => (await top()).links)
      .toEqual({
        link_1: expect.objectContaining({ url: first.originalUrl, clicks: '1' }),
      })
    expect((await top()).stats).toEqual({ total_links: '2', total_clicks: '1' })
    expect((await ask({ action: 'version' })).json).toMatchObject({ version: expect.stringMatching(/^1\.\d+/) })
  })
})

describe('whoever has no API key', () => {
  it('is refused with 403, also with a login, the password of an account or a hash with a timestamp', async () => {
    const form = { action: 'shorturl', url: 'https://example.com', format: 'json' }
    for (const credentials of [
      {},
      { signature: 'wrong' },
      { signature: ada.token },
      { username: ada.email, password: ada.password },
      { signature: key, timestamp: '1796116052' },
    ]) {
      const answer = await post({ ...form, ...(credentials as Record<string, string>) })
      expect([answer.statusCode, answer.json().errorCode]).toEqual([403, '403'])
    }
  })

  it('finds a key in no log, and may let nobody keep an answer', async () => {
    const { headers } = await ask({ action: 'version' })
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
    expect(JSON.stringify(test.logs)).not.toContain(key)
  })
})

it('is not there unless YOURLS_API is on', async () => {
  test.change({})
  expect((await test.rest.get(`${path}?action=version`)).status).toBe(404)
})
