import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderOf, tagOf } from '../organizing/seed.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { endOf, imported, importOf, linksOf } from './seed.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

/** What an import takes over, by the names of REST. */
const fields = [
  ...[
    'originalUrl',
    'customUrl',
    'title',
    'clickLimit',
    'startsAt',
    'notYetUrl',
    'expiresAt',
    'expiredUrl',
    'isActive',
    'redirectType',
  ],
  ...[
    'forwardQuery',
    'forwardPath',
    'isCloaked',
    'privacyMode',
    'utmSource',
    'utmMedium',
    'utmCampaign',
    'utmTerm',
    'utmContent',
  ],
  ...['ogTitle', 'ogDescription', 'ogImage', 'note', 'createdAt'],
] as const

const toCell = (value: unknown) => `"${String(value ?? '').replaceAll('"', '""')}"`

describe('links as a table with the names of their fields', () => {
  it('are the same links after an import', async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const [full, plain] = [test.seed.word(), test.seed.word()]
    const options = {
      longUrl: 'https://example.com/a?b=1#c',
      title: 'Spring, "summer"\u00a0& more',
      clickLimit: 7,
      startsAt: '2098-12-31T00:00:00.000Z',
      notYetUrl: 'https://example.com/soon',
      expiresAt: '2099-01-02T03:04:05.678Z',
      expiredUrl: 'https://example.com/over',
      redirectType: 307,
      forwardQuery: false,
      forwardPath: true,
      isCloaked: true,
      privacyMode: true,
      utmSource: 'letter',
      utmMedium: 'mail',
      utmCampaign: 'spring',
      utmTerm: 'shoes',
      utmContent: 'top',
      ogTitle: 'Read this',
      ogDescription: 'Or that.',
      ogImage: 'https://example.com/a.png',
      note: 'Ask "Bea",\nthen change it.',
    }
    await test.seed.link(ada, { ...options, customUrl: full })
    const { id } = await test.seed.link(ada, { longUrl: 'https://example.com/', customUrl: plain })
    await test.rest.patch(`/v1/urls/${id}`, { isActive: false }, { token: ada.token })
    const before = await linksOf(test, ada)
    const rows = [full, plain].map((code) => fields.map((field) => toCell(before[code][field])).join(','))
    for (const code of [full, plain]) await test.rest.delete(`/v1/urls/${before[code].id}`, { token: ada.token })
    // The codes stay reserved for their former owner, so that eve cannot have them.
    const content = `${fields.join(',')}\r\n${rows.join('\r\n')}\r\n`
    expect(await imported(test, eve, { content })).toMatchObject({ created: 0, skipped: 2 })
    const ended = await imported(test, ada, { content })
    expect(ended).toMatchObject({ created: 2, failed: 0 })
    expect(ended.mapping.every(({ field }: { field: string | null }) => field !== null)).toBe(true)
    const after = await linksOf(test, ada)
    for (const code of [full, plain])
      for (const field of fields) expect([field, after[code][field]]).toEqual([field, before[code][field]])
  })

  it.each(['csv', 'json'])('are the same after the export of the service as %s and its import', async (format) => {
    const ada = await test.seed.account()
    const folder = await folderOf(test, ada, { name: 'Letters; "old", new' })
    const tags = [await tagOf(test, ada, { name: 'sale, "spring"' }), await tagOf(test, ada, { name: 'shoes' })]
    const placement = { folderId: folder.id, tagIds: tags.map(({ id }) => id) }
    const [custom, random] = [test.seed.word(), { longUrl: 'https://example.com/random' }]
    await test.seed.link(ada, {
      longUrl: 'https://example.com/',
      title: '=1+1',
      note: '=2',
      customUrl: custom,
      ...placement,
    })
    await test.seed.link(ada, { ...random, title: 'Plain', clickLimit: 3 })
    const read = () => test.rest.get(`/v1/urls/export?format=${format}`, { token: ada.token })
    // What the service itself decides, and when it last changed.
    const comparable = (text: string) =>
      (JSON.parse(text) as { longUrl: string }[])
        .map(({ id: _id, updatedAt: _at, ...link }: Record<string, unknown> & { longUrl: string }) => link)
        .toSorted((one, other) => (one.longUrl < other.longUrl ? -1 : 1))
    const asJson = async () =>
      comparable((await test.rest.get('/v1/urls/export?format=json', { token: ada.token })).text)
    const before = await asJson()
    const content = (await read()).text
    const ids = (await test.rest.get('/v1/urls', { token: ada.token })).json.map(({ id }: { id: string }) => id)
    await test.rest.delete(`/v1/urls/bulk?ids=${ids}`, { token: ada.token })
    expect(await asJson()).toEqual([])
    expect(await imported(test, ada, { content })).toMatchObject({ created: 2, failed: 0 })
    const after = await asJson()
    // A generated code comes back as an alias.
    const withoutAlias = (link: object) => ({ ...link, customUrl: null })
    expect(after.map(withoutAlias)).toEqual(before.map(withoutAlias))
    expect(after.map(({ customUrl }) => customUrl)).toContain(custom)
  })

  it('become each one link when two workspaces import the same aliases at once', async () => {
    const accounts = await Promise.all([1, 2].map(() => test.seed.account()))
    const words = Array.from({ length: 1_500 }, (_, n) => `${test.seed.word()}-${n}`)
    for (const { workspaceId } of accounts)
      await test.sql(`update workspace set plan = 'pro' where id = ?`, [workspaceId])
    const ended = await Promise.all(
      accounts.map(async (account, index) => {
        const ordered = index === 0 ? words : words.toReversed()
        const content = `url,slug\n${ordered.map((word) => `https://example.com/${index},${word}`).join('\n')}\n`
        return endOf(test, account, (await importOf(test, account, { content })).id)
      }),
    )
    expect(ended.map(({ state }) => state)).toEqual(['completed', 'completed'])
    expect(ended.reduce((sum, { created }) => sum + created, 0)).toBe(words.length)
    expect(ended.reduce((sum, { skipped }) => sum + skipped, 0)).toBe(words.length)
    for (const [index, { workspaceId }] of accounts.entries()) {
      const [row] = await test.sql<{ n: number; counted: number }>(
        `select count(link.id)::int as n, workspace.link_count as counted
           from workspace left join link on link.workspace_id = workspace.id where workspace.id = ? group by workspace.id`,
        [workspaceId],
      )
      expect(row).toEqual({ n: ended[index]?.created, counted: ended[index]?.created })
    }
  })
})
