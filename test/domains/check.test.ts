import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../links/answers.ts'
import { listen, sharedApp, type TestApp } from '../support/app.ts'
import { loopbackCertificate, loopbackKey } from '../support/loopback-certificate.ts'
import { nameServers, txtRecords } from '../support/name-servers.ts'
import type { SeededAccount } from '../support/seed.ts'
import { seedTeam } from '../workspaces/team.ts'
import { addDomain, domainOf, publishRecord, type SeededDomain } from './seed.ts'

let test: TestApp
let ada: SeededAccount
const { resolveAddresses } = nameServers
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterEach(() => {
  Object.assign(nameServers, { resolveAddresses })
  test.change({})
})
afterAll(() => test.close())

const check = ({ id }: { id: string }, { token } = ada) => test.rest.get(`/v1/domains/${id}/check`, { token })
const leadTo = (...addresses: string[]) => Object.assign(nameServers, { resolveAddresses: async () => addresses })
const stateOf = async ({ id }: SeededDomain) => (await test.sql('select * from domain where id = ?', [id]))[0]

describe('GET /domains/{id}/check', () => {
  it('returns what is found beside what is wanted, and changes nothing', async () => {
    const domain = await addDomain(test, ada)
    const { name, value } = domain.verificationRecord
    test.change({ SHORT_URL: `http://tack.test:${await listen(test)}` })
    leadTo('127.0.0.1')
    txtRecords.set(name, [['tack-verify=of-somebody-else'], ['v=spf1']])
    const before = await stateOf(domain)
    const { status, json } = await check(domain)
    expect([status, json]).toEqual([
      200,
      {
        domainId: domain.id,
        wantedRecord: domain.verificationRecord,
        recordState: 'different',
        foundRecords: ['tack-verify=of-somebody-else', 'v=spf1'],
        wantedHost: 'tack.test',
        foundAddresses: ['127.0.0.1'],
        answer: 'this_service',
        answerIssue: null,
        certificate: null,
        checkedAt: test.clock.now().toISOString(),
        lastCheckedAt: null,
        nextCheckAt: null,
      },
    ])
    publishRecord(domain)
    const document = 'query ($id: ID!) { domainCheck(id: $id) { recordState foundRecords } }'
    const answer = await test.graph(document, { token: ada.token, variables: { id: domain.id } })
    expect(answer.data.domainCheck).toMatchObject({ recordState: 'FOUND', foundRecords: { length: 3 } })
    expect(answer.data.domainCheck.foundRecords).toContain(value)
    expect(await stateOf(domain)).toEqual(before)
  })

  it('returns when a verified domain is looked up next, and its certificate, trusted or not', async () => {
    const stranger = createServer({ cert: loopbackCertificate, key: loopbackKey }, (_request, response) => {
      response.end('This domain is parked.')
    }).listen(0, '127.0.0.1')
    await once(stranger, 'listening')
    const domain = await domainOf(test, ada)
    test.change({ SHORT_URL: `https://tack.test:${(stranger.address() as AddressInfo).port}` })
    leadTo('127.0.0.1')
    const { json } = await check(domain)
    expect(json).toMatchObject({
      recordState: 'missing',
      foundRecords: [],
      answer: 'another_service',
      certificate: { endsAt: expect.stringMatching(/^2126-/), issue: expect.stringMatching(/^[A-Z_]+$/) },
    })
    expect(Date.parse(json.nextCheckAt) - Date.parse(json.lastCheckedAt)).toBe(24 * 3_600_000)
    stranger.close()
    await once(stranger, 'close')
    const { json: later } = await check(domain)
    expect(later).toMatchObject({ answer: 'nobody', answerIssue: 'no answer: ECONNREFUSED', certificate: null })
  })

  it('returns 200 to each member, 404 for the domain of another workspace, and 429 after ten lookups in a minute', async () => {
    const team = await seedTeam(test)
    test.change({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '1000' })
    const domain = await addDomain(test, team.owner, { workspaceId: team.id })
    leadTo()
    expectError(await check(domain), 404, 'DOMAIN_NOT_FOUND')
    const answers = []
    for (let call = 0; call < 10; call++) answers.push((await check(domain, team.viewer)).status)
    expect(answers).toEqual(Array(10).fill(200))
    expectError(await check(domain, team.viewer), 429, 'RATE_LIMITED')
    const verified = await test.rest.post(`/v1/domains/${domain.id}/verify`, undefined, { token: team.owner.token })
    expectError(verified, 429, 'RATE_LIMITED')
  })
})
