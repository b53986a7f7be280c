import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderOf, tagOf } from '../organizing/seed.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../workspaces/team.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

describe('GET /urls/export', () => {
  it('has everything about each link, as JSON and as CSV with cells that no spreadsheet evaluates', async () => {
    const folder = await folderOf(test, ada)
    const tag = await tagOf(test, ada, { name: 'sale, spring' })
    const options = { customUrl: 'export-me', title: '=1+1', folderId: folder.id, tagIds: [tag.id], clickLimit: 5 }
    const link = await test.seed.link(ada, { longUrl: 'https://example.com/a?b=c,d', password: 'sesame', ...options })
    const json = await test.rest.get('/v1/urls/export?format=json', as(ada))
    expect(json.json).toEqual([
      expect.objectContaining({
        id: link.id,
        longUrl: 'https://example.com/a?b=c,d',
        shortUrl: expect.stringMatching(/\/export-me$/),
        customUrl: 'export-me',
        title: '=1+1',
        folder: folder.name,
        tags: ['sale, spring'],
        clickLimit: 5,
        hasPassword: true,
      }),
    ])
    const csv = await test.rest.get('/v1/urls/export', as(ada))
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="links-\d{4}-\d\d-\d\d\.csv"$/)
    const [header = '', row = '', ...rest] = csv.text.split('\r\n')
    expect(header).toMatch(/^id,longUrl,shortUrl,customUrl,domain,title,tags,folder,/)
    expect(row).toContain(`"https://example.com/a?b=c,d",`)
    expect(row).toContain(`,export-me,,'=1+1,"""sale, spring""",${folder.name},true,`)
    expect(rest).toEqual([''])
    expect(JSON.stringify(json.json)).not.toContain('argon2')
  })

  it('has all matching links of the workspace once, over several pages, and none of others', async () => {
    const bob = await test.seed.account()
    const items = Array.from({ length: 100 }, (_, index) => ({
      longUrl: `https://example.com/${index}`,
      title: 'Many',
    }))
    for (let batch = 0; batch < 6; batch++) await test.rest.post('/v1/urls/bulk', { items }, as(bob))
    await test.seed.link(bob, { title: 'Other' })
    const ids = async (query: string) => {
      const { json } = await test.rest.get(`/v1/urls/export?format=json&${query}`, as(bob))
      return json.map(({ id }: { id: string }) => id) as string[]
    }
    const all = await ids('')
    expect([all.length, new Set(all).size]).toEqual([601, 601])
    expect(await ids('search=many')).toHaveLength(600)
    expect(await ids('search=nothing')).toEqual([])
  })

  it('is named by GraphQL with an address that answers the same', async () => {
    const document = '{ linkExport(format: JSON, search: "export-me") { fileName href } }'
    const { data } = await test.graph(document, as(ada))
    const { pathname, search } = new URL(data.linkExport.href)
    const { json } = await test.rest.get(pathname + search, as(ada))
    expect(json.map(({ customUrl }: { customUrl: string }) => customUrl)).toEqual(['export-me'])
  })
})
