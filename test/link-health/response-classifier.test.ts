import { describe, expect, it } from 'vitest'
import {
  type CheckRequest,
  classifyResponse,
  isFrameable,
} from '../../src/modules/operation/link-health/response-classifier.ts'
import { type OutboundResponse, SafeHttpClient } from '../../src/platform/http-client/safe-http-client.ts'

const shortUrl = 'https://go.tack.test'
const headRequest: CheckRequest = {
  url: 'https://example.com/page',
  method: 'HEAD',
  redirects: [],
}
const getRequest: CheckRequest = { ...headRequest, method: 'GET' }

function respond(status: number | null, headers: OutboundResponse['headers'] = {}): OutboundResponse {
  return {
    status,
    error: status === null ? 'no answer: ECONNREFUSED' : null,
    isAllowed: true,
    isConclusive: true,
    headers,
    bodyBytes: Buffer.alloc(0),
    body: '',
    durationMs: 3,
  }
}

describe('a destination', () => {
  it.each([200, 204, 206, 304, 401, 403, 405, 407, 429, 999])('is reachable when it answers %i', (status) => {
    expect(classifyResponse(getRequest, respond(status), shortUrl)).toMatchObject({ isOk: true, status, error: null })
  })

  it.each([400, 404, 410, 451, 500, 502, 503])('fails when it answers %i', (status) => {
    expect(classifyResponse(getRequest, respond(status), shortUrl)).toEqual({
      isOk: false,
      status,
      error: `answered ${status}`,
      isFrameable: null,
    })
  })

  it('fails when it does not answer', () => {
    expect(classifyResponse(getRequest, respond(null), shortUrl)).toMatchObject({
      isOk: false,
      error: 'no answer: ECONNREFUSED',
    })
  })

  it.each([400, 401, 404, 405, 500, 501, null])('is requested with GET when HEAD answers %s', (status) => {
    expect(classifyResponse(headRequest, respond(status), shortUrl)).toEqual(getRequest)
  })

  it('is reachable without a GET when HEAD answers 429', () => {
    expect(classifyResponse(headRequest, respond(429), shortUrl)).toMatchObject({ isOk: true, status: 429 })
  })

  /** Classifies the answers of a chain of addresses, each of which redirects to the next. */
  function followChain(request: CheckRequest, urls: readonly string[], headers: OutboundResponse['headers'] = {}) {
    return urls.reduce<CheckRequest>((step, location) => {
      const next = classifyResponse(step, respond(302, { ...headers, location }), shortUrl)
      expect(next).toMatchObject({ url: location, method: request.method })
      return next as CheckRequest
    }, request)
  }
  const steps = [1, 2, 3, 4, 5].map((number) => `https://example.com/step/${number}`)

  it('is followed through five redirects', () => {
    const last = followChain(headRequest, steps)
    expect(last.redirects).toEqual(
      [headRequest.url, ...steps.slice(0, 4)].map((url) => ({ url, status: 302, setsCookie: false })),
    )
    expect(classifyResponse(last, respond(200), shortUrl)).toMatchObject({ isOk: true, status: 200, isFrameable: true })
  })

  it('is requested with GET from its beginning after a sixth redirect, and fails after the sixth of GET', () => {
    const sixth = respond(307, { location: '/step/6' })
    expect(classifyResponse(followChain(headRequest, steps), sixth, shortUrl)).toEqual(getRequest)
    expect(classifyResponse(followChain(getRequest, steps), sixth, shortUrl)).toEqual({
      isOk: false,
      status: 307,
      error: 'redirects more than 5 times',
      isFrameable: null,
    })
  })

  it.each([
    ['', '/page', 'redirects in a loop: an address redirects to itself'],
    ['an address', '/step/1#top', 'redirects in a loop: an address redirects to itself'],
    ['a step', '/page', 'redirects in a loop: 2 addresses redirect to each other'],
  ])('fails when %s redirects back to %s', (what, location, error) => {
    const back = respond(301, { location })
    const chain = what === '' ? [] : steps.slice(0, 1)
    expect(classifyResponse(followChain(headRequest, chain), back, shortUrl)).toEqual(getRequest)
    const result = classifyResponse(followChain(getRequest, chain), back, shortUrl)
    expect(result).toEqual({ isOk: false, status: 301, error, isFrameable: null })
  })

  it('has no result when a cookie may end its loop', () => {
    const cookie = { 'set-cookie': 'seen=1' }
    const result = classifyResponse(headRequest, respond(302, { location: '/page', ...cookie }), shortUrl)
    expect(result).toMatchObject({ isOk: null, status: 302, error: expect.stringContaining('checks send no cookies') })
    const step = followChain(headRequest, steps.slice(0, 1), cookie)
    expect(classifyResponse(step, respond(302, { location: '/page' }), shortUrl)).toMatchObject({ isOk: null })
  })

  it.each([
    ['https://example.com/', 'https://other.example/', true],
    ['https://example.com/', 'http://other.example/', false],
    ['http://example.com/', 'https://other.example/', false],
  ])('of %s that redirects to %s can be framed: %s', (url, location, expected) => {
    const step = classifyResponse({ ...headRequest, url }, respond(302, { location }), shortUrl) as CheckRequest
    expect(classifyResponse(step, respond(200), shortUrl)).toMatchObject({ isOk: true, isFrameable: expected })
  })

  it('loses the trailing dot of its host in a redirect', () => {
    const next = classifyResponse(headRequest, respond(301, { location: 'https://other.example./page' }), shortUrl)
    expect(next).toMatchObject({ url: 'https://other.example/page' })
  })

  it.each([{}, { location: 'http://' }])('is reachable when the redirect has no target: %j', (headers) => {
    expect(classifyResponse(headRequest, respond(302, headers), shortUrl)).toMatchObject({ isOk: true, status: 302 })
  })

  it('is reachable when it redirects into a private network, which is not called', async () => {
    const httpClient = new SafeHttpClient({
      allowedHosts: 'public',
      names: { resolveAddresses: async () => ['127.0.0.1'] },
    })
    const step = classifyResponse(
      headRequest,
      respond(301, { location: 'http://inside.example.com/' }),
      shortUrl,
    ) as CheckRequest
    const answer = await httpClient.send({ ...step, accountId: 'acc_ada', headers: {}, targetKind: 'page' })
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
  ])('that the service does not call has no result: %s', async (url, issue) => {
    const answer = await new SafeHttpClient({ allowedHosts: 'public' }).send({
      ...headRequest,
      url,
      accountId: 'acc_ada',
      headers: {},
      targetKind: 'page',
    })
    expect(classifyResponse({ ...headRequest, url }, answer, shortUrl)).toEqual({
      isOk: null,
      status: null,
      error: `not called: the address ${issue}`,
      isFrameable: null,
    })
  })
})

