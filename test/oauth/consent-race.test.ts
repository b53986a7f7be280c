import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { sharedListening } from '../support/mail-app.ts'
import { settling } from '../support/settling.ts'
import { seedClient } from './client.ts'
import { Flow } from './flow.ts'
import type { ListeningApp } from './service.ts'

// The embedded database runs one transaction at a time.
const onServer = inject('database').kind === 'server'

let test: ListeningApp
beforeAll(async () => {
  test = await sharedListening()
})
afterAll(() => test.close())

it.runIf(onServer)('a consent during which the password changes grants nothing', async () => {
  const ada = await test.seed.account()
  const { browser, page } = await new Flow(test, await seedClient(test, ada), ada).beforeConsent()
  const blocker = test.app.database.orm.em.fork()
  await blocker.begin()
  await blocker.execute('lock table oauth_record in share row exclusive mode')
  const allowed = browser.submit(page, { act: 'allow' })
  await vi.waitFor(async () => {
    const waiting = await test.sql(
      `select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database() and query like 'insert%oauth_record%'`,
    )
    expect(waiting).toHaveLength(1)
  }, settling)
  const body = { currentPassword: ada.password, newPassword: 'a much better one' }
  const { json } = await test.rest.post('/v1/auth/password', body, { token: ada.token })
  await blocker.commit()
  expect(new URL((await allowed).url).searchParams.get('code')).toBeNull()
  expect((await test.rest.get('/v1/oauth/grants', { token: json.token })).json).toEqual([])
})
