import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiRoots } from '../../src/platform/rest/rest-routes.ts'
import { pageOf } from '../bio-pages/seed.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { statsPageOf, tokenOf } from '../shared-stats/seed.ts'
import { sharedListening } from '../support/mail-app.ts'
import { listRoutes, toUrl } from '../support/routes.ts'

let test: ListeningApp
beforeAll(async () => {
  test = await sharedListening()
})
afterAll(() => test.close())

const ofBrowser = {
  accept: 'text/html,application/xhtml+xml',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

describe('the log', () => {
  it('has no error of a page that was answered well, of all pages', async () => {
    const ada = await test.seed.account()
    const options = [
      {},
      { password: 'open sesame' },
      { isCloaked: true, longUrl: 'https://example.com/' },
      { clickLimit: 1 },
    ]
    const links = await Promise.all(options.map((each) => test.seed.link(ada, each)))
    const page = await pageOf(test, ada)
    await test.rest.post(`/v1/bio-pages/${page.id}/publish`, {}, { token: ada.token })
    const stats = await statsPageOf(test, ada, { urlId: links[0]?.id })
    const values = [...links.map(({ shortUrl }) => String(shortUrl)), page.slug, tokenOf(stats), 'x']
    const isPage = (path: string) => ![...apiRoots, '/graphql'].some((root) => path.startsWith(root))
    const paths = listRoutes(test.app.server).flatMap(([method, path]) =>
      method === 'GET' && isPage(path) ? [path] : [],
    )
    const good = new Set<string>()
    for (const path of new Set(paths)) {
      for (const value of path.includes(':') ? values : ['x']) {
        const url = toUrl(path, value)
        const { status } = await fetch(test.base + url, { headers: ofBrowser, redirect: 'manual' })
        if (status < 400) good.add(path)
      }
    }
    expect(test.errorsOfGoodAnswers()).toEqual([])
    expect([...good]).toEqual(expect.arrayContaining(['/', '/account', '/account/login', '/account/overview', '/docs']))
    expect(good.size).toBeGreaterThan(20)
  })
})
