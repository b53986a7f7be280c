import { afterAll, beforeAll, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
let test: TestApp
beforeAll(async () => { test = await startApp() })
afterAll(() => test.close())
it('x', async () => {
  const ada = await test.seed.account()
  for (const t of ['b%c', 'a_x', 'C\\d', 'd']) await test.seed.link(ada, { title: t })
  const q = async (args: string) => {
    test.statements.splice(0)
    const r = await test.graph(`{ links(${args}) { totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { id title owner { id name } } } } }`, { token: ada.token })
    console.log(args, JSON.stringify(r, null, 1), test.statements)
    return r
  }
  for (const s of ['CREATED_DESC', 'CREATED_ASC', 'CLICKS_DESC', 'TITLE_ASC']) {
    const r = await q(`first: 2, sort: ${s}`)
    await q(`first: 2, sort: ${s}, after: "${r.data.links.pageInfo.endCursor}"`)
  }
  for (const s of ['%', '_', '\\\\', 'D', 'EXAMPLE.com']) await q(`search: "${s}"`)
  await q(`after: "x"`)
  console.log(JSON.stringify(await test.graph('{ me { links { edges { node { title owner { links(first: 1) { totalCount } } } } } } }', { token: ada.token })))
  console.log(JSON.stringify(await test.graph(`mutation { createUrl(longUrl: "https://example.com") { id originalUrl owner { name email } } }`, { token: ada.token })))
  console.log(JSON.stringify(await test.graph(`mutation { login(email: "${ada.email}", password: "${ada.password}") { token user { name links { totalCount } } } }`)))
  for (const expiresAt of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00', '2030-01-01T00:00:00|01:00', '2016-12-31T23:59:60Z', '2030-01-01', '2030-01-01T00:00:00', '2030-01-01t00:00:00z', '2030-01-01T00:00:00.123456Z']) {
    const l = await test.seed.link(ada)
    const r = await test.rest.patch(`/v1/urls/${l.id}`, { expiresAt }, { token: ada.token })
    console.log(expiresAt, r.status, r.text)
    const r2 = await test.rest.post(`/v1/urls`, { longUrl: 'https://example.com', expiresAt }, { token: ada.token })
    console.log(expiresAt, r2.status, r2.text)
  }
  const l = await test.seed.link(ada)
  for (const body of [{ originalUrl: '' }, { expiredUrl: '' }, { title: ' '.repeat(20) + 'x'.repeat(255) }, {title: 'x'.repeat(256)}, { utmSource: ' ' }, {customUrl: 'a\u0000b'}]) {
    const r = await test.rest.patch(`/v1/urls/${l.id}`, body, { token: ada.token })
    console.log(JSON.stringify(body), r.status, r.text)
  }
})
