import { afterAll, beforeAll, expect, it } from 'vitest'
import { MissingCodes } from '../../src/modules/publishing/links/domains/missing-codes.ts'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { at, domainOf, type SeededDomain } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

/** Writes what was collected, as the service does every few seconds. */
const write = () => test.app.recurringTasks.run('write visits of missing codes')
const visit = (domain: SeededDomain, path: string, headers: Record<string, string> = {}) =>
  test.rest.get(path, at(domain.host, headers))
const list = ({ id }: SeededDomain, query = '') =>
  test.rest.get(`/v1/domains/${id}/missing-codes${query}`, { token: ada.token })

async function visitsOf(domain: SeededDomain): Promise<[string, number][]> {
  await write()
  return (await list(domain)).json.map(({ code, visits }: { code: string; visits: number }) => [code, visits])
}

it('shows which codes people look for in vain, how often and from where, over REST and GraphQL', async () => {
  const domain = await domainOf(test, ada)
  const other = await domainOf(test, ada)
  for (const path of ['/sumer', '/Sumer?utm_source=a', '/sumer.'])
    expect((await visit(domain, path, { referer: 'https://news.example/a' })).status).toBe(404)
  await visit(domain, '/wnter')
  await visit(other, '/sumer')
  expect(await visitsOf(domain)).toEqual([
    ['sumer', 3],
    ['wnter', 1],
  ])
  // A later write adds to the earlier one.
  await visit(domain, '/sumer')
  await write()
  const at = test.clock.now().toISOString()
  const summer = { code: 'sumer', visits: 4, firstVisitAt: at, lastVisitAt: at, lastReferrerHost: null }
  expect((await list(domain, '?limit=1')).json).toEqual([expect.objectContaining(summer)])
  const document = `query ($id: ID!) {
    missingCodes(id: $id, limit: 1) { code firstVisitAt lastVisitAt lastReferrerHost visits }
  }`
  const { data } = await test.graph(document, { token: ada.token, variables: { id: domain.id } })
  expect(data.missingCodes).toEqual([summer])
})

it('has the page and the country of the latest visitor, and neither for a visitor who wants privacy', async () => {
  const domain = await domainOf(test, ada)
  const headers = { referer: 'https://news.example/a', 'x-forwarded-for': '8.8.8.8' }
  await visit(domain, '/here', headers)
  await visit(domain, '/gone', { ...headers, 'sec-gpc': '1' })
  await write()
  const origins = (await list(domain)).json.map(({ lastReferrerHost }: Record<string, unknown>) => lastReferrerHost)
  expect(new Set(origins)).toEqual(new Set(['news.example', null]))
})

it('counts neither bots, HEAD, previews nor names of files', async () => {
  const domain = await domainOf(test, ada)
  await visit(domain, '/bot', { 'user-agent': 'Googlebot/2.1' })
  await test.rest.send('HEAD', '/head', at(domain.host))
  for (const path of ['/preview+', '/wp-login.php', '/.env', '/backup.zip', '/%00', `/${'a'.repeat(300)}`, '/x/qr.svg'])
    await visit(domain, path)
  expect(await visitsOf(domain)).toEqual([])
})

it('drops a code when a link has it', async () => {
  const domain = await domainOf(test, ada)
  await visit(domain, '/later')
  expect(await visitsOf(domain)).toEqual([['later', 1]])
  await test.seed.link(ada, { domainId: domain.id, customUrl: 'Later' })
  expect(await visitsOf(domain)).toEqual([])
})

it('keeps the 1000 most visited codes of a domain, and forgets the codes of former seasons', async () => {
  const domain = await domainOf(test, ada)
  const now = test.clock.now()
  await test.sql(
    `insert into missing_code (domain_id, code, visits, first_visit_at, last_visit_at)
     select ?, 'code-' || n, 2, ?::timestamptz, ?::timestamptz - n * interval '1 hour' from generate_series(1, 1000) as n`,
    [domain.id, now, now],
  )
  await visit(domain, '/once')
  for (let n = 0; n < 3; n++) await visit(domain, '/often')
  await write()
  const codes = (await list(domain, '?limit=500')).json.map(({ code }: { code: string }) => code)
  expect(codes[0]).toBe('often')
  const count = async () =>
    (await test.sql<{ n: number }>('select count(*)::int as n from missing_code where domain_id = ?', [domain.id]))[0]
      ?.n
  expect(await count()).toBe(1000)
  expect(await test.sql(`select 1 from missing_code where domain_id = ? and code = 'once'`, [domain.id])).toEqual([])
  await test.sql(
    `update missing_code set last_visit_at = ?::timestamptz - interval '91 days' where domain_id = ? and code <> 'often'`,
    [now, domain.id],
  )
  await new MissingCodes({ orm: test.app.database.orm, clock: test.clock, log: console }).deleteUnused()
  expect(await count()).toBe(1)
})

it('keeps the visits that could not be written', async () => {
  const domain = await domainOf(test, ada)
  await test.sql(`create function refuse_missing_code() returns trigger language plpgsql as $$
    begin raise exception 'the disk is full'; end $$`)
  await test.sql(
    `create trigger refuse_missing_code before insert on missing_code for each row when (new.code = 'refused') execute function refuse_missing_code()`,
  )
  await visit(domain, '/refused')
  await write()
  await visit(domain, '/refused')
  await test.sql('drop trigger refuse_missing_code on missing_code')
  expect(await visitsOf(domain)).toEqual([['refused', 2]])
})

it('is for members of the workspace only, and takes 1 to 500 codes', async () => {
  const domain = await domainOf(test, ada)
  const eve = await test.seed.account()
  const path = `/v1/domains/${domain.id}/missing-codes`
  expectError(await test.rest.get(path, { token: eve.token }), 404, 'DOMAIN_NOT_FOUND')
  expectError(await test.rest.get(path), 401, 'UNAUTHENTICATED')
  for (const limit of [0, 501]) expectError(await list(domain, `?limit=${limit}`), 400, 'INVALID_PARAMS', ['limit'])
})
