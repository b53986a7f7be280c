import { stripVTControlCharacters } from 'node:util'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRepetitionLimit } from '../../src/platform/http/log/log-repetition.ts'
import { createTerminalLog } from '../../src/platform/http/log/logger.ts'

describe('a line at a terminal', () => {
  it('has method, path, status and duration of a request', async () => {
    const chunks: string[] = []
    const log = pino({}, await createTerminalLog({ write: (text) => void chunks.push(text) }))
    log.info({ req: { method: 'POST', path: '/v1/urls', ip: '::1' }, status: 201, durationMs: 34 }, 'request completed')
    const graphql = { interface: 'graphql', operation: 'urls me', caller: 'session', price: 9, statements: 2 }
    log.info({ req: { method: 'POST', path: '/graphql' }, status: 200, durationMs: 5, ...graphql }, 'request completed')
    log.warn({ code: 'ECONNREFUSED' }, 'Redis cannot be reached.')
    await expect.poll(() => chunks.join('')).toContain('Redis')
    const lines = stripVTControlCharacters(chunks.join('')).split('\n')
    expect(lines[0]).toMatch(/^\[\d\d:\d\d:\d\d\]\W+POST \/v1\/urls 201 34 ms$/)
    expect(lines[1]).toMatch(/POST \/graphql 200 5 ms urls me$/)
    expect(lines[2]).toMatch(/WARN.*Redis cannot be reached\./)
  })
})

describe('a repeated warning or error', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function createLog() {
    const lines: { msg: string; repeated?: number }[] = []
    const log = pino(
      { hooks: { logMethod: createRepetitionLimit() } },
      { write: (line) => lines.push(JSON.parse(line)) },
    )
    return { log, lines }
  }

  it('is written at once, and then once a minute with its number', () => {
    const { log, lines } = createLog()
    const err = new Error('connection refused')
    for (let count = 0; count < 2_000; count++) log.error({ err }, 'The database does not answer.')
    expect(lines).toHaveLength(1)
    vi.advanceTimersByTime(60_000)
    expect(lines.map(({ repeated }) => repeated)).toEqual([undefined, 1_999])
    vi.advanceTimersByTime(120_000)
    expect(lines).toHaveLength(2)
    log.error({ err }, 'The database does not answer.')
    expect(lines).toHaveLength(3)
  })

  it('is written ten times when it is about requests, whose ids lead to their lines', () => {
    const { log, lines } = createLog()
    const err = new Error('relation does not exist')
    for (let count = 0; count < 50; count++) log.child({ reqId: `req_${count}` }).error({ err }, 'Unexpected failure.')
    expect(lines).toHaveLength(10)
    vi.advanceTimersByTime(60_000)
    expect(lines.map(({ repeated }) => repeated).slice(10)).toEqual([40])
  })

  it('is another line when its error differs', () => {
    const { log, lines } = createLog()
    log.error({ err: new Error('one') }, 'A job failed.')
    log.error({ err: new Error('two') }, 'A job failed.')
    log.error(new Error('two'))
    log.warn('A job failed.')
    expect(lines).toHaveLength(4)
  })

  it('does not hold back lines of requests', () => {
    const { log, lines } = createLog()
    for (let count = 0; count < 3; count++) log.info({ status: 200 }, 'request completed')
    expect(lines).toHaveLength(3)
  })
})
