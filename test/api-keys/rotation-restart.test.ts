import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { readSettings } from '../../src/config.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { RestClient } from '../support/rest.ts'

const [old, next] = ['the secret before the rotation, long enough', 'the secret after the rotation, long enough']
let test: TestApp
beforeAll(async () => {
  test = await startApp({ JWT_SECRET: old })
})
afterAll(() => test.close())

it.runIf(inject('database').kind === 'server')('a used key stays valid after the rotation of JWT_SECRET', async () => {
  const [row] = await test.sql<{ name: string }>('select current_database() as name')
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = `/${row?.name}`
  const node = async (secrets: Record<string, string>) => {
    const settings = readSettings({
      DATABASE_URL: url.href,
      RATE_LIMITS: 'off',
      PUBLIC_URL: 'http://tack.test',
      ...secrets,
    })
    const app = await createApp({ settings, clock: test.clock, logTo: { write: () => undefined } })
    return { rest: new RestClient(app.server), close: () => app.close() }
  }
  const ada = await test.seed.account()
  const [used, unused] = [await test.seed.key(ada), await test.seed.key(ada)]
  const during = await node({ JWT_SECRET: next, JWT_SECRET_PREVIOUS: old })
  expect((await during.rest.get('/v1/urls', { token: used.key })).status).toBe(200)
  await during.close()
  const after = await node({ JWT_SECRET: next })
  expect((await after.rest.get('/v1/urls', { token: used.key })).status).toBe(200)
  expect((await after.rest.get('/v1/urls', { token: unused.key })).status).toBe(401)
  await after.close()
})
