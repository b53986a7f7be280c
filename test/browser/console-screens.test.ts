import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hardestOf } from '../support/size.ts'
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

  it('show a newcomer three steps, which are true and go when they are done', async () => {
    const steps = maya.page.getByRole('region', { name: 'First steps' })
    const step = (name: string) => steps.getByRole('link', { name })
    await at('/app', 'First steps')
    expect(await steps.getByRole('link').count()).toBe(3)
    const input = { destination: 'https://museum.example/first' }
    const { createUrl } = await maya.ask('mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }', {
      input,
    })
    await at('/app', '1 link')
    await step('Look at its statistics').click()
    await maya.page.waitForURL(`**/links/${createUrl.id}`)
    await maya.page.getByText('No clicks in this period').waitFor()
    await maya.page.goBack()
    await step('Use a domain of your own, or invite somebody').waitFor()
    await maya.page.screenshot({ path: 'test-output/console-first-steps.png' })
    expect([await steps.getByRole('link').count(), await maya.findBarriers()]).toEqual([1, []])
    const { createDomain } = await maya.ask(
      'mutation ($input: CreateDomainInput!) { createDomain(input: $input) { id } }',
      { input: { host: 'go.museum.example' } },
    )
    await at('/app', '1 link')
    await steps.waitFor({ state: 'detached' })
    await maya.ask(
      'mutation ($url: ID!, $domain: ID!) { deleteUrl(id: $url) { success } deleteDomain(id: $domain) { success } }',
      {
        url: createUrl.id,
        domain: createDomain.id,
      },
    )
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
    await at('/app', 'That was too much at once. Your work is still here: try again in 1 minute.')
    expect(await maya.findBarriers()).toEqual([])
    await maya.page.unroute('**/graphql')
  })

  it.each([
    ['/links/:id/edit', 'Where should it lead?'],
    ['/links/:id/qr', 'Scans well.'],
    ['/links/:id/rules', 'Try it as a visitor'],
    ['/links/:id/history', 'Unusual hours'],
    ['/qr', 'No QR codes yet'],
    ['/pages', 'No pages yet'],
    ['/ask', 'You can ask, for instance:'],
    ['/health', 'All is well'],
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
    const { id } = data.createUrl
    await at(`/app/links/${id}/activity`, 'Maya created the link')
    const key = { name: 'Nightly', workspaceId: createWorkspace.id }
    const { json } = await maya.test.rest.post('/v1/keys', key, { token: maya.token })
    await maya.test.rest.patch(`/v1/urls/${id}`, { title: 'Tulips' }, { token: json.key })
    await at(`/app/links/${id}/activity`, 'API key “Nightly”, by Maya, changed the link')
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

  /** Another window, of which nobody listens to what it complains of. */
  const openWindow = async (sessionToken: string) => {
    const context = await maya.browser.newContext({ ...screens.desktop, locale: 'en-GB' })
    const logIn = (value: string) =>
      context.addCookies([{ name: 'tack_session', value, url: base, httpOnly: true, sameSite: 'Lax' }])
    await logIn(sessionToken)
    return { context, logIn, page: await context.newPage() }
  }

  it('say that there is no network where something is not loaded yet, and load it when the network is back', async () => {
    const session = (await maya.context.cookies()).find(({ name }) => name === 'tack_session')
    const { context, page } = await openWindow(session?.value ?? '')
    const notLoaded = page.getByText('There is no network. It loads by itself')
    await page.route(/menu-list/, (route) => route.abort())
    await page.goto(`${base}/app`)
    await page.getByText('12 links').waitFor()
    await context.setOffline(true)
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('dialog', { name: 'This is not loaded yet' }).waitFor()
    await page.keyboard.press('Escape')
    await page.unroute(/menu-list/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('There is still no network.').waitFor()
    const notice = page.getByRole('status').getByText('You are offline.')
    await page.getByRole('button', { name: 'Save these links as CSV' }).click()
    await notice.waitFor()
    await page.getByRole('button', { name: 'This screen as code' }).click()
    await page
      .getByRole('dialog', { name: 'This is not loaded yet' })
      .and(page.locator(':has-text("no network")'))
      .waitFor()
    expect(await page.getByText('12 links').isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    // The sentence about the network leaves the bar of a phone free.
    await page.setViewportSize(phone.viewport)
    await page.getByRole('link', { name: 'QR codes' }).click()
    await notLoaded.waitFor()
    expect(await page.getByRole('navigation', { name: 'Main navigation' }).isVisible()).toBe(true)
    expect(await page.getByText('A new version').count()).toBe(0)
    await context.setOffline(false)
    await page.getByText('No QR codes yet').waitFor()
    // The files are here now, and what they ask for is not.
    await page.goto(`${base}/app/links/${link}`)
    await page.getByText('No clicks in this period').waitFor()
    await context.setOffline(true)
    await page.getByLabel('Period').selectOption('7d')
    await page.getByRole('main').getByText('You are offline.').waitFor()
    await context.setOffline(false)
    await page.getByRole('main').getByText('You are offline.').waitFor({ state: 'detached' })
    const download = async () => {
      await page.getByRole('button', { name: 'Download', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Numbers of the time line' }).click()
    }
    await context.setOffline(true)
    await download()
    await notice.waitFor()
    await context.setOffline(false)
    const [file] = await Promise.all([page.waitForEvent('download'), download()])
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
    await context.close()
  })

  it('show nothing of the person who was logged in before', async () => {
    const [ada, bob] = [await maya.test.seed.account({ name: 'Ada' }), await maya.test.seed.account({ name: 'Bob' })]
    const { context, logIn, page } = await openWindow(ada.token)
    const address = page.getByLabel('Where should it lead?')
    await page.goto(`${base}/app/links/new`)
    await address.fill('museum.example/secret')
    await page.keyboard.press('Escape')
    await page.getByText('No links yet').waitFor()
    await maya.test.rest.post('/v1/auth/logout', undefined, { token: ada.token })
    await logIn(bob.token)
    // Refused, as the session has ended. The browser has another one, of somebody else.
    await page.getByRole('link', { name: 'QR codes' }).click()
    await page.getByRole('button', { name: 'Account of Bob' }).waitFor()
    await page.goto(`${base}/app/links/new`)
    await address.waitFor()
    expect(await address.inputValue()).toBe('')
    await context.close()
  })

  it('are 404 when a file is missing', async () => {
    const status = await maya.page.evaluate((url) => fetch(url).then((answer) => answer.status), '/app/assets/main.js')
    expect(status).toBe(404)
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
      expect(rooms).toHaveLength(12)
      // Both widths are rounded, so they may differ by a pixel.
      expect(Math.min(...rooms)).toBeGreaterThanOrEqual(-1)
      // Safari zooms into a field with smaller text.
      if (options === phone) {
        const sizes = await maya.page
          .locator('input, select')
          .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)))
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16)
      }
      expect(await sidewaysPx(maya.page)).toBe(0)
      for (const colorScheme of ['light', 'dark'] as const) {
        await maya.page.emulateMedia({ colorScheme })
        const name = `test-output/console-links-${options.viewport.width}-${colorScheme}`
        await maya.page.screenshot({ path: `${name}.png` })
      }
    }
  })

  const sizes = [
    ['phone', phone],
    ['desktop', screens.desktop],
  ] as const
  it.each(hardestOf(sizes))(
    'stand still while they load on a %s, and a phone has room for text of 200 %%',
    async (_name, options) => {
      await maya.open(options)
      await maya.context.addInitScript(countLayoutShifts)
      for (const [path, text] of [
        ['/app', '12 links'],
        ['/app/statistics', 'No clicks'],
        [`/app/links/${link}/edit`, 'Where should it lead?'],
        [`/app/links/${link}/qr`, 'Scans well.'],
        ['/app/settings/workspace', 'Plan: Free'],
        ['/app/settings/members', 'A workspace of your own'],
        ['/app/settings/account', 'Your data'],
        ['/app/settings/domains', 'No domains yet'],
        ['/app/settings/labels', 'No tags yet.'],
        ['/app/settings/pixels', 'No pixels yet'],
        ['/app/settings/transfer', 'Nothing was imported yet'],
        ['/app/settings/webhooks', 'No webhooks yet'],
        ['/app/settings/applications', 'No applications yet'],
      ] as const) {
        await at(path, text)
        expect([path, await layoutShift(maya.page)]).toEqual([
          path,
          expect.toSatisfy((shift) => shift < maxLayoutShift),
        ])
        expect([path, await sidewaysPx(maya.page)]).toEqual([path, 0])
        if (options !== phone) continue
        await maya.page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
        expect([path, 'text of 200 %', await sidewaysPx(maya.page)]).toEqual([path, 'text of 200 %', 0])
      }
    },
  )

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

  it('have room for a long title and many tags, read hosts as people write them, and find a pasted short address', async () => {
    await maya.open(screens.desktop)
    await maya.logIn()
    const tagIds: string[] = []
    for (let count = 1; count <= 8; count++) {
      const create = 'mutation ($name: String!) { createTag(input: { name: $name, color: RED }) { id } }'
      tagIds.push((await maya.ask(create, { name: `season ${count}` })).createTag.id)
    }
    const code = maya.test.seed.word()
    const input = { destination: 'https://bücher.example/größe', code, title: 'word '.repeat(40).trim(), tagIds }
    await maya.ask('mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }', { input })
    await at('/app', 'bücher.example/größe')
    const row = maya.row(code)
    const whole = (text: string) =>
      row.getByText(text, { exact: true }).evaluate((part) => part.clientWidth - part.scrollWidth)
    const host = new URL(base).host
    expect([await whole(host), await whole(`/${code}`), await whole('bücher.example/größe')]).toEqual([0, 0, 0])
    await row.getByText('+5').waitFor()
    await row.getByRole('link', { name: /^Edit / }).click()
    await maya.section('Folder and tags').click()
    const tags = maya.page.getByRole('group', { name: 'Tags' }).getByRole('button')
    expect(await tags.count()).toBe(8)
    await tags.filter({ hasText: 'season 3' }).click()
    await maya.page.getByLabel('Find or add a tag').fill('SEASON 3')
    expect(await tags.and(maya.page.locator('[aria-pressed=false]')).allTextContents()).toEqual(['season 3'])
    await maya.page.keyboard.press('Enter')
    await expect.poll(() => tags.and(maya.page.locator('[aria-pressed=true]')).count()).toBe(8)
    await maya.button('Discard changes').click()
    await maya.page.getByRole('combobox', { name: 'Search, or paste an address' }).click()
    await maya.person.paste(`${base}/${code}`)
    await maya.page.getByRole('option').filter({ hasText: code }).waitFor()
    await maya.page.keyboard.press('Enter')
    await maya.page.getByText('1 link', { exact: true }).waitFor()
    await maya.row(code).waitFor()
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
