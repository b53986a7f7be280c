import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp, withSettings } from '../support/app.ts'
import { txtLookups, txtRecords } from '../support/name-servers.ts'
import type { SeededAccount } from '../support/seed.ts'
import { seedTeam } from '../workspaces/team.ts'
import { addDomain, at, domainOf, hostOf, publishRecord, waitForSite } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const verify = ({ id }: { id: string }, { token } = ada) =>
  test.rest.post(`/v1/domains/${id}/verify`, undefined, { token })

describe('POST /domains/{id}/verify', () => {
  it('returns 200 when the record exists, and the host is served at once', async () => {
    const domain = await addDomain(test, ada)
    expect((await test.rest.get('/', at(domain.host))).status).toBe(421)
    publishRecord(domain)
    const { status, json } = await verify(domain)
    const now = test.clock.now().toISOString()
    expect([status, json]).toEqual([200, { ...domain, status: 'verified', verifiedAt: now, updatedAt: now }])
    expect((await test.rest.get('/', at(domain.host))).status).toBe(200)
    const { json: activities } = await test.rest.get('/v1/activity', { token: ada.token })
    expect(activities[0]).toMatchObject({ type: 'domain.verified', summary: `Domain ${domain.host} was verified.` })
  })

  it('returns 200 without a lookup for a verified domain', async () => {
    const domain = await addDomain(test, ada)
    publishRecord(domain)
    await verify(domain)
    txtRecords.clear()
    txtLookups.length = 0
    expect((await verify(domain)).json.status).toBe('verified')
    expect(txtLookups).toEqual([])
  })

  it('finds a record in several parts, among others', async () => {
    const domain = await addDomain(test, ada)
    const { name, value } = domain.verificationRecord
    txtRecords.set(name, [['v=spf1 -all'], [value.slice(0, 20), value.slice(20)]])
    expect((await verify(domain)).status).toBe(200)
  })

  it.each<[string, string[][] | Error | undefined, string]>([
    ['no record', undefined, 'does not exist'],
    ['records of another type', Object.assign(new Error('ENODATA'), { code: 'ENODATA' }), 'does not exist'],
    ['another value', [['tack-verify=0123456789012345678901234567890123456789']], 'has another value'],
    ['a server failure', Object.assign(new Error('ESERVFAIL'), { code: 'ESERVFAIL' }), 'could not be looked up'],
  ])('returns 422 for %s, and names the record to set', async (_what, answer, issue) => {
    const domain = await addDomain(test, ada)
    const { name, value } = domain.verificationRecord
    if (answer) txtRecords.set(name, answer)
    const refused = await verify(domain)
    expectError(refused, 422, 'DOMAIN_NOT_VERIFIED')
    const { error } = refused.json
    expect(error.resolution).toContain(`name ${name} and the value ${value}`)
    expect(error.details).toEqual([
      { field: 'host', issue: `the TXT record ${name} ${issue}`, type: 'TXT', name, value },
    ])
    const document = 'mutation ($id: ID!) { verifyDomain(id: $id) { status } }'
    expectGraphqlError(
      await test.graph(document, { token: ada.token, variables: { id: domain.id } }),
      422,
      'DOMAIN_NOT_VERIFIED',
    )
    expect((await test.rest.get('/', at(domain.host))).status).toBe(421)
  })

  it('of two workspaces that both prove a host, one gets it and the other 409', { tags: 'race' }, async () => {
    const eve = await test.seed.account()
    const host = hostOf(test)
    const [ofAda, ofEve] = [await addDomain(test, ada, { host }), await addDomain(test, eve, { host })]
    publishRecord(ofAda)
    publishRecord(ofEve)
    const answers = await Promise.all([verify(ofAda), verify(ofEve, eve)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expectError(answers.find(({ status }) => status === 409) ?? answers[0], 409, 'DOMAIN_TAKEN', ['host'])
  })

  it('gets the domain of a deleted workspace when nobody can restore that any more, and the 409 before says when', async () => {
    const team = await seedTeam(test)
    const host = hostOf(test)
    const former = await domainOf(test, team.owner, { workspaceId: team.id, host })
    const domain = await addDomain(test, ada, { host })
    publishRecord(domain)
    expect((await verify(domain)).json.error.details[0]).not.toHaveProperty('until')
    const deletedAt = test.clock.now()
    await test.rest.delete(`/v1/workspaces/${team.id}?confirm=${team.slug}`, { token: team.owner.token })
    const until = new Date(deletedAt.getTime() + 7 * 86_400_000).toISOString()
    const refused = await verify(domain)
    expectError(refused, 409, 'DOMAIN_TAKEN', ['host'])
    expect(refused.json.error).toMatchObject({
      message: `A deleted workspace has this domain until ${until}.`,
      details: [{ until }],
      resolution: expect.stringContaining(`after ${until}`),
    })
    const document = 'mutation ($id: ID!) { verifyDomain(id: $id) { status } }'
    const { errors } = await test.graph(document, { token: ada.token, variables: { id: domain.id } })
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'DOMAIN_TAKEN', details: [{ until }] } })

    // The time of the deletion instead of the clock, which ends sessions too. The purge has not come yet.
    const earlier = new Date(deletedAt.getTime() - 7 * 86_400_000)
    await test.sql('update workspace set deleted_at = ? where id = ?', [earlier, team.id])
    expect((await verify(domain)).json.status).toBe('verified')
    expect((await test.rest.get('/', at(host))).status).toBe(200)
    const [row] = await test.sql<{ status: string }>('select status from domain where id = ?', [former.id])
    expect([undefined, 'pending']).toContain(row?.status)
  })

  it('the record of one workspace proves nothing for another', async () => {
    const eve = await test.seed.account()
    const host = hostOf(test)
    const [ofAda, ofEve] = [await addDomain(test, ada, { host }), await addDomain(test, eve, { host })]
    publishRecord(ofAda)
    expectError(await verify(ofEve, eve), 422, 'DOMAIN_NOT_VERIFIED')
  })

  it('returns 404 for the domain of another account, without a lookup', async () => {
    const domain = await addDomain(test, ada)
    publishRecord(domain)
    txtLookups.length = 0
    expectError(await verify(domain, await test.seed.account()), 404, 'DOMAIN_NOT_FOUND')
    expect(txtLookups).toEqual([])
  })

  it('another owner of a host starts with no codes of the former one', async () => {
    const eve = await test.seed.account()
    const host = hostOf(test)
    const former = await addDomain(test, ada, { host })
    publishRecord(former)
    await verify(former)
    const link = await test.seed.link(ada, { domainId: former.id, customUrl: 'sale' })
    await test.rest.get('/sale', at(host))
    await test.rest.delete(`/v1/urls/${link.id}`, { token: ada.token })
    // The code stays reserved in the namespace, even for its former owner's other domains of the same name.
    expect((await test.rest.get('/sale', at(host))).status).toBe(404)
    await test.rest.delete(`/v1/domains/${former.id}`, { token: ada.token })
    const later = await addDomain(test, eve, { host })
    publishRecord(later)
    expect((await verify(later, eve)).status).toBe(200)
    const longUrl = 'https://example.com/of-eve'
    await test.seed.link(eve, { domainId: later.id, customUrl: 'sale', longUrl })
    expect((await test.rest.get('/sale', at(host))).headers.location).toBe(longUrl)
  })
})

