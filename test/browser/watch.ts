import type { BrowserContext } from 'playwright-core'
import { expect } from 'vitest'

/** Chromium reports the status of a document in the words of an error; a wrong password is a 401 on purpose, and 503 has a page. */
const statusOfPage = /^Failed to load resource: the server responded with a status of (4\d\d|503)/

/** Listens to everything a browser context complains of, and to where its requests go. */
export class Watch {
  readonly complaints: string[] = []
  readonly #requests: string[] = []

  /** To be called before the first page is opened. */
  static async over(context: BrowserContext): Promise<Watch> {
    const watch = new Watch()
    context.on('console', (message) => {
      if (/error|warning/.test(message.type()) && !statusOfPage.test(message.text())) {
        watch.complaints.push(message.text())
      }
    })
    context.on('weberror', (error) => watch.complaints.push(String(error.error())))
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText
      // Given up by the browser itself, and not refused: it stayed where it was or had somewhere else to go.
      if (why !== 'net::ERR_ABORTED') watch.complaints.push(`${request.url()} ${why}`)
    })
    context.on('request', (request) => watch.#requests.push(request.url()))
    // With scripts disabled this does not run; the console names violations in either case.
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`violated ${violatedDirective} ${blockedURI}`),
      )
    })
    return watch
  }

  /** No error, no violation of a policy, and no request to any origin but these. */
  expectQuiet(origins: readonly string[]): void {
    expect(this.complaints).toEqual([])
    expect([...new Set(this.#requests.map((url) => new URL(url).origin))].sort()).toEqual([...origins].sort())
  }
}
