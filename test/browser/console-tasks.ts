import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type ListeningApp, secrets } from '../oauth/service.ts'
import { sharedListening } from '../support/mail-app.ts'
import { triesAll } from '../support/size.ts'
import { launch, screens } from './chromium.ts'
import { barriers } from './looks.ts'
import { Person } from './person.ts'
import { Watch } from './watch.ts'

/** Tasks, and how many interactions each may need at most, from the screen on which it begins to its result. */
const aims = {
  'Shorten and copy': 3,
  'Shorten with an own ending': 4,
  'Shorten and copy, by keys only': 3,
  "Find last month's link by where it leads": 3,
  'Password and end date on a link': 6,
  'Turn off three links': 4,
  'Bring one back': 2,
  'Tag ten links': 4,
  'Move ten links to a folder': 4,
  'UTM by a template': 5,
  'Delete a link, and undo it': 3,
  'Delete a link': 2,
  'See clicks arrive live': 0,
  'Show the list as a GraphQL query': 2,
  'iPhones to the App Store, and try it': 6,
  'QR code in brand colours, for print': 6,
  'Which country grew most': 4,
  'Which QR code was scanned most on a day': 4,
  'See only the clicks of one country': 3,
  'Ask which link did best': 3,
  'Share the statistics of a link': 4,
  'Two variants, half each': 8,
  'A QR code with the logo': 5,
  'Change where a printed code leads': 5,
  'The numbers of a chart as a file': 4,
  'The list of links as a file': 2,
  'Make a key that only reads': 6,
  'Make a key for this screen': 6,
  'Rename a key': 6,
  'Rotate a key': 6,
  'Revoke a key': 5,
  'Invite a colleague as a member': 5,
  'Switch on codes for logging in': 6,
  'Log out a lost phone': 4,
  'Change the language and the time zone': 7,
  'Delete the account': 5,
  'Connect a domain': 7,
  'See why a domain does not work': 3,
  'Rename a tag everywhere': 6,
  'Merge two tags': 7,
  'A template for the newsletter': 7,
  'Import a Bitly file and mend three rows': 10,
  'Export last month': 4,
  'Send events to Slack and see one there': 8,
  'Find why a webhook failed and send it again': 5,
  'Block a reported link': 4,
  'Suspend an account and bring it back': 10,
  'A page with six links': 12,
  'Change the order of a page, by keys': 12,
} as const

export type Task = keyof typeof aims

const themes = ['light', 'dark'] as const

export const phone = { ...screens.phone, viewport: { width: 390, height: 844 } }

/** A person with an account in the console, and what the test sees of it through the API. */
export class ConsolePlay {
  page!: Page
  person!: Person
  context!: BrowserContext
  #watch!: Watch
  /** Bodies of the requests of all pages. */
  readonly sent: string[] = []
  readonly email: string
  readonly password = 'correct horse battery'
  /** How often a screen was looked at. */
  #looks = 0
  /** Of a second session, beside the session of the browser. */
  token = ''

  constructor(
    readonly test: ListeningApp,
    readonly browser: Browser,
  ) {
    this.email = `${test.seed.word()}@example.com`
  }

  static async start(): Promise<ConsolePlay> {
    return new ConsolePlay(await sharedListening(), await launch())
  }

  async close(): Promise<void> {
    await this.browser.close()
    await this.test.close()
  }

  /** Opens another window in place of this one, with its session. In neither may anything be complained of. */
  async open(options: BrowserContextOptions): Promise<void> {
    const storageState = await this.context?.storageState()
    if (storageState) await this.leave()
    const permissions = ['clipboard-read', 'clipboard-write']
    this.context = await this.browser.newContext({
      locale: 'en-GB',
      // What moves is painted again and again, and is clicked only when it stands still.
      reducedMotion: 'reduce',
      ...options,
      permissions,
      ...(storageState && { storageState }),
    })
    this.context.setDefaultTimeout(60_000)
    this.#watch = await Watch.over(this.context)
    this.context.on('request', (request) => void this.sent.push(request.postData() ?? ''))
    this.page = await this.context.newPage()
    this.person = new Person(this.page)
  }

  /** Closes the window: nothing was complained of, and no other host was asked. */
  async leave(): Promise<void> {
    for (const { value } of await this.context.cookies()) secrets.note({ token: value })
    await this.context.close()
    this.#watch.expectQuiet([this.test.base])
  }

  /** Registers on the home page's form. */
  async register(): Promise<void> {
    const { page, email, password } = this
    await page.goto(this.test.base)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.locator('#name').fill('Maya')
    await page.locator('#email').fill(email)
    await page.locator('#password').fill(password)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(`${this.test.base}/app`)
    await this.logIn()
  }

  /** Begins another session for `ask`. */
  async logIn(): Promise<void> {
    const { email, password } = this
    this.token = (await this.test.rest.post('/v1/auth/login', { email, password })).json.token
  }

  /** Plays a task, and checks its number of interactions. The document says the same. */
  async play(task: Task, steps: () => Promise<void>, from = '/app'): Promise<void> {
    await this.page.goto(this.test.base + from)
    await this.page.getByRole('heading', { level: 1 }).waitFor()
    this.person.countInteractions()
    await steps()
    const count = this.person.countInteractions()
    expect([task, count]).toEqual([task, Math.min(count, aims[task])])
    expect(await readFile('docs/decisions/console.md', 'utf8')).toContain(`\n| ${task} | ${count} |`)
  }

  /** Asks the graph as a program of this person would. */
  // biome-ignore lint/suspicious/noExplicitAny: A test reads whatever shape its own document asked for.
  async ask(document: string, variables: Record<string, unknown> = {}): Promise<any> {
    const { data, errors } = await this.test.graph(document, { token: this.token, variables })
    expect(errors).toBeUndefined()
    return data
  }

  /** What axe finds on this screen, in one theme after the other from call to call, and in both in `npm run test:all`. */
  async findBarriers(): Promise<string[]> {
    const found: string[] = []
    const next = this.#looks++ % 2 === 0 ? 'light' : 'dark'
    for (const colorScheme of triesAll ? themes : ([next] as const)) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      found.push(
        ...(await barriers(this.page, ['label-content-name-mismatch'])).map((each) => `${colorScheme} ${each}`),
      )
    }
    return found
  }

  row(text: string) {
    return this.page.getByRole('listitem').filter({ hasText: text })
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name })
  }

  menuItem(name: string) {
    return this.page.getByRole('menuitem', { name })
  }

  /** A closed section of a form. */
  section(name: string) {
    return this.page.locator('summary').filter({ hasText: name })
  }
}
