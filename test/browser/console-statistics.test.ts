import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decoded } from '../qr-codes/decode.ts'
import { picture } from '../qr-codes/seed.ts'
import { inTestAll } from '../support/size.ts'
import { as } from '../support/visitor.ts'
import { inBrowser, screens } from './chromium.ts'
import { ConsolePlay, phone } from './console-tasks.ts'
import { sidewaysPx } from './looks.ts'

inBrowser('what a person does with rules, QR codes and statistics in the console', () => {
  let maya: ConsolePlay
  let link: string
  beforeAll(async () => {
    maya = await ConsolePlay.start()
    await maya.open(screens.desktop)
    await maya.register()
    const input = { destination: 'https://museum.example/app', code: maya.test.seed.word(), title: 'The app' }
    const { createUrl } = await maya.ask('mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }', {
      input,
    })
    link = createUrl.id
    for (const agent of ['chrome', 'chrome', 'iphone'] as const) await maya.test.rest.get(`/${input.code}`, as(agent))
    await maya.test.sql(
      `update click set country = case device when 'Mobile' then 'FR' else 'DE' end where url_id = ?`,
      [link],
    )
    // A period ends before the present instant, and the clock of the service stands still.
    maya.test.clock.advance({ seconds: 2 })
  })
  afterAll(() => maya?.close())

  const toTab = (name: string) => maya.page.getByRole('link', { name, exact: true })
  const open = () => maya.page.getByRole('link', { name: /open its statistics/ })

  it('sends iPhones to the App Store, and tries it', async () => {
    await maya.play('iPhones to the App Store, and try it', async () => {
      await maya.person.click(open())
      await maya.person.click(toTab('Different places'))
      await maya.person.click(maya.button('Add a rule for a device'))
      await maya.person.fill(maya.page.getByLabel('They go to'), 'https://apps.example/museum')
      await maya.person.press('Enter')
      await maya.page.getByText('By the rule “iPhone and iPad”. Nothing was counted.').waitFor()
    })
    const { url } = await maya.ask('query ($id: ID!) { url(id: $id) { code ruleCount } }', { id: link })
    expect(url.ruleCount).toBe(1)
    const { headers } = await maya.test.rest.get(`/${url.code}`, as('iphone'))
    expect(headers.location).toBe('https://apps.example/museum')
  })

  it('downloads a QR code in brand colours for print, which scans', async () => {
    const image = maya.page.getByRole('img', { name: /^QR code of/ }).first()
    await maya.play('QR code in brand colours, for print', async () => {
      await maya.person.click(open())
      await maya.person.click(toTab('QR code'))
      const before = await image.getAttribute('src')
      await maya.person.fill(maya.page.getByRole('textbox', { name: 'Squares', exact: true }), '#b53627')
      // Until the new picture is there, the buttons have the files of the one before.
      await expect.poll(() => image.getAttribute('src')).not.toBe(before)
      await maya.page.getByText('Scans well.').waitFor()
      const download = maya.page.waitForEvent('download')
      await maya.person.click(maya.button(/^Print/))
      const svg = await readFile(await (await download).path(), 'utf8')
      expect(svg).toContain('#b53627')
    })
    const { urls } = await maya.ask('{ urls(first: 1) { nodes { shortUrl } } }')
    expect(await decoded(await image.screenshot())).toContain(urls.nodes[0].shortUrl)
  })

  inTestAll('finds the design of a QR code again, with a logo, wherever the code is shown', async () => {
    const squares = maya.page.getByRole('textbox', { name: 'Squares', exact: true })
    const isSaved = maya.page.getByText('The design is saved.')
    await maya.page.goto(`${maya.test.base}/app/links/${link}/qr`)
    await squares.fill('#b53627')
    // Who leaves at once has saved too.
    await toTab('Statistics').first().click()
    await maya.page.goBack()
    await expect.poll(() => squares.inputValue()).toBe('#b53627')
    await squares.fill('#14532d')
    await maya.page.getByText('Saving …').waitFor()
    await isSaved.waitFor()
    const logo = { name: 'mark.png', mimeType: 'image/png', buffer: Buffer.from(await picture(), 'base64') }
    await maya.page.getByLabel('Upload a logo').setInputFiles(logo)
    await maya.page.getByRole('button', { name: 'mark', pressed: true }).waitFor()
    expect(await squares.inputValue()).toBe('#14532d')
    await isSaved.waitFor()
    expect(await maya.findBarriers()).toEqual([])
    await maya.page.reload()
    await isSaved.waitFor()
    expect(await squares.inputValue()).toBe('#14532d')
    const { url } = await maya.ask('query ($id: ID!) { url(id: $id) { code qrDesign { color logo { name } } } }', {
      id: link,
    })
    expect(url.qrDesign).toEqual({ color: '#14532d', logo: { name: 'mark' } })
    const { text } = await maya.test.rest.get(`/${url.code}/qr.svg`)
    expect(text).toMatch(/fill="#14532d".*<image/)
  })

  it('sees which country grew most', async () => {
    await maya.play('Which country grew most', async () => {
      await maya.person.click(toTab('Statistics'))
      await maya.person.choose(maya.page.getByLabel('Order of the lists'), 'Most growth first')
      await maya
        .button(/Germany/)
        .first()
        .waitFor()
    })
  })

  it('filters statistics by the country that it clicks on', async () => {
    await maya.play('See only the clicks of one country', async () => {
      await maya.person.click(toTab('Statistics'))
      await maya.person.click(maya.button(/France/).first())
      await maya.page.getByRole('list', { name: 'Filters' }).getByText('France').waitFor()
      await expect.poll(() => maya.button(/Germany/).count()).toBe(0)
    })
    expect(await maya.findBarriers()).toEqual([])
    expect(new URL(maya.page.url()).searchParams.get('country')).toBe('FR')
  })

  inTestAll(
    'reads the names of countries with text of 200 %, what is chosen in forced colours, and stays on a tab by keys',
    async () => {
      const { page } = maya
      await page.goto(`${maya.test.base}/app/links/${link}`)
      const germany = maya.button(/Germany/).first()
      await germany.waitFor()
      await page.setViewportSize(phone.viewport)
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      const cut = await germany
        .locator('span')
        .first()
        .evaluate((name) => name.scrollWidth - name.clientWidth)
      expect([await germany.locator('span').first().textContent(), cut]).toEqual(['Germany', 0])
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
      await maya.button(/^Tables/).click()
      await page.getByRole('table', { name: 'Weekdays and hours' }).scrollIntoViewIfNeeded()
      expect(await sidewaysPx(page)).toBe(0)
      await maya.button(/^Tables/).click()
      await page.setViewportSize(screens.desktop.viewport)
      const frameOf = (target: Locator) => target.evaluate((element) => getComputedStyle(element).outlineStyle)
      const parts = page.getByRole('navigation', { name: 'Parts of this link' })
      const marked = () =>
        Promise.all([toTab('Links'), parts.getByText('Statistics'), parts.getByText('QR code')].map(frameOf))
      expect(await marked()).toEqual(['none', 'none', 'none'])
      await page.emulateMedia({ forcedColors: 'active' })
      expect(await marked()).toEqual(['solid', 'solid', 'none'])
      await page.emulateMedia({ forcedColors: null })
      await page.getByText('Weekdays and hours').first().scrollIntoViewIfNeeded()
      await page.getByRole('table', { name: 'Weekdays and hours' }).waitFor()
      await parts.getByText('QR code').focus()
      await page.keyboard.press('Enter')
      await page.getByText('Scans well.').waitFor()
      await parts.getByText('QR code').and(page.locator(':focus')).waitFor()
    },
  )

  it('prints statistics and a QR code as one hands them over', async () => {
    const { page } = maya
    const shown = (texts: readonly string[]) =>
      Promise.all(texts.map((text) => page.getByText(text).filter({ visible: true }).count()))
    await page.setViewportSize({ width: 390, height: 600 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`${maya.test.base}/app/links/${link}?country=FR`)
    await maya.button('Download').click()
    await page.evaluate(() => {
      globalThis.print = () => document.body.setAttribute('data-printed', '')
    })
    await maya.menuItem('Print').click()
    await page.locator('[data-printed]').waitFor()
    for (const format of ['A4', 'Letter']) expect(pagesOf(await page.pdf({ format }))).toBe(2)
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    expect(await page.getByRole('navigation', { name: 'Main navigation' }).isVisible()).toBe(false)
    expect(
      await page
        .getByRole('button')
        .filter({ visible: true, hasText: /Copy|Share|Tables/ })
        .count(),
    ).toBe(0)
    expect(await page.getByRole('main').innerText()).toMatch(/The app.*Last 30 days · .* 20\d\d · Times of .*France/s)
    await page.getByRole('heading', { name: 'Weekdays and hours' }).waitFor()
    expect(await shown(['Last clicks'])).toEqual([0])
    const looks = await page.evaluate(() => {
      const styleOf = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body)
      return {
        address: getComputedStyle(document.querySelector('main') ?? document.body, '::before').content,
        ground: styleOf('body').backgroundColor,
        hours: [styleOf('tbody td').printColorAdjust, styleOf('section table').display],
        card: styleOf('main section').breakInside,
      }
    })
    expect(looks).toEqual({
      address: `"${page.url()}"`,
      ground: 'rgb(255, 255, 255)',
      hours: ['exact', 'table'],
      card: 'avoid',
    })
    await page.emulateMedia({ media: null })
    await page.goto(`${maya.test.base}/app/links/${link}/qr`)
    await page.getByText('Scans well.').waitFor()
    for (const format of ['A4', 'Letter']) expect(pagesOf(await page.pdf({ format }))).toBe(1)
    await page.emulateMedia({ media: 'print' })
    expect(await shown(['The app', 'Scans well.', 'Squares', 'On white'])).toEqual([1, 0, 0, 0])
    const { url } = await maya.ask('query ($id: ID!) { url(id: $id) { shortUrl } }', { id: link })
    const picture = page.getByRole('img', { name: /^QR code of/ })
    expect(await decoded(await picture.screenshot())).toContain(url.shortUrl)
    await page.emulateMedia({ media: null, colorScheme: null })
    await page.setViewportSize(screens.desktop.viewport)
  })

  inTestAll('draws the part of the world that was clicked, and says in a sentence what all clicks have', async () => {
    await maya.page.goto(`${maya.test.base}/app/statistics`)
    const map = maya.page.locator('svg:has(circle)')
    await map.waitFor()
    const [left = 0, , width = 0] = ((await map.getAttribute('viewBox')) ?? '').split(' ').map(Number)
    expect(width).toBeLessThan(400)
    for (const x of await map
      .locator('circle')
      .evaluateAll((dots) => dots.map((dot) => Number(dot.getAttribute('cx')))))
      expect([x > left, x < left + width]).toEqual([true, true])
    // Two countries are compared by bars, one link is not.
    await maya
      .button(/Germany/)
      .first()
      .waitFor()
    const sentence = maya.page.getByRole('link', { name: /: all \d clicks\.$/ })
    expect(await sentence.getAttribute('href')).toContain(`/links/${link}`)
    // A time is no number to be compared, and no button.
    expect(await maya.button(/last click/).count()).toBe(0)
    const sizeOf = (name: RegExp) =>
      maya.page
        .getByText(name)
        .first()
        .evaluate((text) => getComputedStyle(text.parentElement?.querySelector('b') ?? text).fontSize)
    expect(await sizeOf(/^last click$/)).toBe('16px')
    expect(await sizeOf(/^clicks$/)).toBe('24px')
    expect(await maya.findBarriers()).toEqual([])
  })

  it('asks a question', async () => {
    await maya.play('Ask which link did best', async () => {
      await maya.person.click(toTab('Ask'))
      await maya.page.getByLabel('Your question').and(maya.page.locator(':focus')).waitFor()
      await maya.person.type('Which link did best this week?')
      await maya.person.press('Enter')
      await maya.page
        .getByText(/The app/)
        .first()
        .waitFor()
    })
    // While the next question is on its way, the answer to this one is gone.
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    await maya.page.route('**/graphql', async (route) => {
      await isReleased
      await route.continue()
    })
    await maya.page.getByLabel('Your question').fill('Clicks by country in the last 30 days')
    await maya.page.keyboard.press('Enter')
    await maya.page
      .getByText(/The app/)
      .first()
      .waitFor({ state: 'detached' })
    release()
    await maya.page
      .getByText(/Germany/)
      .first()
      .waitFor()
    await maya.page.unroute('**/graphql')
  })

  it('shares statistics with somebody without an account', async () => {
    await maya.play('Share the statistics of a link', async () => {
      await maya.person.click(open())
      await maya.person.click(maya.button('Share'))
      await maya.page.getByRole('dialog').getByText('The app').waitFor()
      await maya.person.click(maya.button('Create page and copy address'))
      await maya.page.getByText('The address has been copied.').waitFor()
    })
    const { sharedStatsPages } = await maya.ask('{ sharedStatsPages(first: 10) { nodes { url } } }')
    expect(await maya.person.readClipboard()).toBe(sharedStatsPages.nodes[0].url)
    await maya.context.clearCookies()
    await maya.page.goto(sharedStatsPages.nodes[0].url)
    await maya.page.getByText('Clicks').first().waitFor()
    await maya.leave()
  })
})

/** How many pages a PDF has. Chromium does not compress the objects that say so. */
function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
