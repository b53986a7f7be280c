import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, sharedApp, type TestApp } from '../../support/app.ts'
import type { SeededAccount } from '../../support/seed.ts'
import { trials } from '../../support/size.ts'

/** Callers who close the connection of an answer that is streamed, at any moment. */

let test: TestApp
let ada: SeededAccount
let port: number
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  for (let n = 0; n < 3; n++) await test.seed.link(ada)
  port = await listen(test)
})
afterAll(() => test.close())

/** Sends a request and closes its connection so much later, or with the first byte of the answer. */
async function leave(request: string, afterMs: number | 'first byte'): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(request)
  if (afterMs === 'first byte') await new Promise((resolve) => socket.once('data', resolve))
  else await pause(afterMs)
  socket.resetAndDestroy()
  await closed
}

function toRequest(method: string, path: string, { accept = '*/*', body = '' } = {}): string {
  const headers = [
    `${method} ${path} HTTP/1.1`,
    'host: tack.test',
    `authorization: Bearer ${ada.token}`,
    `accept: ${accept}`,
    ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`] : []),
  ]
  return `${headers.join('\r\n')}\r\n\r\n${body}`
}

const overSse = (query: string) => () =>
  toRequest('POST', '/graphql', { accept: 'text/event-stream', body: JSON.stringify({ query }) })

describe.each([
  ['live clicks', overSse('subscription { clickRecorded { id } }')],
  ['a query over Server-Sent Events', overSse('{ urls { items { id } } }')],
  ['an export of links', () => toRequest('GET', '/v1/urls/export')],
])('a caller who leaves %s', (_, request) => {
  it('leaves no error in the log, and counts as no fault', async () => {
    const first = test.logs.length
    const moments = ['first byte', 0, ...Array.from({ length: trials(25, 300) }, (_each, n) => (n % 50) / 2)] as const
    for (const moment of moments) await leave(request(), moment)
    await Promise.all(Array.from({ length: 20 }, (_each, n) => leave(request(), n)))
    await expect.poll(async () => /^tack_live_event_streams 0$/m.test(await test.metrics())).toBe(true)
    const lines = test.logs.slice(first)
    expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([])
    expect(lines.filter(({ status }) => Number(status) >= 500)).toEqual([])
  })
})
