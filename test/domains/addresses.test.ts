import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { adminOf } from '../abuse/answers.ts'
import { expectError } from '../links/answers.ts'
import { decoded } from '../qr-codes/decode.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { startReceiver } from '../support/receiver.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { settling } from '../support/settling.ts'
import { addDomain, at, domainOf, type SeededDomain } from './seed.ts'

let test: TestApp
let ada: SeededAccount
let domain: SeededDomain
let link: SeededLink
/** A link of the service itself with the same code. */
let namesake: SeededLink
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  domain = await domainOf(test, ada)
  const customUrl = `Sale-${test.seed.word()}`
  link = await test.seed.link(ada, { domainId: domain.id, customUrl, title: 'Sale' })
  namesake = await test.seed.link(ada, { customUrl })
})
afterAll(() => test.close())

const options = () => ({ token: ada.token })
const addressOf = (code: string) => `http://${domain.host}/${code}`

describe('a link of a domain', () => {
  it('names it in REST and GraphQL, with its full address', async () => {
    const { json } = await test.rest.get(`/v1/urls/${link.id}`, options())
    expect(json).toMatchObject({ domainId: domain.id, domainHost: domain.host, shortUrl: link.shortUrl })
    const document = `query ($id: ID!) { url(id: $id) { shortUrl domainId domain { id host status } } }`
    const { data } = await test.graph(document, { ...options(), variables: { id: link.id } })
    expect(data.url).toEqual({
      shortUrl: addressOf(link.shortUrl),
      domainId: domain.id,
      domain: { id: domain.id, host: domain.host, status: 'VERIFIED' },
    })
    expect((await test.rest.get(`/v1/urls/${namesake.id}`, options())).json).toMatchObject({
      ...{ domainId: null, domainHost: null },
    })
  })

  it('is found in lists by the domain, and the domain in its workspace', async () => {
    const { json } = await test.rest.get(`/v1/urls?domainId=${domain.id}`, options())
    expect(json.map(({ id }: SeededLink) => id)).toEqual([link.id])
    const document = `query ($id: ID!) { workspace(id: $id) { domains { nodes { id } } } }`
    const { data } = await test.graph(document, { ...options(), variables: { id: ada.workspaceId } })
    expect(data.workspace.domains.nodes).toContainEqual({ id: domain.id })
  })

  it('gets 400 for a domain that is pending, unknown or of another workspace', async () => {
    const eve = await test.seed.account()
    const ids = [(await addDomain(test, ada)).id, 'dom_x', '', (await domainOf(test, eve)).id]
    for (const domainId of ids) {
      const body = { longUrl: 'https://example.com', domainId }
      expectError(await test.rest.post('/v1/urls', body, options()), 400, 'INVALID_PARAMS', ['domainId'])
    }
  })

  it('gets 409 for a code that its domain has or had, and suggestions that are free there', async () => {
    const customUrl = test.seed.word()
    const body = { longUrl: 'https://example.com', customUrl: customUrl.toUpperCase(), domainId: domain.id }
    const { id } = await test.seed.link(ada, { customUrl, domainId: domain.id })
    const taken = await test.rest.post('/v1/urls', body, options())
    expectError(taken, 409, 'SLUG_TAKEN')
    const [{ suggestions }] = taken.json.error.details
    expect((await test.rest.post('/v1/urls', { ...body, customUrl: suggestions[0] }, options())).status).toBe(201)
    await test.rest.delete(`/v1/urls/${id}`, options())
    // The former owner may use it again.
    expect((await test.rest.post('/v1/urls', body, options())).status).toBe(201)
  })

  it('loses its route with its code, and when it is switched off', async () => {
    const { id, shortUrl } = await test.seed.link(ada, { domainId: domain.id })
    const visit = async (code: string) => (await test.rest.get(`/${code}`, at(domain.host))).status
    expect(await visit(shortUrl)).toBe(302)
    const customUrl = test.seed.word()
    await test.rest.patch(`/v1/urls/${id}`, { customUrl }, options())
    expect([await visit(shortUrl), await visit(customUrl)]).toEqual([404, 302])
    await test.rest.patch(`/v1/urls/${id}`, { isActive: false }, options())
    expect(await visit(customUrl)).toBe(404)
  })
})

