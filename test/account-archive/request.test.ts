import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '../../src/platform/shared/time.ts'
import { formatInstant } from '../../src/platform/web/language.ts'
import { expectError } from '../links/answers.ts'
import type { TestApp } from '../support/app.ts'
import { sharedMailApp } from '../support/mail-app.ts'
import { linkOf, type MailServer } from '../support/mail-server.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, verifyEmail } from '../workspaces/team.ts'
import { endOf, unzipAt } from './seed.ts'

let test: TestApp
let server: MailServer
let ada: SeededAccount
beforeAll(async () => {
  ;({ test, server } = await sharedMailApp({ RATE_LIMITS: 'on' }))
})
beforeEach(async () => {
  test.clock.set(new Date())
  ada = await test.seed.account()
})
afterAll(async () => {
  await test.close()
})

const request = (account = ada) => test.rest.post('/v1/auth/me/export', undefined, as(account))
const read = (account = ada) => test.rest.get('/v1/auth/me/export', as(account))

const selection = '{ state createdAt finishedAt download { fileName byteCount href expiresAt } }'

describe('POST /auth/me/export', () => {
  it('returns 202, and a file that can be downloaded for 24 hours without a login', async () => {
    const { status, json } = await request()
    expect([status, json]).toEqual([
      202,
      { state: 'queued', createdAt: expect.any(String), startedAt: null, finishedAt: null, download: null },
    ])
    const { state, download } = await endOf(test, ada)
    expect(state).toBe('completed')
    const day = test.clock.now().toISOString().slice(0, 10)
    expect(download).toMatchObject({ fileName: `archive-${day}.zip`, mediaType: 'application/zip' })
    expect(Object.keys(await unzipAt(test, download.href))).toContain('README.txt')

    test.clock.set(new Date(new Date(download.expiresAt).getTime() - 1))
    const later = { ...ada, token: await test.seed.session(ada.id) }
    expect((await read(later)).json.download).toEqual(download)
    test.clock.set(new Date(download.expiresAt))
    expect((await read(later)).json).toMatchObject({ state: 'completed', download: null })
    const { pathname } = new URL(download.href)
    expectError(await test.rest.get(pathname), 404, 'DOWNLOAD_NOT_FOUND')
    expect((await request(later)).json).toMatchObject({ state: 'queued' })
    expect((await endOf(test, later)).download.href).not.toBe(download.href)
  })

  it('returns the archive that is being written, also when ten ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => request()))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    await endOf(test, ada)
    const rows = await test.sql('select id from account_archive where account_id = ?', [ada.id])
    // One that was finished between two requests is followed by another.
    expect(rows.length).toBeLessThan(4)
    expect(rows.length).toBe(new Set(answers.map(({ json }) => json.createdAt)).size)
  })

  it('returns 429 for the fourth archive of a day', async () => {
    for (let count = 0; count < 3; count++) {
      expect((await request()).status).toBe(202)
      await endOf(test, ada)
    }
    expectError(await request(), 429, 'RATE_LIMITED')
    expect((await read()).json.state).toBe('completed')
    test.clock.set(new Date(test.clock.now().getTime() + dayMs))
    expect((await request({ ...ada, token: await test.seed.session(ada.id) })).status).toBe(202)
  })

  it('requests another archive when one is not written within a day', async () => {
    await request()
    await endOf(test, ada)
    await test.sql(`update account_archive set state = 'running', created_at = ? where account_id = ?`, [
      new Date(test.clock.now().getTime() - dayMs),
      ada.id,
    ])
    await request()
    expect((await endOf(test, ada)).state).toBe('completed')
    const states = await test.sql('select state from account_archive where account_id = ? order by created_at', [
      ada.id,
    ])
    expect(states).toEqual([{ state: 'failed' }, { state: 'completed' }])
  })

  it('returns 401 for an API key, which could otherwise read what its scopes exclude', async () => {
    const { key } = await test.seed.key(ada)
    expectError(await test.rest.post('/v1/auth/me/export', undefined, { token: key }), 401, 'API_KEY_NOT_ACCEPTED')
    expectError(await test.rest.get('/v1/auth/me/export', { token: key }), 401, 'API_KEY_NOT_ACCEPTED')
    expectError(await test.rest.post('/v1/auth/me/export', undefined), 401, 'UNAUTHENTICATED')
  })
})

describe('GET /auth/me/export', () => {
  it('returns 404 before an archive was requested, and for that of another account', async () => {
    await request()
    expectError(await read(await test.seed.account()), 404, 'ACCOUNT_ARCHIVE_NOT_FOUND')
  })

  it('returns the same over GraphQL', async () => {
    const requested = await test.graph(`mutation { requestAccountArchive ${selection} }`, as(ada))
    expect(requested.data.requestAccountArchive).toMatchObject({ state: 'QUEUED', download: null })
    const { createdAt, finishedAt, download } = await endOf(test, ada)
    const { data } = await test.graph(`{ accountArchive ${selection} }`, as(ada))
    const { mediaType: _, ...file } = download
    expect(data.accountArchive).toEqual({ state: 'COMPLETED', createdAt, finishedAt, download: file })
  })
})

describe('the mail about an archive', () => {
  it('says in the language of the account where to log in, and has no address of the file', async () => {
    await verifyEmail(test, ada)
    await test.sql(`update account set language = 'de' where id = ?`, [ada.id])
    await request()
    const { download } = await endOf(test, ada)
    const mail = await server.mailTo(ada.email)
    expect(mail.header('Subject')).toBe('Ihr Archiv ist fertig')
    const until = formatInstant('de', new Date(download.expiresAt))
    expect(mail.text.replaceAll(/\s+/g, ' ')).toContain(`bis ${until} heruntergeladen werden`)
    expect(linkOf(mail).pathname).toBe('/account/archive')
    for (const text of [mail.raw, mail.text, mail.html]) expect(text).not.toMatch(/downloads|tkd_/)
  })

  it('is not sent to an address that was not verified', async () => {
    await request()
    await endOf(test, ada)
    const rows = await test.sql(`select 1 from jobs.job where name = 'mail' and data->'data'->>'archiveId' is not null`)
    expect(rows).toEqual([])
    expect(server.attempts).not.toContain(ada.email)
  })
})
