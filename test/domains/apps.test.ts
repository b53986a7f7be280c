import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imported, linksOf } from '../imports/seed.ts'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { txtRecords } from '../support/name-servers.ts'
import type { SeededAccount } from '../support/seed.ts'
import { addMember, as } from '../workspaces/team.ts'
import { addDomain, at, domainOf, hostOf, publishRecord, type SeededDomain, waitForSite } from './seed.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const apple = '/.well-known/apple-app-site-association'
const android = '/.well-known/assetlinks.json'
const fingerprint = Array.from({ length: 32 }, (_byte, index) => (index + 160).toString(16)).join(':')
const appleApps = [{ appId: 'A1B2C3D4E5.com.example.museum', components: ['NOT /shop', '/*'] }]
const androidApps = [{ packageName: 'com.example.museum', sha256CertFingerprints: [fingerprint] }]
const apps = { appleApps, androidApps }

const setApps = ({ token }: { readonly token: string }, { id }: SeededDomain, body: object = apps) =>
  test.rest.send('PUT', `/v1/domains/${id}/apps`, { token, body })
const statusesOf = async ({ host }: SeededDomain) =>
  Promise.all([apple, android].map(async (path) => (await test.rest.get(path, at(host))).status))

async function domainWithApps(host = hostOf(test)): Promise<{ owner: SeededAccount; domain: SeededDomain }> {
  const owner = await test.seed.account()
  const domain = await domainOf(test, owner, { host })
  expect((await setApps(owner, domain)).status).toBe(200)
  return { owner, domain }
}

describe('the apps of a domain', () => {
  it('are set over both interfaces, and again without another activity', async () => {
    const owner = await test.seed.account()
    const domain = await domainOf(test, owner)
    const stored = {
      ...apps,
      androidApps: [{ ...androidApps[0], sha256CertFingerprints: [fingerprint.toUpperCase()] }],
    }
    const { status, json } = await setApps(owner, domain)
    expect([status, json]).toMatchObject([200, stored])
    const document = `mutation ($id: ID!, $input: SetDomainAppsInput!) { setDomainApps(id: $id, input: $input) {
      appleApps { appId components } androidApps { packageName sha256CertFingerprints } } }`
    const { data } = await test.graph(document, { ...as(owner), variables: { id: domain.id, input: apps } })
    expect(data.setDomainApps).toEqual(stored)
    const { json: activities } = await test.rest.get('/v1/activity?type=domain.updated', as(owner))
    expect(activities.map(({ summary }: { summary: string }) => summary)).toEqual([
      expect.stringContaining('apps for iPhones, apps for Android'),
    ])
    // All components are the default, and an absent list is empty.
    const [{ appId } = { appId: '' }] = appleApps
    expect((await setApps(owner, domain, { appleApps: [{ appId }] })).json).toMatchObject({
      appleApps: [{ appId, components: ['/*'] }],
      androidApps: [],
    })
  })

  it('are in two files of their host, without previews and codes, and in none of another host', async () => {
    const { owner, domain } = await domainWithApps()
    const other = await domainOf(test, owner)
    const file = await test.rest.get(apple, at(domain.host))
    expect(file.json).toEqual({
      applinks: {
        details: [
          {
            appIDs: ['A1B2C3D4E5.com.example.museum'],
            components: [...['/*+', '/*/qr*', '/shop'].map((path) => ({ '/': path, exclude: true })), { '/': '/*' }],
          },
        ],
      },
    })
    expect((await test.rest.get(android, at(domain.host))).json).toEqual([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: 'com.example.museum',
          sha256_cert_fingerprints: [fingerprint.toUpperCase()],
        },
      },
    ])
    for (const path of [apple, android]) {
      const { status, headers } = await test.rest.send('HEAD', path, at(domain.host))
      expect([status, headers['content-type'], headers['cache-control'], headers.location]).toEqual([
        ...[200, 'application/json; charset=utf-8', 'no-cache', undefined],
      ])
      expect((await test.rest.send('POST', path, { ...at(domain.host), body: {} })).status).toBe(404)
      expect((await test.rest.get(path, at('tack.test'))).status).toBe(404)
    }
    expect(await statusesOf(other)).toEqual([404, 404])
    expect((await setApps(owner, domain, { appleApps })).status).toBe(200)
    expect(await statusesOf(domain)).toEqual([200, 404])
  })

  it('need a login of an admin that was proved in the last 10 minutes', async () => {
    const owner = await test.seed.account()
    const { json } = await test.rest.post('/v1/workspaces', { name: 'Acme' }, as(owner))
    await test.sql(`update workspace set plan = 'business' where id = ?`, [json.id])
    const rest = test.rest.withHeaders({ 'x-workspace-id': json.id })
    const domain = await addDomain({ ...test, rest }, owner)
    const member = await test.seed.account()
    await addMember(test, { id: json.id, owner }, member)
    expectError(await setApps(member, domain), 403, 'ROLE_TOO_LOW')
    expectError(await setApps(await test.seed.account(), domain), 404, 'DOMAIN_NOT_FOUND')
    const { key } = await test.seed.key(owner)
    expectError(await setApps({ token: key }, domain), 403, 'SESSION_REQUIRED')
    test.clock.advance({ minutes: 11 })
    expectError(await setApps(owner, domain), 403, 'STEP_UP_REQUIRED')
    const proof = { password: owner.password }
    await test.rest.post('/v1/auth/sessions/proofs', proof, as(owner))
    expect((await setApps(owner, domain)).status).toBe(200)
  })

  it.each([
    ['appleApps.0.appId', { appleApps: [{ appId: 'a1b2c3d4e5.com.example' }] }],
    ['appleApps.0.appId', { appleApps: [{ appId: 'A1B2C3D4E5.com."example' }] }],
    ['appleApps.1.components', { appleApps: [appleApps[0], { appId: 'A1B2C3D4E5.b', components: ['shop'] }] }],
    ['appleApps.0.components', { appleApps: [{ appId: 'A1B2C3D4E5.b', components: [`/${'x'.repeat(128)}`] }] }],
    ['appleApps.0.components', { appleApps: [{ appId: 'A1B2C3D4E5.b', components: [] }] }],
    ['appleApps.0.components', { appleApps: [{ appId: 'A1B2C3D4E5.b', components: ['/a b'] }] }],
    ['appleApps', { appleApps: [...appleApps, ...appleApps] }],
    ['appleApps', { appleApps: Array.from({ length: 11 }, (_app, index) => ({ appId: `A1B2C3D4E5.b${index}` })) }],
    ['androidApps.0.packageName', { androidApps: [{ ...androidApps[0], packageName: 'museum' }] }],
    ['androidApps.0.packageName', { androidApps: [{ ...androidApps[0], packageName: 'com.1museum' }] }],
    [
      'androidApps.0.sha256CertFingerprints',
      { androidApps: [{ ...androidApps[0], sha256CertFingerprints: [fingerprint.slice(3)] }] },
    ],
    [
      'androidApps.0.sha256CertFingerprints',
      { androidApps: [{ ...androidApps[0], sha256CertFingerprints: [fingerprint, fingerprint.toUpperCase()] }] },
    ],
    ['androidApps', { androidApps: [...androidApps, ...androidApps] }],
  ])('are refused at %s', async (field, body) => {
    const owner = await test.seed.account()
    const domain = await addDomain(test, owner)
    expectError(await setApps(owner, domain, body), 400, 'INVALID_PARAMS', [field])
  })
})