describe('a page', () => {
  it.each<[string, OutboundResponse['headers']]>([
    ['has no header', {}],
    ['has an option that browsers ignore', { 'x-frame-options': 'ALLOW-FROM https://other.test' }],
    ['has a report-only policy', { 'content-security-policy-report-only': "frame-ancestors 'none'" }],
    ['has a policy without frame-ancestors', { 'content-security-policy': "default-src 'none'; script-src 'self'" }],
    ['allows every site', { 'content-security-policy': 'frame-ancestors *' }],
    ['allows every https site', { 'content-security-policy': 'frame-ancestors https:' }],
    ['allows the host', { 'content-security-policy': "frame-ancestors 'self' go.tack.test" }],
    ['allows the host and port', { 'content-security-policy': 'frame-ancestors https://go.tack.test:443/any/path' }],
    ['allows its domain', { 'content-security-policy': 'frame-ancestors https://*.tack.test' }],
    [
      'allows by policy and denies by X-Frame-Options',
      { 'x-frame-options': 'DENY', 'content-security-policy': 'frame-ancestors *' },
    ],
  ])('can be framed when it %s', (_what, headers) => {
    expect(isFrameable(headers, shortUrl)).toBe(true)
  })

  it.each<[string, OutboundResponse['headers']]>([
    ['denies', { 'x-frame-options': 'DENY' }],
    ['allows its own origin only', { 'x-frame-options': 'SameOrigin' }],
    ['denies in one of two headers', { 'x-frame-options': ['ALLOWALL', 'deny'] }],
    ['allows no site', { 'content-security-policy': "frame-ancestors 'none'" }],
    ['allows itself', { 'content-security-policy': "FRAME-ANCESTORS 'self'" }],
    ['has an empty frame-ancestors', { 'content-security-policy': 'frame-ancestors' }],
    ['allows other hosts', { 'content-security-policy': 'frame-ancestors https://tack.test https://nogo.tack.test' }],
    ['allows another port', { 'content-security-policy': 'frame-ancestors https://go.tack.test:8443' }],
    ['allows another scheme', { 'content-security-policy': 'frame-ancestors app://go.tack.test' }],
    ['has an unknown option beside one that browsers ignore', { 'x-frame-options': 'ALLOWALL, ALLOW-FROM *' }],
    ['allows by one of two policies', { 'content-security-policy': ['frame-ancestors *', "frame-ancestors 'none'"] }],
    ['allows by one policy of a list', { 'content-security-policy': "frame-ancestors *, frame-ancestors 'self'" }],
  ])('cannot be framed when it %s', (_what, headers) => {
    expect(isFrameable(headers, shortUrl)).toBe(false)
  })

  it.each([
    ['https://go.tack.test:8443', true],
    ['https://go.tack.test:*', true],
    ['https://go.tack.test:443', false],
    ['https://go.tack.test', false],
  ])('is compared with the port of the short address: %s', (source, isAllowed) => {
    const headers = { 'content-security-policy': `frame-ancestors ${source}` }
    expect(isFrameable(headers, 'https://go.tack.test:8443')).toBe(isAllowed)
  })
})