describe('with limits', () => {
  it('returns 429 for the eleventh verification within a minute', async () => {
    const limited = withSettings(test, { RATE_LIMITS: 'on' })
    try {
      const eve = await limited.seed.account()
      const { id } = await addDomain(limited, eve)
      const statuses: number[] = []
      for (let attempt = 0; attempt < 11; attempt++)
        statuses.push((await limited.rest.post(`/v1/domains/${id}/verify`, undefined, { token: eve.token })).status)
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
    } finally {
      await limited.close()
    }
  })
})

describe('on two nodes', () => {
  it('a change on one is soon effective on the other', { tags: 'race' }, async (context) => {
    if (test.database === 'embedded') return context.skip('The embedded database supports one process.')
    const sibling = await test.sibling()
    try {
      const domain = await addDomain(test, ada)
      publishRecord(domain)
      await verify(domain)
      const link = await test.seed.link(ada, { domainId: domain.id })
      await waitForSite(sibling, domain.host, 200)
      expect((await sibling.rest.get(`/${link.shortUrl}`, at(domain.host))).status).toBe(302)
      await test.rest.delete(`/v1/urls/${link.id}`, { token: ada.token })
      await test.rest.delete(`/v1/domains/${domain.id}`, { token: ada.token })
      await waitForSite(sibling, domain.host, 404)
      expect((await sibling.rest.get(`/${link.shortUrl}`, at(domain.host))).status).toBe(421)
    } finally {
      await sibling.close()
    }
  })
})