describe('its address', () => {
  it('is in the QR code, for visitors and at the API', async () => {
    const expected = `${addressOf(link.shortUrl)}?qr=1`
    for (const [url, host] of [
      [`/${link.shortUrl}/qr.png`, domain.host],
      [`/v1/urls/${link.id}/qr?format=png`, 'tack.test'],
    ]) {
      const { rawPayload } = await test.app.server.inject({ url, headers: { host } })
      expect(await decoded(rawPayload)).toBe(expected)
    }
    expect((await test.rest.get(`/${link.shortUrl}?qr=1`, at(domain.host))).headers.location).toBe(link.originalUrl)
  })

  it('is what social networks see', async () => {
    const { shortUrl } = await test.seed.link(ada, { domainId: domain.id, ogTitle: 'Everything must go' })
    const page = await test.rest.get(`/${shortUrl}`, at(domain.host, { 'user-agent': 'facebookexternalhit/1.1' }))
    expect(page.text).toContain(`<meta property="og:url" content="${addressOf(shortUrl)}">`)
  })

  it('resolves to the link, and its code alone to that of the service itself', async () => {
    const resolve = async (text: string) => (await test.rest.get(`/v1/urls/redirect/${encodeURIComponent(text)}`)).json
    for (const text of [
      addressOf(link.shortUrl),
      `${domain.host}/${link.shortUrl}`,
      `${domain.host.toUpperCase()}/${link.shortUrl}+`,
    ])
      expect(await resolve(text)).toMatchObject({ id: link.id, domainHost: domain.host, shortUrl: link.shortUrl })
    for (const text of [link.shortUrl, `http://tack.test/${link.shortUrl}`])
      expect(await resolve(text)).toMatchObject({ id: namesake.id, domainHost: null })
    for (const text of [
      `other.example/${link.shortUrl}`,
      `${domain.id} ${link.shortUrl}`,
      `${domain.host}/`,
      domain.host,
    ])
      expect((await test.rest.get(`/v1/urls/redirect/${encodeURIComponent(text)}`)).status).toBe(404)
    const document = `query ($code: String!) { previewUrl(code: $code) { id shortUrl } }`
    const { data } = await test.graph(document, { variables: { code: `${domain.host}/${link.shortUrl}` } })
    expect(data.previewUrl).toEqual({ id: link.id, shortUrl: addressOf(link.shortUrl) })
  })

  it('can be reported and reviewed, and a block is effective at once', async () => {
    const reported = await test.seed.link(ada, { domainId: domain.id })
    const address = `${domain.host}/${reported.shortUrl}`
    const report = { shortUrl: `https://${address}`, reason: 'spam' }
    expect((await test.rest.post('/v1/abuse-reports', report)).status).toBe(202)
    const unknown = await test.rest.post('/v1/abuse-reports', { ...report, shortUrl: 'https://other.example/x' })
    expectError(unknown, 400, 'INVALID_PARAMS', ['shortUrl'])
    const admin = await adminOf(test)
    const document = `query ($id: ID!) { abuseReview(id: $id) { id openReports shortUrl } }`
    const { data } = await test.graph(document, { token: admin.token, variables: { id: address } })
    expect(data.abuseReview).toEqual({ id: reported.id, openReports: 1, shortUrl: `http://${address}` })
    expect((await test.rest.get(`/${reported.shortUrl}`, at(domain.host))).status).toBe(302)
    await test.rest.post(`/v1/abuse/reviews/${reported.id}/block`, { reason: 'spam' }, { token: admin.token })
    const visited = await test.rest.get(`/${reported.shortUrl}`, at(domain.host))
    expect([visited.status, visited.headers.location]).not.toEqual([302, reported.originalUrl])
    const { json } = await test.rest.get('/v1/activity', options())
    const summaries = json.map(({ summary }: { summary: string }) => summary)
    expect(summaries).toContainEqual(expect.stringContaining(`Link ${address} (`))
  })

  it('is understood in questions, also when another link has the same code', async () => {
    const ask = async (question: string) =>
      (await test.rest.post('/v1/analytics-ai/query', { question }, options())).json
    const answer = await ask(`How many clicks did ${domain.host}/${link.shortUrl} get?`)
    expect(answer.data.link).toMatchObject({ id: link.id })
  })

  it('is in the payload of events', async () => {
    const receiver = await startReceiver()
    try {
      await test.seed.webhook(ada, { url: receiver.url, events: ['link.created'] })
      const created = await test.seed.link(ada, { domainId: domain.id })
      await vi.waitFor(
        () =>
          expect(receiver.received[0]?.json.data.link).toMatchObject({
            ...{ domainHost: domain.host, code: created.shortUrl },
          }),
        settling,
      )
    } finally {
      await receiver.close()
    }
  })
})