describe('the files of a domain', () => {
  it('are gone when it is released, and neither its next owner nor the former one inherits them', async () => {
    const { owner, domain } = await domainWithApps()
    // A login ends after a day.
    const { key: formerKey } = await test.seed.key(owner)
    txtRecords.delete(domain.verificationRecord.name)
    for (const days of [1, 1, 14]) {
      test.clock.advance({ days })
      await test.app.recurringTasks.run('check domains')
    }
    await waitForSite(test, domain.host, 404)
    const next = await test.seed.account()
    const second = await addDomain(test, next, { host: domain.host })
    publishRecord(second)
    const verified = await test.rest.post(`/v1/domains/${second.id}/verify`, undefined, as(next))
    expect(verified.json).toMatchObject({ status: 'verified', appleApps: [], androidApps: [] })
    expect(await statusesOf(second)).toEqual([404, 404])
    const { key } = await test.seed.key(next)
    expect((await test.rest.delete(`/v1/domains/${second.id}`, { token: key })).status).toBe(200)
    // The former owner proves the host again, but its apps are set again with a proof of identity.
    publishRecord(domain)
    const former = await test.rest.post(`/v1/domains/${domain.id}/verify`, undefined, { token: formerKey })
    expect(former.json).toMatchObject({ status: 'verified', appleApps: [], androidApps: [] })
    expect(await statusesOf(domain)).toEqual([404, 404])
  })

  it('are gone with the release on another node, before this one has heard of it', async () => {
    const { domain } = await domainWithApps()
    // Without a notification this node still takes the host for the domain.
    await test.sql('alter table domain disable trigger domain_changed')
    try {
      await test.sql(`update domain set status = 'pending' where id = ?`, [domain.id])
      expect((await test.rest.get('/', at(domain.host))).status).not.toBe(421)
      expect(await statusesOf(domain)).toEqual([404, 404])
    } finally {
      await test.sql('alter table domain enable trigger domain_changed')
    }
  })

  it('are hidden while the workspace is suspended', async () => {
    const { owner, domain } = await domainWithApps()
    await test.sql('update workspace set suspended_at = now() where id = ?', [owner.workspaceId])
    expect(await statusesOf(domain)).toEqual([404, 404])
  })

  it('cannot be hidden by a code', async () => {
    const { owner, domain } = await domainWithApps()
    const longUrl = 'https://example.com/evil'
    const content = `Destination URL,Custom Link\n${longUrl},https://${domain.host}/.well-known\n`
    await imported(test, owner, { source: 'bitly', content })
    const codes = Object.keys(await linksOf(test, owner))
    expect(codes.filter((code) => code.includes('well-known'))).toEqual([])
    const body = { longUrl, customUrl: 'well-known', domainId: domain.id, forwardPath: true }
    expectError(await test.rest.post('/v1/urls', body, as(owner)), 400, 'SLUG_RESERVED')
    expect(await statusesOf(domain)).toEqual([200, 200])
  })
})
