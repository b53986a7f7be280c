import { existsSync } from 'node:fs'
import { type Browser, chromium, devices, type Page } from 'playwright-core'
import { describe } from 'vitest'
import { hardestOf } from '../support/size.ts'

/** Debian's packages. The shell is Chromium without its windows: the same pages in half of the time. */
const debians = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Where the browser is: at TEST_CHROMIUM, which must then be there, or where Debian puts it. */
const path = process.env.TEST_CHROMIUM ?? debians.find((file) => existsSync(file))

/** Tests that need a browser. Without one they are skipped, and their title says why. */
export function inBrowser(title: string, tests: () => void): void {
  const why = `skipped, as there is no Chromium at ${debians.join(' or ')} and TEST_CHROMIUM names none`
  describe.runIf(path)(path ? title : `${title}: ${why}`, tests)
}

/** The browser that the files of a worker share. It ends with the worker. */
let shared: Promise<Browser> | undefined

/** A browser whose contexts are of one file. With other hosts than this machine it is started for the file. */
export async function launch(...hostsHere: string[]): Promise<Browser> {
  if (hostsHere.length > 0) return start(hostsHere)
  if (!(await shared)?.isConnected()) {
    shared = start([])
    const browser = await shared
    browser.close = async () => {
      await Promise.all(browser.contexts().map((context) => context.close()))
    }
  }
  return shared as Promise<Browser>
}

/**
 * Starts it with a profile of its own that is empty. It resolves the names of this machine, and `hostsHere` to it: names, or
 * names with another place, such as `a.example 127.0.0.1:8443`.
 */
async function start(hostsHere: readonly string[]): Promise<Browser> {
  const here = hostsHere.map((host) => `MAP ${host.includes(' ') ? host : `${host} 127.0.0.1`}, `).join('')
  const browser = await chromium.launch({
    ...(path && { executablePath: path }),
    // Its own cage needs rights that a container's root does not have.
    chromiumSandbox: false,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=${here}MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
    ],
  })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.on('page', adaptScreenshots)
    return context
  }
  return browser
}

/** Whether pictures for people are taken. They cost a fifth of the time of all pages. */
const takesPictures = Boolean(process.env.TEST_SCREENSHOTS)

/**
 * A screenshot that is written to a file proves nothing, so it is taken only when somebody wants to look at it. On a busy
 * machine Chromium sometimes has no picture yet, and says so: then it is taken again.
 */
function adaptScreenshots(page: Page): void {
  const screenshot = page.screenshot.bind(page)
  page.screenshot = async (options) => {
    if (options?.path && !takesPictures) return Buffer.alloc(0)
    // On a phone, React Aria hides a dialog for up to 600 ms, until the keyboard of the screen is there.
    await page.waitForFunction(() => !document.querySelector('[style*="mask-image"]'))
    return screenshot(options).catch((error: Error) => {
      if (!error.message.includes('Unable to capture screenshot')) throw error
      return screenshot(options)
    })
  }
}

const { defaultBrowserType: _, ...phone } = devices['Pixel 5'] ?? { defaultBrowserType: '' }

/** The screens of the tests, as options of a browser context. */
export const screens = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone,
  'phone without JavaScript': { ...phone, javaScriptEnabled: false },
} as const

const narrowPhone = { ...phone, viewport: { width: 360, height: 740 } }

const allLooks = [
  {
    name: 'narrow-dark-de',
    lang: 'de',
    options: { viewport: { width: 320, height: 568 }, colorScheme: 'dark', locale: 'de-DE' },
  },
  { name: 'desktop-light-es', lang: 'es', options: { ...screens.desktop, colorScheme: 'light', locale: 'es-MX' } },
  { name: 'desktop-light-en', lang: 'en', options: { ...screens.desktop, colorScheme: 'light', locale: 'en-GB' } },
  { name: 'phone-light-fr', lang: 'fr', options: { ...narrowPhone, colorScheme: 'light', locale: 'fr-FR' } },
  { name: 'phone-dark-de', lang: 'de', options: { ...narrowPhone, colorScheme: 'dark', locale: 'de-AT' } },
] as const

/**
 * What each page is looked at in: screens and colours, each in another language. German has the longest words, so
 * the first look is the hardest; `npm run test:all` looks at all.
 */
export const looks = hardestOf(allLooks)
