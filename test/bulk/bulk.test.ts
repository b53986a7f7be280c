import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../links/answers.ts'
import { folderOf, tagOf } from '../organizing/seed.ts'
import { sharedApp, type TestApp, withSettings } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { templateOf } from '../utm-templates/seed.ts'
import { as } from '../workspaces/team.ts'

import { bulkClient, longUrl, statusesOf, word } from './client.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const { create, read, newLinks, activitiesOf } = bulkClient(
  () => test,
  () => ada,
)

interface BulkResult {
  readonly error: { readonly code: string; readonly details: readonly { readonly field: string }[] } | null
}

describe('POST /urls/bulk', () => {
  it('creates links with all options, in order, that redirect and are found', async () => {
    const [folder, tag] = [await folderOf(test, ada), await tagOf(test, ada)]
    const [slug, expiresAt] = [word(), '2099-01-01T00:00:00.000Z']
    const answer = await create([
      { longUrl, customUrl: slug, title: 'First', folderId: folder.id, tagIds: [tag.id], clickLimit: 3, expiresAt },
      { longUrl: 'https://example.org/second' },
    ])
    expect(answer.status).toBe(200)
    expect(answer.json.summary).toEqual({ total: 2, succeeded: 2, failed: 0 })
    const [first, second] = answer.json.results
    expect(first).toMatchObject({ index: 0, status: 'created', error: null })
    expect(first.url).toEqual(await read(first.id))
    expect(first.url).toMatchObject({ customUrl: slug, title: 'First', folderId: folder.id, clickLimit: 3, expiresAt })
    expect(first.url.tags).toEqual([expect.objectContaining({ id: tag.id })])
    expect(second.url).toEqual(await read(second.id))
    const { status, headers } = await test.rest.get(`/${second.url.shortUrl}`)
    expect([status, headers.location]).toEqual([302, 'https://example.org/second'])
    const listed = await test.rest.get(`/v1/urls?folderId=${folder.id}`, as(ada))
    expect(listed.json.map(({ id }: { id: string }) => id)).toEqual([first.id])
  })

  it('says of each item why it failed, with what helps, and creates the others', async () => {
    const taken = word()
    await create([{ longUrl, customUrl: taken }])
    const twice = word()
    const answer = await create([
      { longUrl, customUrl: taken },
      { longUrl: 'http://127.0.0.1/' },
      { longUrl, customUrl: twice },
      { longUrl, customUrl: twice.toUpperCase() },
      { longUrl, title: ' ' },
      { longUrl, tagIds: ['tag_unknown'] },
      { longUrl, utmTemplateId: 'utm_unknown' },
      { longUrl, redirectType: 301, clickLimit: 2 },
      { longUrl },
    ])
    expect(answer.status).toBe(200)
    const failed = 'failed'
    expect(statusesOf(answer)).toEqual([failed, failed, 'created', failed, failed, failed, failed, failed, 'created'])
    const codes = answer.json.results.map(({ error }: { error: { code: string } | null }) => error?.code)
    expect(codes).toEqual([
      ...['SLUG_TAKEN', 'DESTINATION_NOT_ALLOWED', undefined, 'SLUG_TAKEN', 'INVALID_PARAMS', 'INVALID_PARAMS'],
      ...['INVALID_PARAMS', 'OPTION_CONFLICT', undefined],
    ])
    const [first, , , , title] = answer.json.results
    expect(first).toMatchObject({ id: null, url: null })
    expect(first.error.details[0]).toMatchObject({ field: 'customUrl', issue: 'is taken' })
    expect(first.error.details[0].suggestions.length).toBeGreaterThan(0)
    expect(first.error.resolution).toMatch(/^Choose another customUrl, for example/)
    expect(title.error.details).toEqual([expect.objectContaining({ field: 'title' })])
    expect(answer.json.summary).toEqual({ total: 9, succeeded: 2, failed: 7 })
  })

  it('creates nothing with atomic when one item fails, and answers its error', async () => {
    const [free, taken] = [word(), word()]
    await create([{ longUrl, customUrl: taken }])
    const answer = await create(
      [
        { longUrl, customUrl: free },
        { longUrl, customUrl: taken },
      ],
      { atomic: true },
    )
    expectError(answer, 409, 'SLUG_TAKEN')
    expect(answer.json.error.details).toEqual([expect.objectContaining({ field: 'items.1.customUrl' })])
    expect(statusesOf(await create([{ longUrl, customUrl: free }]))).toEqual(['created'])
  })

  it('takes no folder, tag or UTM template of others', async () => {
    const eve = await test.seed.account()
    const [folder, tag, template] = [await folderOf(test, eve), await tagOf(test, eve), await templateOf(test, eve)]
    const options = [{ folderId: folder.id }, { tagIds: [tag.id] }, { utmTemplateId: template.id }]
    const answer = await create(options.map((option) => ({ longUrl, ...option })))
    const errors = answer.json.results.map(({ error }: BulkResult) => [error?.code, error?.details[0]?.field])
    expect(errors).toEqual([
      ['INVALID_PARAMS', 'folderId'],
      ['INVALID_PARAMS', 'tagIds'],
      ['INVALID_PARAMS', 'utmTemplateId'],
    ])
  })

  it('returns 400 for no item, 101 items, an item that is no object, an unknown field and nine passwords', async () => {
    const fieldsOf = async (items: unknown) => {
      const answer = await test.rest.post('/v1/urls/bulk', { items }, as(ada))
      expectError(answer, 400, 'INVALID_PARAMS')
      return answer.json.error.details.map(({ field }: { field: string }) => field)
    }
    expect(await fieldsOf([])).toEqual(['items'])
    expect(await fieldsOf(Array.from({ length: 101 }, () => ({ longUrl })))).toEqual(['items'])
    expect(await fieldsOf([{ longUrl }, 'x'])).toEqual(['items.1'])
    expect(await fieldsOf([{ longUrl }, { destination: longUrl, clickLimit: '3' }])).toEqual([
      ...['items.1.clickLimit', 'items.1.longUrl', 'items.1.destination'],
    ])
    expect(await fieldsOf(Array.from({ length: 9 }, () => ({ longUrl, password: 'sesame' })))).toEqual(['items'])
  })

  it('publishes one event and records one activity for each link', async () => {
    const account = await test.seed.account()
    const links = await newLinks(7, account)
    const ids = links.map(({ id }) => id).sort()
    expect((await activitiesOf(account, 'link.created')).map(({ subject_id }) => subject_id)).toEqual(ids)
  })

  it('creates as many as the plan allows, the first ones, also when batches run at once', async () => {
    const account = await test.seed.account()
    await test.sql('update workspace set link_count = 985 where id = ?', [account.workspaceId])
    const batch = () =>
      create(
        Array.from({ length: 10 }, () => ({ longUrl })),
        {},
        account,
      )
    const answers = await Promise.all([batch(), batch(), batch()])
    const results = answers.flatMap(({ json }) => json.results)
    expect(results.filter(({ status }) => status === 'created')).toHaveLength(15)
    const codes = new Set(results.flatMap(({ error }) => error?.code ?? []))
    expect(codes).toEqual(new Set(['PLAN_LIMIT_REACHED']))
    for (const answer of answers) expect(statusesOf(answer)).toEqual(statusesOf(answer).toSorted())
    const [{ count } = { count: 0 }] = await test.sql<{ count: number }>(
      `select count(*)::int as count from link where workspace_id = ?`,
      [account.workspaceId],
    )
    expect(count).toBe(15)
    const [{ codes: claimed } = { codes: 0 }] = await test.sql<{ codes: number }>(
      'select count(*)::int as codes from code where workspace_id = ?',
      [account.workspaceId],
    )
    expect(claimed).toBe(15)
  })

  it('gives one slug to one of several batches that run at once', async () => {
    const slugs = Array.from({ length: 20 }, word)
    const answers = await Promise.all(
      [slugs, slugs.toReversed(), slugs].map((each) => create(each.map((customUrl) => ({ longUrl, customUrl })))),
    )
    for (const answer of answers) expect(answer.status).toBe(200)
    const created = answers.flatMap(({ json }) => json.results).filter(({ status }) => status === 'created')
    expect(created.map(({ url }) => url.customUrl).toSorted()).toEqual(slugs.toSorted())
  })

  it('sends as many statements for a hundred links as for one', async () => {
    const countStatements = async (count: number) => {
      const tag = await tagOf(test, ada)
      test.statements.splice(0)
      const items = Array.from({ length: count }, () => ({ longUrl, customUrl: word(), tagIds: [tag.id] }))
      expect((await create(items)).json.summary.failed).toBe(0)
      return test.statements.splice(0).length
    }
    await countStatements(1)
    expect(await countStatements(100)).toBe(await countStatements(1))
  })

  it('is not repeated with the same Idempotency-Key', async () => {
    const send = () =>
      test.rest.post(
        '/v1/urls/bulk',
        { items: [{ longUrl }, { longUrl: 'http://127.0.0.1/' }] },
        { ...as(ada), headers: { 'idempotency-key': 'a-batch' } },
      )
    const first = await send()
    const second = await send()
    expect(second.json).toEqual(first.json)
    expect(second.headers['idempotency-replayed']).toBe('true')
  })

  it('gives the same over GraphQL, with its names', async () => {
    const document = `mutation ($input: CreateUrlsInput!) { createUrls(input: $input) {
      results { index status url { destination } error { code details { field } } } summary { failed } } }`
    const items = [{ destination: longUrl }, { destination: longUrl, code: 'dashboard' }]
    const { data } = await test.graph(document, { ...as(ada), variables: { input: { items } } })
    expect(data.createUrls.results).toEqual([
      { index: 0, status: 'CREATED', url: { destination: longUrl }, error: null },
      { index: 1, status: 'FAILED', url: null, error: { code: 'SLUG_RESERVED', details: [{ field: 'code' }] } },
    ])
  })

  it('costs one call for each ten items', async () => {
    const limited = withSettings(test, { RATE_LIMITS: 'on' })
    const account = await limited.seed.account()
    const remainingAfter = async (count: number) => {
      const items = Array.from({ length: count }, () => ({ longUrl }))
      const { headers } = await limited.rest.post('/v1/urls/bulk', { items }, as(account))
      return Number(headers['ratelimit-remaining'])
    }
    const before = await remainingAfter(1)
    expect(before - (await remainingAfter(10))).toBe(1)
    expect(before - (await remainingAfter(31))).toBe(5)
    await limited.close()
  })
})

describe('DELETE /urls/bulk with dryRun', () => {
  it('says which links would be deleted, and deletes none', async () => {
    const bob = await test.seed.account()
    const [own, foreign] = [await test.seed.link(ada, { title: 'Kept' }), await test.seed.link(bob)]
    const path = `/v1/urls/bulk?ids=${own.id},${foreign.id}&dryRun=true`
    const answer = await test.rest.delete(path, as(ada))
    expect(statusesOf(answer)).toEqual(['unchanged', 'failed'])
    expect(answer.json.results[0]).toMatchObject({ id: own.id, url: { title: 'Kept' } })
    expect(answer.json.results[1].error.code).toBe('LINK_NOT_FOUND')
    expect((await read(own.id)).title).toBe('Kept')
  })
})
