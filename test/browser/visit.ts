import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core'
import { secrets } from '../oauth/service.ts'
import { Watch } from './watch.ts'

export interface Visiting {
  readonly browser: Browser
  readonly options: BrowserContextOptions
  /** The origins the pages may ask anything of, and all of which they do. */
  readonly origins: readonly string[]
}

/** What one person does in a browser of their own, cookies and all, in which nothing may be complained of. */
export async function visit({ browser, options, origins }: Visiting, steps: (page: Page) => Promise<void>) {
  const context = await browser.newContext(options)
  // Ends before the test does, and so says what was waited for.
  context.setDefaultTimeout(60_000)
  const watch = await Watch.over(context)
  const cookies: Promise<string[]>[] = []
  let isOver = false
  const readCookies = (response: Response) =>
    response.headerValues('set-cookie').catch((error: unknown) => {
      // The steps wait for no answer that arrives while the browser closes.
      if (isOver) return []
      throw error
    })
  context.on('response', (response) => cookies.push(readCookies(response)))
  try {
    await steps(await context.newPage())
    for (const lines of await Promise.all(cookies)) secrets.note(null, { 'set-cookie': lines })
    watch.expectQuiet(origins)
  } finally {
    isOver = true
    await context.close()
  }
}
