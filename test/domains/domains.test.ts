import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { seedTeam } from '../workspaces/team.ts'
import { addDomain, at, domainOf, hostOf, waitForSite } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const create = (body: unknown, { token } = ada) => test.rest.post('/v1/domains', body, { token })
const read = (id: string, { token } = ada) => test.rest.get(`/v1/domains/${id}`, { token })
const update = (id: string, body: unknown, { token } = ada) => test.rest.patch(`/v1/domains/${id}`, body, { token })
const remove = (id: string, { token } = ada) => test.rest.delete(`/v1/domains/${id}`, { token })

describe('POST /domains', () => {
  it('returns 201 with a pending domain and the DNS record to set', async () => {
    const host = hostOf(test)
    const now = test.clock.now().toISOString()
    const { status, json } = await create({ host: ` ${host.toUpperCase()}. `, notFoundUrl: 'https://example.org/lost' })
    expect([status, json]).toEqual([
      201,
      {
        id: expect.stringMatching(/^dom_[0-9a-z]{26}$/),
        workspaceId: ada.workspaceId,
        ...{
          host,
          status: 'pending',
          isDefault: false,
          appleApps: [],
          androidApps: [],
          verifiedAt: null,
          unprovenSince: null,
        },
        verificationRecord: {
          type: 'TXT',
          name: `_tack.${host}`,
          value: expect.stringMatching(/^tack-verify=[0-9a-f]{40}$/),
        },
        ...{ expiredUrl: null, notFoundUrl: 'https://example.org/lost', rootUrl: null },
        ...{ createdAt: now, updatedAt: now },
      },
    ])
    expect((await read(json.id)).json).toEqual(json)
    expect((await test.rest.get('/v1/domains', { token: ada.token })).json[0]).toEqual(json)
  })

  it('stores an international name in ASCII', async () => {
    const eve = await test.seed.account()
    expect((await create({ host: 'Straße.例え.jp' }, eve)).json.host).toBe('xn--strae-oqa.xn--r8jz45g.jp')
    expectError(await create({ host: 'xn--strae-oqa.例え.jp' }, eve), 409, 'DOMAIN_EXISTS')
  })

  it.each([
    ...['', ' ', 'localhost', 'example', 'go.example.com:8080', 'https://go.example.com', 'go.example.com/x'],
    ...['a@go.example.com', '*.example.com', '127.0.0.1', '0x7f.1', '[::1]', 'go.example.123', 'go..example.com'],
    ...['-go.example.com', 'go-.example.com', 'go_1.example.com', 'go.example.com\u0000', 'go exam.com'],
    ...[`${'a'.repeat(64)}.example.com`, `${'a.'.repeat(124)}com`, 'go%2eexample.com', 'go\\example.com'],
  ])('returns 400 for the host %j', async (host) => {
    expectError(await create({ host }), 400, 'INVALID_PARAMS', ['host'])
  })

  it('returns 400 for hosts of the service, and names below them', async () => {
    for (const host of ['tack.test', 'TACK.TEST.', 'www.tack.test', 'go.tack.test', 'x.localhost'])
      expectError(await create({ host }), 400, 'INVALID_PARAMS', ['host'])
    // Only names below, not those that merely end alike.
    expect((await create({ host: `${test.seed.word()}-tack.test` })).status).toBe(201)
  })

  it('returns 400 for addresses that no link can have, and for one on the domain itself', async () => {
    const host = hostOf(test)
    for (const url of ['ftp://example.com', 'http://127.0.0.1/x', 'javascript:alert(1)'])
      expect((await create({ host, expiredUrl: url })).status).toBe(400)
    expectError(await create({ host, notFoundUrl: 'http://tack.test/x' }), 400, 'DESTINATION_LOOP', ['notFoundUrl'])
    expectError(await create({ host, notFoundUrl: `https://${host}/x` }), 400, 'DESTINATION_LOOP', ['notFoundUrl'])
  })

  it('returns 409 for a host that the workspace has, also for concurrent requests; another workspace may ask for it', async () => {
    const host = hostOf(test)
    const answers = await Promise.all([create({ host }), create({ host }), create({ host: `${host}.` })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expectError(await create({ host }), 409, 'DOMAIN_EXISTS', ['host'])
    expect((await create({ host }, await test.seed.account())).status).toBe(201)
  })

  it('returns 401 without a credential, and 403 below the role of an admin', async () => {
    expect((await test.rest.post('/v1/domains', { host: hostOf(test) })).status).toBe(401)
    const team = await seedTeam(test)
    const body = { host: hostOf(test), workspaceId: team.id }
    expectError(await create(body, team.member), 403, 'ROLE_TOO_LOW')
    const { json } = await create(body, team.admin)
    expectError(await update(json.id, { expiredUrl: null }, team.member), 403, 'ROLE_TOO_LOW')
    expectError(await remove(json.id, team.member), 403, 'ROLE_TOO_LOW')
    expect((await read(json.id, team.viewer)).json).toEqual(json)
  })

  it('returns 403 beyond fifty domains', async () => {
    const eve = await test.seed.account()
    await test.sql(
      `insert into domain (id, workspace_id, host, verification_token, created_at, updated_at)
       select 'dom_' || ? || number, ?, number || '.many.example', 'x', now(), now() from generate_series(1, 49) as number`,
      [eve.workspaceId, eve.workspaceId],
    )
    const answers = await Promise.all([create({ host: hostOf(test) }, eve), create({ host: hostOf(test) }, eve)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403])
  })
})

describe('PATCH and DELETE /domains/{id}', () => {
  it('change where visitors of missing links go, for the next visit', async () => {
    const { id, host } = await domainOf(test, ada)
    expect((await test.rest.get('/nothing', at(host))).status).toBe(404)
    const changed = await update(id, {
      notFoundUrl: 'https://example.org/lost',
      expiredUrl: 'https://example.org/late',
    })
    expect([changed.status, changed.json]).toMatchObject([200, { notFoundUrl: 'https://example.org/lost' }])
    expect((await test.rest.get('/nothing', at(host))).headers.location).toBe('https://example.org/lost')
    const cleared = await update(id, { notFoundUrl: null })
    expect(cleared.json).toMatchObject({ notFoundUrl: null, expiredUrl: 'https://example.org/late' })
    expect((await test.rest.get('/nothing', at(host))).status).toBe(404)
  })

  it('return 404 for another account, and 400 for an address that no link can have', async () => {
    const { id, host } = await addDomain(test, ada)
    const eve = await test.seed.account()
    for (const answer of [await read(id, eve), await update(id, {}, eve), await remove(id, eve)])
      expectError(answer, 404, 'DOMAIN_NOT_FOUND')
    expectError(await update(id, { notFoundUrl: `https://${host}` }), 400, 'DESTINATION_LOOP', ['notFoundUrl'])
    expect((await update(id, { host: hostOf(test) })).json.host).toBe(host)
  })

  it('leads visitors of its root where its owner wants, and others as before', async () => {
    const { id, host } = await domainOf(test, ada, { notFoundUrl: 'https://example.org/lost' })
    const rootUrl = 'https://example.org/museum'
    expect((await update(id, { rootUrl })).json).toMatchObject({ rootUrl, notFoundUrl: 'https://example.org/lost' })
    const leads = async (path: string) => (await test.rest.get(path, at(host))).headers.location
    expect([await leads('/'), await leads('/nothing')]).toEqual([rootUrl, 'https://example.org/lost'])
    expectError(await update(id, { rootUrl: `https://${host}/x` }), 400, 'DESTINATION_LOOP', ['rootUrl'])
    const wrong = { rootUrl: `https://${host}/x`, notFoundUrl: 'https://tack.test/x' }
    expectError(await update(id, wrong), 400, 'INVALID_PARAMS', ['notFoundUrl', 'rootUrl'])
    await update(id, { rootUrl: null })
    expect(await leads('/')).toBe('https://example.org/lost')
  })

  it('a deleted domain is unknown at the next request', async () => {
    const { id, host } = await domainOf(test, ada, { notFoundUrl: 'https://example.org/lost' })
    expect((await remove(id)).json).toEqual({ success: true })
    expect((await test.rest.get('/nothing', at(host))).status).toBe(421)
    expectError(await read(id), 404, 'DOMAIN_NOT_FOUND')
  })

  it('DELETE returns 409 with the number of its links, and 200 when they are gone', async () => {
    const { id, host } = await domainOf(test, ada)
    const links = [await test.seed.link(ada, { domainId: id }), await test.seed.link(ada, { domainId: id })]
    const refused = await remove(id)
    expectError(refused, 409, 'DOMAIN_HAS_LINKS')
    expect(refused.json.error.details).toMatchObject([{ linkCount: 2 }])
    expect((await test.rest.get(`/${links[0]?.shortUrl}`, at(host))).status).toBe(302)
    for (const link of links) await test.rest.delete(`/v1/urls/${link.id}`, { token: ada.token })
    expect((await remove(id)).status).toBe(200)
  })

  it('a link that is created while its domain is deleted is refused, or keeps the domain', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await domainOf(test, ada)
      const [created, deleted] = await Promise.all([
        test.rest.post('/v1/urls', { longUrl: 'https://example.com', domainId: id }, { token: ada.token }),
        remove(id),
      ])
      expect([
        [201, 409],
        [400, 200],
      ]).toContainEqual([created.status, deleted.status])
    }
  })

  it('are recorded as activities, and are events for webhooks', async () => {
    const eve = await test.seed.account()
    await test.seed.webhook(eve, { events: ['domain.created', 'domain.updated', 'domain.deleted'] })
    const { id, host } = await addDomain(test, eve)
    await update(id, { notFoundUrl: 'https://example.org' }, eve)
    await remove(id, eve)
    const { json } = await test.rest.get('/v1/activity', { token: eve.token })
    expect(json.map(({ type, summary }: { type: string; summary: string }) => [type, summary]).slice(0, 3)).toEqual([
      ['domain.deleted', `Domain ${host} was deleted.`],
      ['domain.updated', `Domain ${host} was changed: address for unknown links.`],
      ['domain.created', `Domain ${host} was added.`],
    ])
    const events = await test.sql<{ payload: string }>('select payload from event where workspace_id = ? order by id', [
      eve.workspaceId,
    ])
    const changes = { notFoundUrl: { from: null, to: 'https://example.org' } }
    expect(events.map(({ payload }) => JSON.parse(payload))).toMatchObject([
      { type: 'domain.created', data: { domain: { id, host, status: 'pending', notFoundUrl: null } } },
      { type: 'domain.updated', data: { domain: { id }, changes } },
      { type: 'domain.deleted', data: { domain: { id } } },
    ])
    expect(events.map(({ payload }) => payload).join()).not.toContain('tack-verify')
  })
})

