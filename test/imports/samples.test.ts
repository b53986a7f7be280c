import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { samples } from './samples.ts'
import { imported, linksOf } from './seed.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

describe('an export of', () => {
  it.each(samples)('$source ($file) is imported, listed, and redirects', async ({ source, content, has }) => {
    const ada = await test.seed.account()
    const [one, two] = [test.seed.word(), test.seed.word()]
    const text = content.replaceAll('{one}', one).replaceAll('{two}', two)
    const ended = await imported(test, ada, { source, content: text })
    expect(ended).toMatchObject({ state: 'completed', total: 2, created: 2, skipped: 0, failed: 0, errors: [] })
    const links = await linksOf(test, ada)
    expect(links[one]).toMatchObject({
      customUrl: one,
      originalUrl: 'https://example.com/spring?utm_source=mail',
      title: 'Spring sale',
      createdAt: '2023-04-05T06:07:08.000Z',
    })
    expect(links[two]).toMatchObject({ title: 'example.com/old', createdAt: '2022-01-02T03:04:05.000Z' })
    const tags = links[one].tags.map(({ name }: { name: string }) => name)
    expect(tags).toEqual(has.includes('tags') ? ['mail', 'spring'] : [])
    expect(ended.warnings).toEqual([])
    expect(links[one].expiresAt).toBe(has.includes('expiry') ? '2099-01-02T03:04:05.000Z' : null)
    expect(links[two].isActive).toBe(true)
    const twoTags = links[two].tags.map(({ name }: { name: string }) => name)
    expect(twoTags).toEqual(has.includes('archived') ? ['archived'] : [])
    expect((await test.rest.get(`/${one}`)).headers.location).toMatch(/^https:\/\/example\.com\/spring\?utm_source=/)
  })

  it('Kutt with a password is an error of its row, because the link would be open', async () => {
    const ada = await test.seed.account()
    const data = [{ address: test.seed.word(), target: 'https://example.com/', password: true }]
    const ended = await imported(test, ada, { source: 'kutt', content: JSON.stringify({ data }) })
    expect(ended).toMatchObject({ created: 0, failed: 1 })
    expect(ended.errors[0]).toMatchObject({ row: 1, code: 'INVALID_PARAMS' })
  })

  it('Short.io, Dub and Shlink keeps the options of links that both products have', async () => {
    const ada = await test.seed.account()
    const words = Object.fromEntries(['short', 'dub', 'shlink'].map((source) => [source, test.seed.word()]))
    for (const { source, content } of samples.filter((each) => words[each.source] && each.has.includes('expiry'))) {
      const text = content.replaceAll('{one}', words[source] ?? '').replaceAll('{two}', test.seed.word())
      await imported(test, ada, { source, content: text })
    }
    const links = await linksOf(test, ada)
    const over = { expiredUrl: 'https://example.com/over', utmSource: 'letter' }
    expect(links[words.short ?? '']).toMatchObject({ ...over, redirectType: 302 })
    expect(links[words.dub ?? '']).toMatchObject(over)
    expect(links[words.shlink ?? '']).toMatchObject({ clickLimit: 100, forwardQuery: false })
  })
})
