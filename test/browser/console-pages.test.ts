import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTestAll } from '../support/size.ts'
import { as } from '../support/visitor.ts'
import { inBrowser, screens } from './chromium.ts'
import { ConsolePlay, phone } from './console-tasks.ts'
import { sidewaysPx } from './looks.ts'

const shop = (name: string) => `https://museum.example/${name}`
const endings = ['tickets', 'shop', 'news', 'map', 'talks', 'jobs']

inBrowser('what a person does with pages in the console', () => {
  let maya: ConsolePlay
  let slug: string
  beforeAll(async () => {
    maya = await ConsolePlay.start()
    slug = `museum-${maya.test.seed.word()}`
    await maya.open(phone)
    await maya.register()
  })
  afterAll(() => maya?.close())

  const preview = () => maya.page.frameLocator('iframe:not([data-waiting])')
  const titles = () =>
    preview()
      .getByRole('link')
      .filter({ hasNotText: /Tack|Report/ })
      .allTextContents()
  const savedWords = async () => {
    const find = 'query ($slug: String!) { bioPages(search: $slug) { nodes { id } } }'
    const [{ id }] = (await maya.ask(find, { slug })).bioPages.nodes
    return (await maya.ask('query ($id: ID!) { bioPageDraft(id: $id) { description } }', { id })).bioPageDraft
      .description
  }
  const tab = (name: string) => maya.page.getByRole('navigation', { name: 'Parts' }).getByText(name)
  const saved = (text: string | RegExp) => maya.page.getByRole('status').filter({ hasText: text }).waitFor()
  const screenshot = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await maya.page.emulateMedia({ colorScheme })
      await maya.page.screenshot({ path: `test-output/console-pages-${name}-${colorScheme}.png`, fullPage: false })
    }
  }

  it('makes a page with six links on a phone, which visitors find', async () => {
    await maya.page.goto(`${maya.test.base}/app/pages`)
    await maya.page.getByText('No pages yet').waitFor()
    expect(await maya.findBarriers()).toEqual([])
    await screenshot('empty-390')
    await maya.play('A page with six links', async () => {
      await maya.person.click(maya.page.getByRole('link', { name: 'Pages', exact: true }))
      await maya.person.click(maya.page.getByRole('link', { name: 'New page' }))
      await maya.person.fill(maya.page.getByLabel('Name of the page'), slug.replace('-', ' '))
      await maya.person.press('Enter')
      const field = maya.page.getByLabel('Add a link')
      await field.focus()
      for (const ending of endings) await maya.person.paste(shop(ending))
      await saved('Nobody sees it before you publish it')
      await maya.person.click(maya.button('Publish'))
      await maya.page.getByText('The page is published').waitFor()
    })
    expect(maya.page.url()).toBe(`${maya.test.base}/app/pages/${slug}`)
    const { json } = await maya.test.rest.get(`/v1/bio/${slug}`)
    expect(json.blocks.map(({ title }: { title: string }) => title)).toEqual(
      endings.map((ending) => `museum.example/${ending}`),
    )
    expect(await maya.findBarriers()).toEqual([])
    expect(await sidewaysPx(maya.page)).toBe(0)
    await screenshot('editor-390')
    await maya.button('Preview').click()
    await preview().getByText('museum.example/jobs').waitFor()
    expect(await sidewaysPx(maya.page)).toBe(0)
    await screenshot('preview-390')
  })

  it('changes the order by keys, which the page beside shows and visitors do not, until it is published', async () => {
    await maya.open(screens.desktop)
    const { page, person } = maya
    await maya.play(
      'Change the order of a page, by keys',
      async () => {
        await page.getByRole('button', { name: 'Move museum.example/tickets' }).waitFor()
        const isAtFirst = () =>
          page.evaluate(() => document.activeElement?.getAttribute('aria-label') === 'Move museum.example/tickets')
        await person.press('Tab')
        await person.press('Enter')
        while (!(await isAtFirst())) await person.press('Tab')
        await person.press('ArrowDown')
        expect(await isAtFirst()).toBe(true)
        await saved('Visitors see the changes when you publish them')
      },
      `/app/pages/${slug}`,
    )
    await expect
      .poll(titles)
      .toEqual(['shop', 'tickets', 'news', 'map', 'talks', 'jobs'].map((each) => `museum.example/${each}`))
    expect((await maya.test.rest.get(`/v1/bio/${slug}`)).json.blocks[0].title).toBe('museum.example/tickets')
    expect(await maya.findBarriers()).toEqual([])
    await screenshot('editor-1440')
    // By the mouse, and back to what visitors see.
    const grip = page.getByRole('button', { name: 'Move museum.example/jobs' })
    const { x = 0, y = 0, width = 0, height = 0 } = (await grip.boundingBox()) ?? {}
    const first = await page.getByRole('button', { name: 'Move museum.example/shop' }).boundingBox()
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width / 2, (first?.y ?? 0) + 4, { steps: 8 })
    await page.mouse.up()
    await expect.poll(async () => (await titles())[0]).toBe('museum.example/jobs')
    await maya.button('Discard changes').click()
    await expect.poll(async () => (await titles())[0]).toBe('museum.example/tickets')
  })

  inTestAll('says what is wrong at its field, and the contrast of own colours', async () => {
    const { page } = maya
    await maya.button('Something else').click()
    await maya.menuItem('Telephone').click()
    await page.getByLabel('Number', { exact: true }).fill('call me')
    await page.getByText('This is no telephone number').first().waitFor()
    await saved('Not saved')
    expect(await maya.findBarriers()).toEqual([])
    await page.getByLabel('Number', { exact: true }).fill('+49 30 123456')
    await preview().getByText('+49 30 123456').waitFor()
    await maya.section('Look').click()
    await page.getByLabel('Links', { exact: true }).selectOption('Framed')
    await page.getByLabel('Colours of my own').check()
    await page.getByLabel('Colour of links', { exact: true }).fill('#ffeeee')
    await page
      .getByText(/^These texts could not be read: the colours are too alike. #\w{6} would do/)
      .first()
      .waitFor()
    await page.getByLabel('Colour of links', { exact: true }).fill('#7a1f1f')
    await page.getByText(/Links can be read: contrast \d/).waitFor()
    await saved('Visitors see the changes when you publish them')
    expect(await maya.findBarriers()).toEqual([])
    await screenshot('look-1440')
  })

  inTestAll('says in the second of two windows that the first has saved, and loads that or overwrites it', async () => {
    const other = await maya.context.newPage()
    const words = (page: Page) => page.getByLabel('A few words below the name')
    const write = async (page: Page, text: string) => {
      if (!(await words(page).isVisible())) await page.locator('summary').filter({ hasText: 'Name and words' }).click()
      await words(page).fill(text)
    }
    const saves = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor()
    const warning = 'This page was changed in another window meanwhile. What you wrote'
    await other.goto(`${maya.test.base}/app/pages/${slug}`)
    await other.getByText('Saved.').waitFor()
    await write(maya.page, 'Of the first')
    await maya.page.getByText('Saving').waitFor({ state: 'detached' })
    await saves(maya.page)
    await write(other, 'Of the second')
    await other.getByText(warning).waitFor()
    await other.getByRole('button', { name: 'Load what was saved there' }).click()
    await other.getByText(warning).waitFor({ state: 'detached' })
    await write(other, 'Of the second, who has read')
    await expect.poll(savedWords).toBe('Of the second, who has read')
    await write(maya.page, 'Of the first again')
    await maya.page.getByText(warning).waitFor()
    expect(await savedWords()).toBe('Of the second, who has read')
    expect(await maya.findBarriers()).toEqual([])
    await screenshot('overtaken-1440')
    await maya.page.setViewportSize(phone.viewport)
    expect(await sidewaysPx(maya.page)).toBe(0)
    await screenshot('overtaken-390')
    await maya.page.setViewportSize(screens.desktop.viewport)
    await maya.button('Keep mine instead').click()
    await maya.page.getByText(warning).waitFor({ state: 'detached' })
    await expect.poll(savedWords).toBe('Of the first again')
    await maya.button('Publish changes').click()
    await maya.page.getByText('Visitors see the changes from now on').waitFor()
    expect((await maya.test.rest.get(`/v1/bio/${slug}`)).json.description).toBe('Of the first again')
    await write(maya.page, 'After publishing')
    await expect.poll(savedWords).toBe('After publishing')
    await other.close()
  })

  it('moves to another address, is copied, counted and on paper', async () => {
    const { page } = maya
    await maya.test.rest.get(`/p/${slug}`, as('iphone'))
    maya.test.clock.advance({ seconds: 2 })
    await maya.section('Address').click()
    await page.getByLabel('Address', { exact: true }).fill(`${slug}-b`)
    await page.getByText('free').waitFor()
    await page.getByText('The former address stops working').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/app/pages/${slug}-b`)
    await tab('Statistics').click()
    await page.getByRole('heading', { name: 'Clicks on its links' }).waitFor()
    await expect.poll(() => page.getByRole('main').innerText()).toMatch(/Click\s+1\b/)
    expect(await maya.findBarriers()).toEqual([])
    await screenshot('statistics-1440')
    await tab('QR code').click()
    await page.getByText('No QR codes yet').waitFor()
    await page.getByRole('link', { name: 'New QR code' }).click()
    await page.getByLabel('Title').fill('Business card')
    await page.keyboard.press('Enter')
    await page.getByText('Scans well.').waitFor()
    await page.goto(`${maya.test.base}/app/pages/${slug}-b/qr`)
    await page.getByRole('link', { name: 'Business card' }).waitFor()
    await maya.button(/^More for museum/).click()
    await maya.menuItem('Duplicate').click()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/app/pages/${slug}-b-2`)
    await preview().getByText('museum.example/jobs').waitFor()
    await page.goto(`${maya.test.base}/app/pages`)
    await page.getByText('changes wait').waitFor()
    expect(await maya.findBarriers()).toEqual([])
    await screenshot('list-1440')
    await maya.leave()
  })
})