describe('GET /domains/allowed', () => {
  const ask = (domain: string) => test.rest.get(`/v1/domains/allowed?domain=${encodeURIComponent(domain)}`)

  it('returns 200 for verified domains and hosts of the service, and 404 for all others', async () => {
    const pending = await addDomain(test, ada)
    const { host } = await domainOf(test, ada)
    expect((await ask(host)).json).toEqual({ domain: host })
    for (const name of ['tack.test', 'localhost', host.toUpperCase()]) expect((await ask(name)).status).toBe(200)
    for (const name of [
      pending.host,
      `x.${host}`,
      'example.com',
      '',
      'unknown',
      `${host}/x`,
      `${host}:80`,
      '127.0.0.1',
    ])
      expectError(await ask(name), 404, 'DOMAIN_NOT_FOUND')
    expect((await test.rest.get('/v1/domains/allowed')).status).toBe(400)
  })

  it('is told nothing by the hosts that others have asked for', async () => {
    const { host } = await domainOf(test, ada)
    // Each is answered, so that the node remembers how to find its site.
    const named = ['', ' ', '127.0.0.1', '[::1]', '192.0.2.7:443', 'evil.example:443', `${host}:443`, `${host}.`]
    for (const name of named) {
      await test.rest.get('/healthz', { headers: { host: name } })
      await test.rest.get('/nothing', at(name))
    }
    for (const name of [
      ...named.slice(0, -1),
      '*.evil.example',
      'evil.example:8443',
      'evil.example',
      '::1',
      '192.0.2.7',
    ])
      expectError(await ask(name), 404, 'DOMAIN_NOT_FOUND')
    expect((await ask(host)).status).toBe(200)
  })

  it('knows no domain of a deleted workspace, until it is restored', async () => {
    const team = await seedTeam(test)
    const domain = await domainOf(test, team.owner, { workspaceId: team.id })
    const link = await test.seed.link(team.owner, { workspaceId: team.id, domainId: domain.id })
    const path = `/v1/workspaces/${team.id}`
    await test.rest.delete(`${path}?confirm=${team.slug}`, { token: team.owner.token })
    await waitForSite(test, domain.host, 404)
    expect((await test.rest.get(`/${link.shortUrl}`, at(domain.host))).status).toBe(421)
    await test.rest.post(`${path}/restore`, {}, { token: team.owner.token })
    await waitForSite(test, domain.host, 200)
    expect((await test.rest.get(`/${link.shortUrl}`, at(domain.host))).status).toBe(302)
  })
})
