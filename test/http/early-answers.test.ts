import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { Wire } from './wire.ts'

const perMinute = 100
let test: TestApp
let port: number
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: String(perMinute), RATE_LIMIT_PER_HOUR: '1000' })
  port = await listen(test)
  ada = await test.seed.account()
})
afterAll(() => test.close())

const body = Buffer.alloc(3_000_000, 'a')
const chunkSize = 0x10000

/** The same bytes in chunks, whose length the server does not know before it has read them. */
function* chunksOf(bytes: Buffer): Generator<Buffer | string> {
  for (let from = 0; from < bytes.length; from += chunkSize) {
    const chunk = bytes.subarray(from, from + chunkSize)
    yield `${chunk.length.toString(16)}\r\n`
    yield chunk
    yield '\r\n'
  }
  yield '0\r\n\r\n'
}

/** Sends everything before it looks at the answer, as most clients do, and reports what has failed. */
function upload(
  line: string,
  headers: readonly string[],
  isChunked: boolean,
): Promise<{ status: number; error?: string }> {
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
  const head = [`${line} HTTP/1.1`, 'Host: tack.test', 'Connection: close', length, ...headers, '', '']
  return new Promise((resolve) => {
    let answer = ''
    let error: string | undefined
    const socket = connect(port, '127.0.0.1')
    socket.setEncoding('utf8').pause()
    socket.on('data', (text) => {
      answer += text
    })
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      error ??= code
    })
    socket.on('close', () => resolve({ status: Number(answer.split(' ')[1]), ...(error && { error }) }))
    socket.write(head.join('\r\n'))
    for (const part of isChunked ? chunksOf(body) : [body]) socket.write(part)
    socket.write('', () => socket.resume())
  })
}

const json = 'Content-Type: application/json'
const cases: [number, string, () => string[]][] = [
  [413, 'POST /v1/free-urls/shorten', () => [json]],
  [413, 'POST /graphql', () => [json]],
  [401, 'POST /v1/urls', () => [json, 'Authorization: Bearer expired']],
  [401, 'PUT /v1/imports/imp_1/content', () => ['Content-Type: text/csv', 'Authorization: Bearer expired']],
  [403, 'POST /v1/abuse/destinations', () => [json, `Authorization: Bearer ${ada.token}`]],
  [404, 'POST /v1/nothing', () => [json]],
  [405, 'PUT /v1/urls', () => [json]],
  [415, 'POST /v1/free-urls/shorten', () => ['Content-Type: application/xml']],
]

describe('an answer before the body was read arrives', () => {
  it.each(cases)('%i of %s', async (status, line, headers) => {
    for (const isChunked of [false, true, false, true])
      expect(await upload(line, headers(), isChunked)).toEqual({ status })
  })
})

describe('a connection after an early answer', () => {
  const head = ['POST /v1/urls HTTP/1.1', 'Host: tack.test', json, 'Authorization: Bearer expired']

  it('is kept for the next request when the body has ended', async () => {
    const wire = await Wire.open(port)
    wire.send(...head, 'Content-Length: 4', '', '{')
    await wire.received('401 Unauthorized')
    wire.send('"a}GET /healthz HTTP/1.1', 'Host: tack.test', 'Connection: close', '', '')
    expect(await wire.ended()).toContain('200 OK')
  })

  it('is closed within seconds when nothing more comes, and when a byte comes now and then', async () => {
    const wires = await Promise.all([Wire.open(port), Wire.open(port)])
    const [idle, slow] = wires as [Wire, Wire]
    for (const wire of wires) wire.send(...head, 'Content-Length: 1000', '', '{')
    const began = performance.now()
    await Promise.all(wires.map((wire) => wire.received('401 Unauthorized')))
    const trickle = setInterval(() => slow.send('a'), 500)
    await idle.ended()
    expect(performance.now() - began).toBeLessThan(9_000)
    await slow.ended()
    clearInterval(trickle)
    expect(performance.now() - began).toBeLessThan(20_000)
  })
})

describe('an answer to a network over its quota arrives', () => {
  it('429, and 431 for headers that are too large', async () => {
    for (let count = 0; count < perMinute; count++) await test.rest.get('/v1/public-stats')
    for (const isChunked of [false, true]) {
      expect(await upload('POST /v1/free-urls/shorten', [json], isChunked)).toEqual({ status: 429 })
      const large = `X-Large: ${'a'.repeat(17_000)}`
      expect(await upload('POST /v1/free-urls/shorten', [json, large], isChunked)).toEqual({ status: 431 })
    }
  })
})
