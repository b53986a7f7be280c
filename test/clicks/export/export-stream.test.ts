import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { expectError } from '../../links/answers.ts'
import { listen, sharedApp, type TestApp, withSettings } from '../../support/app.ts'
import type { SeededAccount } from '../../support/seed.ts'
import { manyClicks } from '../rows.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

describe('a download', () => {
  let port: number
  let ada: SeededAccount
  beforeAll(async () => {
    port = await listen(test)
    ada = await test.seed.account()
    await manyClicks(test, await test.seed.link(ada), 30_000)
  })

  const reading = () => test.statements.filter((sql) => sql.includes('link_click.at desc')).length

  /** Starts the download of 30,000 clicks, more than all buffers hold. */
  async function begin(): Promise<IncomingMessage> {
    test.statements.splice(0)
    const request = get({
      port,
      path: '/v1/clicks/export?format=json',
      headers: { authorization: `Bearer ${ada.token}` },
    })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    return answer
  }

  /** Resolves when no more pages are read: on a busy machine a page may take longer than one look. */
  async function settled(): Promise<number> {
    let before = -1
    let rests = 0
    await vi.waitUntil(
      () => {
        const now = reading()
        rests = now === before ? rests + 1 : 0
        before = now
        return rests === 3
      },
      { interval: 300, timeout: 10_000 },
    )
    return before
  }

  it('stops reading while the client is paused, and completes when it resumes', async () => {
    const answer = await begin()
    answer.pause()
    expect(await settled()).toBeLessThan(30)
    let text = ''
    for await (const piece of answer.setEncoding('utf8')) text += piece
    expect(JSON.parse(text)).toHaveLength(30_000)
    expect(reading()).toBe(31)
  })

  it('is aborted when a statement fails', async () => {
    const answer = await begin()
    answer.pause()
    await settled()
    await test.sql('alter table click rename column os to operating_system')
    try {
      const reading = async () => {
        for await (const _piece of answer);
      }
      await expect(reading()).rejects.toThrow('aborted')
    } finally {
      await test.sql('alter table click rename column operating_system to os')
    }
    expect(answer.complete).toBe(false)
  })

  it('stops reading when the client disconnects', async () => {
    const answer = await begin()
    answer.pause()
    const read = await settled()
    answer.destroy()
    await settled()
    expect(reading()).toBeLessThanOrEqual(read + 1)
  })
})

describe('429 RATE_LIMITED', () => {
  it('for the eleventh download of an account within an hour, not for other accounts', async () => {
    const limited = withSettings(test, { RATE_LIMITS: 'on' })
    try {
      const [ada, eve] = [await limited.seed.account(), await limited.seed.account()]
      const startExport = ({ token }: SeededAccount) => limited.rest.get('/v1/clicks/export', { token })
      for (let n = 0; n < 10; n++) expect((await startExport(ada)).status).toBe(200)
      // GraphQL and HEAD start no download.
      await limited.graph('{ clickExport { href } }', { token: ada.token })
      await limited.rest.send('HEAD', '/v1/clicks/export', { token: eve.token })
      const refused = await startExport(ada)
      expectError(refused, 429, 'RATE_LIMITED', ['export'])
      expect([refused.headers['retry-after'], refused.headers['content-disposition']]).toEqual(['3600', undefined])
      for (let n = 0; n < 10; n++) expect((await startExport(eve)).status).toBe(200)
      limited.clock.advance({ hours: 1 })
      expect((await startExport(ada)).status).toBe(200)
    } finally {
      await limited.close()
    }
  })
})
