import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { liveClient } from '../support/live.ts'
import { as, seedTeam } from '../workspaces/team.ts'
import { endOf, imported, importOf, linksOf } from './seed.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

describe('each row of an import', () => {
  it('is compared with the block list, in its destination and the address after its expiry', async () => {
    const ada = await test.seed.account()
    const host = `${test.seed.word()}.example`
    await test.sql(
      `insert into blocked_destination (id, pattern, reason, actor_id, created_at) values ('bld_' || ?, ?, 'phishing', 'usr_admin', now())`,
      [test.seed.word(), host],
    )
    const content = `longUrl,expiredUrl\nhttps://${host}/login,\nhttps://example.com/,https://www.${host}/\nhttps://example.com/,\n`
    const ended = await imported(test, ada, { content })
    expect(ended).toMatchObject({ created: 1, failed: 2 })
    expect(ended.errors.map(({ row, code }) => [row, code])).toEqual([
      [1, 'DESTINATION_BLOCKED'],
      [2, 'DESTINATION_BLOCKED'],
    ])
  })

  it('becomes a link of the workspace, on the domain of its short address when the workspace has it', async () => {
    const team = await seedTeam(test)
    const host = `go.${test.seed.word()}.example`
    await test.sql(
      `insert into domain (id, workspace_id, host, status, verification_token, created_at, updated_at)
       values ('dom_' || ?, ?, ?, 'verified', 'x', now(), now())`,
      [test.seed.word(), team.id, host],
    )
    const inTeam = { ...as(team.member), headers: { 'x-workspace-id': team.id } }
    const content = `url,short link\nhttps://example.com/,https://${host}/api-guide\nhttps://example.com/,https://other.example/${test.seed.word()}\n`
    const { json } = await test.rest.post('/v1/imports', { source: 'csv', content }, inTeam)
    expect(await endOf(test, team.member, json.id)).toMatchObject({ workspaceId: team.id, created: 2, failed: 0 })
    const { json: links } = await test.rest.get('/v1/urls', inTeam)
    const hosts = links.map(({ domainHost }: { domainHost: string | null }) => domainHost)
    expect(new Set(hosts)).toEqual(new Set([host, null]))
    expect(await linksOf(test, team.member)).toEqual({})
    const cancelled = await test.rest.post(`/v1/imports/${json.id}/cancel`, {}, as(team.viewer))
    expect([cancelled.status, cancelled.json.error.code]).toEqual([403, 'ROLE_TOO_LOW'])
  })

  it('keeps the code that was generated elsewhere, and says that it was', async () => {
    const ada = await test.seed.account()
    const [generated, chosen] = [test.seed.word(), test.seed.word()]
    const content = `longUrl,shortUrl,customUrl\nhttps://example.com/1,${generated},\nhttps://example.com/2,${chosen},${chosen}\n`
    await imported(test, ada, { content })
    const links = await linksOf(test, ada)
    expect([links[generated].customUrl, links[chosen].customUrl]).toEqual([null, chosen])
  })

  it('finds the alias that the workspace has given up, and not that of another one', async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const [own, other] = [await test.seed.link(ada), await test.seed.link(eve)]
    for (const [account, link] of [
      [ada, own],
      [eve, other],
    ] as const)
      await test.rest.delete(`/v1/urls/${link.id}`, { token: account.token })
    const content = `longUrl,slug\nhttps://example.com/,${own.shortUrl}\nhttps://example.com/,${other.shortUrl}\n`
    expect(await imported(test, ada, { content, onConflict: 'fail' })).toMatchObject({ created: 1, failed: 1 })
  })
})

describe('GET /integrations/command-center', () => {
  it('has the imports of the workspace as a workflow, and none without imports', async () => {
    const ada = await test.seed.account()
    const read = async () => {
      const { json } = await test.rest.get('/v1/integrations/command-center', { token: ada.token })
      return json.workflows.find(({ id }: { id: string }) => id === 'imports')
    }
    expect(await read()).toBeUndefined()
    await imported(test, ada, { content: 'url\nhttps://example.com/' })
    await imported(test, ada, { content: 'name\nno destination' })
    // Its range ends before the present instant.
    test.clock.advance({ seconds: 1 })
    expect(await read()).toMatchObject({
      source: 'imports',
      status: 'failing',
      executions: 2,
      succeeded: 1,
      failed: 1,
      running: 0,
      lastError: 'No column of the file has destinations, such as longUrl.',
    })
  })
})

describe('subscription importProgressed', () => {
  it('sends the import while it runs, and after its end nothing to somebody else', async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const { id } = await importOf(test, ada)
    const document = `subscription { importProgressed(id: "${id}") { id state processed created errors { row code } } }`
    const client = await liveClient(test.app.server, { token: ada.token })
    const stranger = await liveClient(test.app.server, { token: eve.token })
    await Promise.all([client.connected, stranger.connected])
    const { events } = client.subscribe(document)
    const refused = stranger.subscribe(document)
    await expect.poll(() => refused.errors?.[0]?.extensions.code).toBe('IMPORT_NOT_FOUND')
    const content = 'longUrl\nhttps://example.com/\nnowhere\n'
    const headers = { 'content-type': 'text/csv' }
    await test.rest.put(`/v1/imports/${id}/content`, content, { token: ada.token, headers })
    await expect
      .poll(() => events.at(-1)?.data?.importProgressed)
      .toEqual({ id, state: 'COMPLETED', processed: 2, created: 1, errors: [{ row: 2, code: 'INVALID_PARAMS' }] })
    await Promise.all([client.close(), stranger.close()])
  })
})
