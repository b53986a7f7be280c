import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../link-health/owner.ts'
import { type Site, type SiteAnswer, type Sites, startSites } from '../link-health/sites.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { inBrowser, launch, screens } from './chromium.ts'
import { visit } from './visit.ts'

inBrowser('a cloaked link in a browser', () => {
  let test: ListeningApp
  let browser: Browser
  let sites: Sites
  let ada: SeededAccount
  beforeAll(async () => {
    test = await sharedListening({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
    // The hosts of the sites.
    browser = await launch('127.0.0.2', '127.0.0.3', '127.0.0.4')
    sites = await startSites('https')
    ada = await test.seed.account({ name: 'Ada' })
  })
  afterAll(async () => {
    await browser?.close()
    await sites?.close()
    await test?.close()
  })

  const cloak = ({ url }: Site) => test.seed.link(ada, { longUrl: url, isCloaked: true, title: 'The site' })
  /** The answer of a page whose policy names who may frame it. */
  const allowing = (ancestor: string): SiteAnswer => [
    200,
    { 'content-type': 'text/html', 'content-security-policy': `frame-ancestors ${ancestor}` },
  ]

  const untilKnown = ({ id }: SeededLink, isCloakable: boolean) =>
    until(async () =>
      expect((await test.rest.get(`/v1/urls/${id}`, { token: ada.token })).json).toMatchObject({ isCloakable }),
    )

  const open = ({ shortUrl }: SeededLink, site: Site, steps: (page: Page) => Promise<void>) => {
    // The certificate of the site is trusted by this process, and not by the browser.
    const options = { ...screens.desktop, ignoreHTTPSErrors: true }
    return visit({ browser, options, origins: [test.base, new URL(site.url).origin] }, async (page) => {
      await page.goto(`${test.base}/${shortUrl}`)
      await steps(page)
    })
  }

  it('shows a destination that allows the short address in a frame, before the check and after it', async () => {
    const site = sites.open(allowing(test.base))
    const link = await cloak(site)
    const seeFramed = async (page: Page) => {
      await page.frameLocator('iframe').getByRole('heading', { name: 'The site' }).waitFor()
      expect(new URL(page.url()).origin).toBe(test.base)
    }
    await open(link, site, seeFramed)
    await untilKnown(link, true)
    await open(link, site, seeFramed)
  })

  it.each([
    ['by X-Frame-Options', [200, { 'content-type': 'text/html', 'x-frame-options': 'DENY' }]],
    ['by a policy that names another host', allowing('https://other.example')],
  ] satisfies [string, SiteAnswer][])('redirects to a destination that refuses frames %s', async (_how, answer) => {
    const site = sites.open(answer)
    const link = await cloak(site)
    await untilKnown(link, false)
    await open(link, site, async (page) => {
      await page.getByRole('heading', { name: 'The site' }).waitFor()
      expect(page.url()).toBe(site.url)
    })
  })
})
