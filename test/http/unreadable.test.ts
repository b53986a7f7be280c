import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, sharedApp, type TestApp } from '../support/app.ts'

let test: TestApp
let port: number
beforeAll(async () => {
  test = await sharedApp({ LOG_LEVEL: 'debug', RATE_LIMITS: 'on' })
  port = await listen(test)
})
afterAll(() => test.close())

/** Sends the bytes unchanged and reads until the server closes the connection. */
function sent(request: string): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request, 'latin1'))
    socket.setEncoding('utf8')
    socket.on('data', (text) => {
      answer += text
    })
    // The server may close the connection after its answer.
    socket.on('error', (error: NodeJS.ErrnoException) => error.code !== 'ECONNRESET' && reject(error))
    socket.on('close', () => {
      const [head = '', ...body] = answer.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: body.join('\r\n\r\n') })
    })
  })
}

const request = (line: string, headers: string[] = [], body = '') =>
  [`${line} HTTP/1.1`, 'Host: tack.test', 'Connection: close', ...headers, '', body].join('\r\n')
const post = (headers: string[], body = '') =>
  request('POST /v1/auth/login', ['Content-Type: application/json', ...headers], body)

describe('bytes that are no request', () => {
  it.each([
    ['noise', 'hello\r\n\r\n', 400, 'INVALID_PARAMS'],
    ['a TLS greeting', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001', 400, 'INVALID_PARAMS'],
    ['an unknown method', request('HUNTER2 /v1/auth/me'), 400, 'INVALID_PARAMS'],
    ['a header with a line break', request('GET /v1/auth/me', ['X-A: hunter2\n  \u0000']), 400, 'INVALID_PARAMS'],
    ['a header without a name', request('GET /v1/auth/me', [': hunter2']), 400, 'INVALID_PARAMS'],
    ['two lengths', post(['Content-Length: 2', 'Content-Length: 3'], '{}'), 400, 'INVALID_PARAMS'],
    ['a length and chunks', post(['Content-Length: 2', 'Transfer-Encoding: chunked'], '{}'), 400, 'INVALID_PARAMS'],
    ['a negative length', post(['Content-Length: -2'], '{}'), 400, 'INVALID_PARAMS'],
    ['a length that is no number', post(['Content-Length: hunter2'], '{}'), 400, 'INVALID_PARAMS'],
    ['a chunk of no size', post(['Transfer-Encoding: chunked'], 'hunter2\r\n{}\r\n0\r\n\r\n'), 400, 'INVALID_PARAMS'],
    ['headers over 16 KiB', request('GET /v1/auth/me', [`X: ${'hunter2'.repeat(3000)}`]), 431, 'HEADERS_TOO_LARGE'],
    ['an address over 16 KiB', request(`GET /v1/urls/${'hunter2'.repeat(3000)}`), 431, 'HEADERS_TOO_LARGE'],
  ] as const)('are answered in the envelope of the contract: %s', async (_title, bytes, status, code) => {
    const answer = await sent(bytes)
    expect(answer.status).toBe(status)
    expect(answer.head).toContain('content-type: application/json; charset=utf-8')
    expect(answer.head).toContain('connection: close')
    const { error, message, timestamp } = JSON.parse(answer.body)
    expect(error).toMatchObject({ code, message, resolution: expect.stringMatching(/\S/) })
    expect(answer.head).toContain(`x-request-id: ${error.requestId}`)
    for (const line of [/limit: 120$/m, /remaining: 1\d\d$/m, /reset: \d+$/m, /policy: 1000;w=3600, 120;w=60$/m]) {
      expect(answer.head).toMatch(new RegExp(`^ratelimit-${line.source}`, 'm'))
    }
    expect(Number.isNaN(Date.parse(timestamp))).toBe(false)
    expect(answer.body).not.toContain('hunter2')
    expect(test.logs.find(({ reqId }) => reqId === error.requestId)).toMatchObject({ msg: message })
  })
})

describe('a request on a real connection', () => {
  it('with a URL just under 16 KiB is answered normally', async () => {
    expect((await sent(request(`GET /v1/urls/redirect/${'a'.repeat(15_000)}`))).status).toBe(404)
  })

  it('with a Content-Length over 64 KiB returns 413 before the body is sent', async () => {
    const { status, body } = await sent(post(['Content-Length: 65537']))
    expect([status, JSON.parse(body).error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  it('with chunks over 64 KiB returns 413', async () => {
    const chunk = 'a'.repeat(0x8000)
    const chunks = `8000\r\n${chunk}\r\n8000\r\n${chunk}\r\n1\r\na\r\n`
    const { status, body } = await sent(post(['Transfer-Encoding: chunked'], chunks))
    expect([status, JSON.parse(body).error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  it.each([
    ['nested deeper than 64 levels', '['.repeat(65), 'must be nested at most 64 levels deep'],
    ['of more than 20,000 values', `[${'1,'.repeat(20_001)}1]`, 'must have at most 20000 values'],
  ])('with JSON %s returns 400', async (_what, json, issue) => {
    const { status, body } = await sent(post([`Content-Length: ${json.length}`], json))
    expect([status, JSON.parse(body).error.details]).toEqual([400, [{ field: 'body', issue }]])
  })

  it.each(['/v1/urls', '/graphql', '/healthz', '/oauth/authorize', '/', '/report'])(
    'with more than 100 parameters in its query returns 400: %s',
    async (path) => {
      const query = (count: number) => Array.from({ length: count }, () => 'a=b').join('&')
      const { status, body } = await sent(request(`GET ${path}?${query(101)}`))
      expect(status).toBe(400)
      expect(body).toMatch(/100 parameters|form body|<main/)
      const within = await sent(request(`GET ${path}?${query(100)}`))
      expect(within.body).not.toContain('100 parameters')
    },
  )

  it('of a visitor with more than 100 parameters is not refused for them', async () => {
    expect((await sent(request(`GET /nothing?${'a&'.repeat(200)}`))).status).toBe(404)
  })

  it('with a form of more fields than any page has returns 400', async () => {
    const form = `longUrl=https%3A%2F%2Fexample.com&${'a&'.repeat(60)}`
    const headers = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${form.length}`]
    expect((await sent(request('POST /', headers, form))).status).toBe(400)
  })

  it.each([
    ['another host in its URL', request('GET http://evil.example/v1/auth/me')],
    ['a host in its URL and no Host', 'GET http://tack.test/v1/auth/me HTTP/1.0\r\n\r\n'],
    ['two Hosts', request('GET /v1/auth/me', ['host: evil.example'])],
    ['the same Host twice', request('GET /v1/auth/me', ['HOST: tack.test'])],
  ])('with %s returns 400 (RFC 9112, 3.2)', async (_what, bytes) => {
    const { status, body } = await sent(bytes)
    expect([status, JSON.parse(body).error.details]).toEqual([400, [{ field: 'request', issue: 'must name one host' }]])
  })

  it('with two Hosts opens no link that is in memory, and no WebSocket', async () => {
    const { shortUrl } = await test.seed.link(await test.seed.account())
    for (const expected of [302, 302]) expect((await sent(request(`GET /${shortUrl}`))).status).toBe(expected)
    expect((await sent(request(`GET /${shortUrl}`, ['Host: evil.example']))).status).toBe(400)
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']
    const lines = [
      'GET /graphql HTTP/1.1',
      'Host: tack.test',
      'Host: evil.example',
      ...upgrade,
      'Sec-WebSocket-Version: 13',
    ]
    expect((await sent([...lines, 'Connection: close', '', ''].join('\r\n'))).status).toBe(400)
  })

  it('with its Host in its URL too is answered by its path', async () => {
    for (const address of ['http://tack.test', 'HTTP://TACK.test:80', 'https://tack.test:443'])
      expect((await sent(request(`GET ${address}/v1/auth/me`))).status).toBe(401)
  })

  it('without a Host returns 400', async () => {
    expect((await sent('GET /v1/auth/me HTTP/1.1\r\nConnection: close\r\n\r\n')).status).toBe(400)
  })
})
