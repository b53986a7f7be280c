import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { Owner, until, waitForPolls } from './owner.ts'
import { type Sites, startSites } from './sites.ts'

// The embedded database can be used by one process only.
describe.runIf(inject('database').kind === 'server')('two nodes', () => {
  let test: TestApp
  let other: Awaited<ReturnType<TestApp['sibling']>>
  let owner: Owner
  let sites: Sites
  beforeAll(async () => {
    test = await startApp({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
    other = await test.sibling()
    owner = new Owner(test, await test.seed.account())
    sites = await startSites()
  })
  afterAll(async () => {
    await sites.close()
    await other.close()
    await test.close()
  })

  it('check every link once, and call a shared host once in 10 seconds', async () => {
    const single = Array.from({ length: 30 }, () => sites.open(200))
    const shared = sites.open(200)
    for (const site of [...single, shared, shared, shared]) await owner.createLink(site)
    await owner.watchAll(true)
    await until(() => expect(single.every(({ seen }) => seen.length > 0)).toBe(true))
    await waitForPolls()
    expect(single.map(({ seen }) => seen)).toEqual(single.map(() => ['HEAD /page']))
    expect(shared.seen).toEqual(['HEAD /page'])
    for (const calls of [1, 2, 3]) {
      await until(() => expect(shared.seen).toHaveLength(calls))
      test.clock.advance({ seconds: 10 })
    }
    const checks = () =>
      test.sql('select link_id from link_health_check where workspace_id = ?', [owner.account.workspaceId])
    await until(async () => expect(await checks()).toHaveLength(33))
    expect(shared.seen).toHaveLength(3)
  })
})
