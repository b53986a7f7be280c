import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inBrowser, screens } from './chromium.ts'
import { ConsolePlay, phone } from './console-tasks.ts'
import { sidewaysPx } from './looks.ts'

/** At most so much may the contents of a screen move by themselves while it loads. */
const maxLayoutShift = 0.05

inBrowser('the screens of the console', () => {
  let maya: ConsolePlay
  let base: string
  let link: string
  beforeAll(async () => {
    maya = await ConsolePlay.start()
    base = maya.test.base
    await maya.open(screens.desktop)
    await maya.register()
  })
  afterAll(() => maya?.close())

  const at = async (path: string, text: string) => {
    await maya.page.goto(base + path)
    await maya.page.getByText(text).first().waitFor()
  }
  it('keep nobody out while there are no links', async () => {
    await at('/app', 'No links yet')
    expect(await maya.findBarriers()).toEqual([])
  })

  it('keep nobody out with links, with an error, and in the drawer of a new link', async () => {
    const create = 'mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }'
    for (let count = 0; count < 12; count++) {
      const input = { destination: `https://museum.example/${count}`, title: `Poster ${count}`, password: 'sesame' }
      link = (await maya.ask(create, { input })).createUrl.id
    }
    await at('/app', '12 links')
    expect(await maya.findBarriers()).toEqual([])
    await maya.page.getByRole('checkbox').first().check()
    expect(await maya.findBarriers()).toEqual([])
    await at('/app/links/new', 'Where should it lead?')
    await maya.page.getByLabel('Short address').fill('a b')
    await maya.page.getByText(/^needs 3 to 64/).waitFor()
    expect(await maya.findBarriers()).toEqual([])
    const problem = { errors: [{ message: 'Too many requests.', extensions: { code: 'RATE_LIMITED' } }] }
    await maya.page.route('**/graphql', (route) =>
      route.request().postData()?.includes('query Links') ? route.fulfill({ json: problem }) : route.continue(),
    )
    await at('/app', 'That was too much at once. Try again in 60 seconds.')
    expect(await maya.findBarriers()).toEqual([])
    await maya.page.unroute('**/graphql')
  })

  it.each([
    ['/links/:id/edit', 'Where should it lead?'],
    ['/links/:id/qr', 'Scans well.'],
    ['/links/:id/rules', 'Try it as a visitor'],
    ['/links/:id/health', 'Unusual hours'],
    ['/qr', 'No QR codes yet'],
    ['/ask', 'You can ask, for instance:'],
    ['/nowhere', 'There is nothing at this address'],
  ])('keep nobody out at %s', async (path, text) => {
    await at(`/app${path.replace(':id', link)}`, text)
    expect(await maya.findBarriers()).toEqual([])
  })

  it('ask for the first page of links once, and show a screen as code that was opened before', async () => {
    const sent: string[] = []
    const listen = (request: Request) => sent.push(/^query (\w+)/.exec(request.postDataJSON()?.query ?? '')?.[1] ?? '')
    maya.page.on('request', listen)
    await at('/app', '12 links')
    // The stream of live clicks stays open, so the network is never idle.
    await maya.page.waitForTimeout(1000)
    maya.page.off('request', listen)
    expect(sent.filter((name) => name === 'Links')).toEqual(['Links'])
    await maya.page.getByRole('link', { name: 'QR codes' }).click()
    await maya.page.getByText('No QR codes yet').waitFor()
    await maya.page.getByRole('link', { name: 'Links', exact: true }).click()
    await maya.page.getByText('12 links').waitFor()
    await maya.button('This screen as code').click()
    await maya.page.getByLabel('Operation').selectOption('Links')
    await maya.page.getByText('query Links(').waitFor()
    await maya.page.keyboard.press('Escape')
  })

  it('show the activity of a link of another workspace than the chosen one', async () => {
    const { createWorkspace } = await maya.ask('mutation { createWorkspace(input: { name: "Garden" }) { id } }')
    const input = { destination: 'https://garden.example', title: 'Roses' }
    const { data } = await maya.test.graph('mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }', {
      token: maya.token,
      variables: { input },
      headers: { 'x-workspace-id': createWorkspace.id },
    })
    await at(`/app/links/${data.createUrl.id}/activity`, 'Maya created the link')
  })

  it('lead to the login when the session ends, and back to the same address', async () => {
    const path = '/app/links/new?q=museum&sort=CLICKS_DESC'
    await at(path, '12 links')
    const address = maya.page.getByLabel('Where should it lead?')
    await address.fill('museum.example/written')
    await maya.ask('mutation { logout { success } }')
    await maya.page.keyboard.press('Enter')
    await maya.page.waitForURL(`${base}/account/login?*`)
    await maya.page.locator('#email').fill(maya.email)
    await maya.page.locator('#password').fill(maya.password)
    await maya.button('Log in').click()
    await maya.page.waitForURL(base + path)
    await maya.page.getByText('12 links').waitFor()
    expect(await address.inputValue()).toBe('museum.example/written')
  })

  it('are 404 when a file is missing', async () => {
    const status = await maya.page.evaluate((url) => fetch(url).then((answer) => answer.status), '/app/assets/main.js')
    expect(status).toBe(404)
  })

  it('fit on a phone with text of 200 %', async () => {
    await maya.open(phone)
    await maya.context.addInitScript(() =>
      addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%')),
    )
    for (const [path, text] of [
      ['/app', '12 links'],
      ['/app/statistics', 'No clicks'],
      [`/app/links/${link}/edit`, 'Where should it lead?'],
      [`/app/links/${link}/qr`, 'Scans well.'],
    ] as const) {
      await at(path, text)
      expect([path, await sidewaysPx(maya.page)]).toEqual([path, 0])
    }
  })

  it('show the ending of each address, its title and its box on every screen', async () => {
    for (const options of [
      phone,
      { viewport: { width: 720, height: 900 } },
      { viewport: { width: 1440, height: 900 } },
    ]) {
      await maya.open(options)
      await at('/app', '12 links')
      await maya.page.getByRole('listitem').getByText('Poster 3').waitFor()
      await maya.page.getByRole('checkbox').first().check()
      await maya.page.getByRole('toolbar').getByText('1 link selected').waitFor()
      const rooms = await maya.page.getByRole('listitem').evaluateAll((rows) =>
        rows.flatMap((row) => {
          const ending = row.querySelector('a span + span')
          return ending?.textContent?.startsWith('/') ? [ending.clientWidth - ending.scrollWidth] : []
        }),
      )
      expect(rooms).toEqual(Array.from({ length: 12 }, () => 0))
      expect(await sidewaysPx(maya.page)).toBe(0)
      for (const colorScheme of ['light', 'dark'] as const) {
        await maya.page.emulateMedia({ colorScheme })
        const name = `test-output/console-links-${options.viewport.width}-${colorScheme}`
        await maya.page.screenshot({ path: `${name}.png` })
      }
    }
  })

  it.each([
    ['desktop', screens.desktop],
    ['phone', phone],
  ])('stand still while they load on a %s', async (_name, options) => {
    await maya.open(options)
    await maya.context.addInitScript(countLayoutShifts)
    for (const [path, text] of [
      ['/app', '12 links'],
      [`/app/links/${link}/edit`, 'Where should it lead?'],
    ] as const) {
      await at(path, text)
      expect([path, await layoutShift(maya.page)]).toEqual([path, expect.toSatisfy((shift) => shift < maxLayoutShift)])
      expect(await sidewaysPx(maya.page)).toBe(0)
    }
  })

  it('turn a link off and delete it on its own screen, with a page for what is missing', async () => {
    await at(`/app/links/${link}`, 'No clicks in this period')
    // Nobody has ever clicked, so no other time is named.
    await maya.page.getByText('As soon as somebody opens').waitFor()
    await maya.button(/^More for /).click()
    await maya.menuItem('Turn off').click()
    await maya.page.getByText('turned off').waitFor()
    await maya.button(/^More for /).click()
    await maya.menuItem('Delete').click()
    await maya.page.getByText('1 link deleted').waitFor()
    for (const path of ['/app/links/lnk_01ARZ3NDEKTSV4RRFFQ69G5FAV', '/app/links/no-such-link', '/app/qr/qr_missing'])
      await at(path, 'There is nothing at this address')
  })
})

function countLayoutShifts(): void {
  const shifts: number[] = []
  Object.assign(globalThis, { shifts })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries() as unknown as {
      value: number
      hadRecentInput: boolean
    }[])
      if (!hadRecentInput) shifts.push(value)
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The sum of all shifts so far, after everything has been drawn. */
async function layoutShift(page: Page): Promise<number> {
  // Nothing tells when the last late part has come.
  await page.waitForTimeout(700)
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)
  return shifts.reduce((sum, each) => sum + each, 0)
}
