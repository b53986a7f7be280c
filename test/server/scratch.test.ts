import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { onServer } from '../support/database.ts'
let test: TestApp
beforeAll(async () => { test = await startApp() })
afterAll(() => test.close())
it('x', async () => {
  const a = await test.seed.account()
  console.log('DIFF', await test.app.database.orm.schema.getUpdateSchemaSQL({ wrap: false }))
  console.log('DIFF', await test.app.database.orm.schema.getUpdateSchemaMigrationSQL({ wrap: false }))
  const show = async (m: string, p: string, o: object = {}) => {
    const r = await test.rest.send(m, p, o)
    console.log(m, p.slice(0, 50), '→', r.status, r.headers['retry-after'], r.text.slice(0, 300))
    for (const l of test.logs.splice(0)) if (l.level! as number > 30) console.log(JSON.stringify(l).slice(0, 1500))
  }
  if (test.database === 'server') {
    const [{ d }] = await test.sql<{ d: string }>('select current_database() d')
    const src = inject('database') as { url: string }
    await onServer(src.url, `select pg_terminate_backend(pid) from pg_stat_activity where datname='${d}'`)
    await onServer(src.url, `alter database ${d} rename to ${d}_away`)
    await show('GET', '/v1/auth/me', { token: a.token })
    await show('GET', '/v1/auth/me', { token: a.token })
    await show('GET', '/readyz')
    await show('GET', '/healthz')
    await onServer(src.url, `alter database ${d}_away rename to ${d}`)
    await show('GET', '/v1/auth/me', { token: a.token })
    await onServer(src.url, `alter database ${d} allow_connections false`)
    await onServer(src.url, `select pg_terminate_backend(pid) from pg_stat_activity where datname='${d}'`)
    await show('GET', '/v1/auth/me', { token: a.token })
    await onServer(src.url, `alter database ${d} allow_connections true`)
  }
})
