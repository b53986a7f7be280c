import { describe, expect, it } from 'vitest'
import { type CheckRequest, classifyResponse, isFrameable } from '../../src/modules/link-health/response-classifier.ts'
import { type OutboundResponse, SafeHttpClient } from '../../src/platform/http-client/safe-http-client.ts'

const shortUrl = 'https://go.tack.test'
const first: CheckRequest = { url: 'https://example.com/page', method: 'HEAD', hops: 0, redirectStatus: null }
const got: CheckRequest = { ...first, method: 'GET' }

function answering(status: number | null, headers: OutboundResponse['headers'] = {}): OutboundResponse {
  return {
    status,
    error: status === null ? 'no answer: ECONNREFUSED' : null,
    isAllowed: true,
    headers,
    body: '',
    durationMs: 3,
  }
}

describe('a destination', () => {
  it.each([200, 204, 206, 304, 401, 403, 405, 407, 429, 999])('is well when it answers %i', (status) => {
    expect(classifyResponse(got, answering(status), shortUrl)).toMatchObject({ isOk: true, status, error: null })
  })

  it.each([400, 404, 410, 451, 500, 502, 503])('is not when it answers %i', (status) => {
    expect(classifyResponse(got, answering(status), shortUrl)).toEqual({
      ...{ isOk: false, status, error: `answered ${status}`, isFrameable: null },
    })
  })

  it('is not when it does not answer', () => {
    expect(classifyResponse(got, answering(null), shortUrl)).toMatchObject({
      isOk: false,
      error: 'no answer: ECONNREFUSED',
    })
  })

  it.each([400, 401, 404, 405, 500, 501, null])('is asked by GET when HEAD brings %s', (status) => {
    expect(classifyResponse(first, answering(status), shortUrl)).toEqual(got)
  })

  it('is not asked again when it asks for patience', () => {
    expect(classifyResponse(first, answering(429), shortUrl)).toMatchObject({ isOk: true, status: 429 })
  })

  it('is followed through three redirects, the fourth being the answer', () => {
    let step = first
    for (const hops of [1, 2, 3]) {
      const next = classifyResponse(step, answering(302, { location: `/step/${hops}` }), shortUrl)
      expect(next).toEqual({ url: `https://example.com/step/${hops}`, method: 'HEAD', hops, redirectStatus: 302 })
      step = next as CheckRequest
    }
    expect(classifyResponse(step, answering(307, { location: '/step/4' }), shortUrl)).toMatchObject({
      isOk: true,
      status: 307,
    })
  })

  it('is followed to a host with a closing dot as to the host that it is', () => {
    const next = classifyResponse(first, answering(301, { location: 'https://other.example./page' }), shortUrl)
    expect(next).toMatchObject({ url: 'https://other.example/page' })
  })

  it.each([{}, { location: 'http://' }])('is well by a redirect that leads nowhere: %j', (headers) => {
    expect(classifyResponse(first, answering(302, headers), shortUrl)).toMatchObject({ isOk: true, status: 302 })
  })

  it('is well by a redirect into a private network, where nobody is called', async () => {
    const outward = new SafeHttpClient({ allowedHosts: 'public', resolveHost: async () => ['127.0.0.1'] })
    const step = classifyResponse(
      first,
      answering(301, { location: 'http://inside.example.com/' }),
      shortUrl,
    ) as CheckRequest
    const answer = await outward.send({ ...step, headers: {}, targetKind: 'page' })
    expect(answer).toMatchObject({ isAllowed: false, error: 'not called: the address must be a public host' })
    expect(classifyResponse(step, answer, shortUrl)).toEqual({
      isOk: true,
      status: 301,
      error: null,
      isFrameable: null,
    })
  })

  it.each([
    ['http://127.0.0.1/', 'must be a public host'],
    ['https://example.com:22/', 'must be on port 80, 443, 8080 or 8443'],
  ])('that the service does not call is neither: %s', async (url, issue) => {
    const answer = await new SafeHttpClient({ allowedHosts: 'public' }).send({
      ...first,
      url,
      headers: {},
      targetKind: 'page',
    })
    expect(classifyResponse({ ...first, url }, answer, shortUrl)).toEqual({
      ...{ isOk: null, status: null, error: `not called: the address ${issue}`, isFrameable: null },
    })
  })
})

describe('a page', () => {
  it.each<[string, OutboundResponse['headers']]>([
    ['says nothing', {}],
    ['says what no browser knows', { 'x-frame-options': 'ALLOW-FROM https://other.test' }],
    ['only reports', { 'content-security-policy-report-only': "frame-ancestors 'none'" }],
    ['speaks of other things', { 'content-security-policy': "default-src 'none'; script-src 'self'" }],
    ['lets everybody', { 'content-security-policy': 'frame-ancestors *' }],
    ['lets every https site', { 'content-security-policy': 'frame-ancestors https:' }],
    ['names the host', { 'content-security-policy': "frame-ancestors 'self' go.tack.test" }],
    ['names the host and port', { 'content-security-policy': 'frame-ancestors https://go.tack.test:443/any/path' }],
    ['names its domain', { 'content-security-policy': 'frame-ancestors https://*.tack.test' }],
    [
      'lets by policy what an older header does not',
      {
        ...{ 'x-frame-options': 'DENY', 'content-security-policy': 'frame-ancestors *' },
      },
    ],
  ])('can be framed when it %s', (_what, headers) => {
    expect(isFrameable(headers, shortUrl)).toBe(true)
  })

  it.each<[string, OutboundResponse['headers']]>([
    ['denies', { 'x-frame-options': 'DENY' }],
    ['wants its own only', { 'x-frame-options': 'SameOrigin' }],
    ['denies among others', { 'x-frame-options': ['ALLOWALL', 'deny'] }],
    ['lets nobody', { 'content-security-policy': "frame-ancestors 'none'" }],
    ['lets itself', { 'content-security-policy': "FRAME-ANCESTORS 'self'" }],
    ['names nobody', { 'content-security-policy': 'frame-ancestors' }],
    ['names another', { 'content-security-policy': 'frame-ancestors https://tack.test https://nogo.tack.test' }],
    ['names another port', { 'content-security-policy': 'frame-ancestors https://go.tack.test:8443' }],
    ['names another scheme', { 'content-security-policy': 'frame-ancestors app://go.tack.test' }],
    ['lets by one policy of two', { 'content-security-policy': ['frame-ancestors *', "frame-ancestors 'none'"] }],
    ['lets by one policy of a list', { 'content-security-policy': "frame-ancestors *, frame-ancestors 'self'" }],
  ])('cannot when it %s', (_what, headers) => {
    expect(isFrameable(headers, shortUrl)).toBe(false)
  })

  it.each([
    ['https://go.tack.test:8443', true],
    ['https://go.tack.test:*', true],
    ['https://go.tack.test:443', false],
    ['https://go.tack.test', false],
  ])('is asked of the port of the short address too: %s', (source, isAllowed) => {
    const headers = { 'content-security-policy': `frame-ancestors ${source}` }
    expect(isFrameable(headers, 'https://go.tack.test:8443')).toBe(isAllowed)
  })
})
