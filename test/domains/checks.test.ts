import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StartedApp, TestApp } from '../support/app.ts'
import { sharedMailApp } from '../support/mail-app.ts'
import type { MailServer } from '../support/mail-server.ts'
import { txtLookups, txtRecords } from '../support/name-servers.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, verifyEmail } from '../workspaces/team.ts'
import { addDomain, at, hostOf, publishRecord, type SeededDomain, waitForSite } from './seed.ts'

let server: MailServer
let test: StartedApp
beforeAll(async () => {
  ;({ test, server } = await sharedMailApp())
})
afterAll(async () => {
  await test.close()
})

const read = async (account: SeededAccount, { id }: SeededDomain) =>
  (await test.rest.get(`/v1/domains/${id}`, as(account))).json
const verify = (account: SeededAccount, { id }: SeededDomain) =>
  test.rest.post(`/v1/domains/${id}/verify`, undefined, as(account))

/** A domain that was verified by its record, and its owner, who can get mails. */
async function verifiedDomain(host = hostOf(test)): Promise<{ owner: SeededAccount; domain: SeededDomain }> {
  const account = await test.seed.account()
  await verifyEmail(test, account)
  // A login ends after a day.
  const owner = { ...account, token: (await test.seed.key(account)).key }
  const domain = await addDomain(test, owner, { host })
  publishRecord(domain)
  expect((await verify(owner, domain)).status).toBe(200)
  return { owner, domain }
}

const check = async (days = 1, nodes: readonly Pick<TestApp['app'], 'recurringTasks'>[] = [test.app]) => {
  test.clock.advance({ days })
  await Promise.all(nodes.map(({ recurringTasks }) => recurringTasks.run('check domains')))
}

/** The subjects of the mails to an account, when all have been sent. */
async function subjectsTo({ email }: SeededAccount): Promise<string[]> {
  await expect.poll(() => test.sql(`select 1 from jobs.job where name = 'mail'`), { timeout: 20_000 }).toEqual([])
  return server.mails
    .filter(({ recipients }) => recipients.includes(email))
    .map((mail) => mail.header('Subject'))
    .toSorted()
}

const warning = ({ host }: SeededDomain) => `The DNS record of ${host} is missing`
const release = ({ host }: SeededDomain) => `${host} was released`

describe('the record of a verified domain', () => {
  it('is looked up once a day', async () => {
    const { owner, domain } = await verifiedDomain()
    txtLookups.length = 0
    const lookups = () => txtLookups.filter((name) => name === domain.verificationRecord.name).length
    test.clock.advance({ hours: 23 })
    await test.app.recurringTasks.run('check domains')
    expect(lookups()).toBe(0)
    await check()
    await test.app.recurringTasks.run('check domains')
    expect(lookups()).toBe(1)
    expect(await read(owner, domain)).toMatchObject({ status: 'verified', unprovenSince: null })
  })

  it('that is missing is told after a second look, and after 14 days another workspace can have the host', async () => {
    const { owner, domain } = await verifiedDomain()
    const { name } = domain.verificationRecord
    const link = await test.seed.link(owner, { domainId: domain.id, customUrl: 'sale' })
    txtRecords.delete(name)
    await check()
    const unprovenSince = test.clock.now().toISOString()
    expect(await read(owner, domain)).toMatchObject({ status: 'verified', unprovenSince })
    expect(await subjectsTo(owner)).toEqual([])
    await check()
    expect(await subjectsTo(owner)).toEqual([warning(domain)])
    // Name servers that fail prove nothing, and are no reason to release it earlier.
    txtRecords.set(name, Object.assign(new Error('ESERVFAIL'), { code: 'ESERVFAIL' }))
    await check(12)
    expect(await read(owner, domain)).toMatchObject({ status: 'verified', unprovenSince })
    expect((await test.rest.get('/sale', at(domain.host))).status).toBe(302)
    await check()
    expect(await read(owner, domain)).toMatchObject({ status: 'pending', verifiedAt: null, unprovenSince: null })
    expect((await test.rest.get('/sale', at(domain.host))).status).toBe(421)
    expect(await subjectsTo(owner)).toEqual([release(domain), warning(domain)].toSorted())
    const { json: login } = await test.rest.post('/v1/auth/login', { email: owner.email, password: owner.password })
    const warnings = await test.rest.get('/v1/activity?type=domain.unproven', as(login))
    expect(warnings.json).toMatchObject([{ severity: 'warning', subjectId: domain.id }])
    const { json: activities } = await test.rest.get('/v1/activity?type=domain.released', as(login))
    expect(activities).toMatchObject([{ actor: 'system', subjectId: domain.id, severity: 'warning' }])
    txtRecords.delete(name)
    const { owner: newOwner, domain: taken } = await verifiedDomain(domain.host)
    await test.seed.link(newOwner, { domainId: taken.id, customUrl: 'sale', longUrl: 'https://example.com/new' })
    expect((await test.rest.get('/sale', at(domain.host))).headers.location).toBe('https://example.com/new')
    expect((await test.rest.get(`/v1/urls/${link.id}`, as(owner))).status).toBe(200)
  })

  it('that is set again keeps the domain', async () => {
    const { owner, domain } = await verifiedDomain()
    txtRecords.delete(domain.verificationRecord.name)
    for (let day = 0; day < 13; day++) await check()
    publishRecord(domain)
    await check()
    txtRecords.delete(domain.verificationRecord.name)
    await check(14)
    expect(await read(owner, domain)).toMatchObject({
      status: 'verified',
      unprovenSince: test.clock.now().toISOString(),
    })
    expect(await subjectsTo(owner)).toEqual([warning(domain)])
  })

  it('is told before the release, however long the service did not run', async () => {
    const { owner, domain } = await verifiedDomain()
    txtRecords.delete(domain.verificationRecord.name)
    await check()
    await check(20)
    expect(await read(owner, domain)).toMatchObject({ status: 'verified' })
    await check()
    expect(await read(owner, domain)).toMatchObject({ status: 'pending' })
    expect(await subjectsTo(owner)).toEqual([release(domain), warning(domain)].toSorted())
  })

  it('is looked up by one of two nodes, so that its workspace gets each mail once', async (context) => {
    if (test.database === 'embedded') return context.skip('The embedded database supports one process.')
    const sibling = await test.sibling()
    try {
      const { owner, domain } = await verifiedDomain()
      txtRecords.delete(domain.verificationRecord.name)
      txtLookups.length = 0
      for (let day = 0; day < 16; day++) await check(1, [test.app, sibling])
      expect(txtLookups.filter((name) => name === domain.verificationRecord.name)).toHaveLength(15)
      expect(await subjectsTo(owner)).toEqual([release(domain), warning(domain)].toSorted())
      await waitForSite(sibling, domain.host, 404)
    } finally {
      await sibling.close()
    }
  })
})
