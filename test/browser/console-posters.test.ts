import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decoded } from '../qr-codes/decode.ts'
import { picture } from '../qr-codes/seed.ts'
import { inTestAll } from '../support/size.ts'
import { as } from '../support/visitor.ts'
import { inBrowser, screens } from './chromium.ts'
import { ConsolePlay, phone, type Task } from './console-tasks.ts'

inBrowser('what a person does with posters, variants and files in the console', () => {
  let maya: ConsolePlay
  const codes: { id: string; shortUrl: string; title: string }[] = []
  beforeAll(async () => {
    maya = await ConsolePlay.start()
    await maya.open(screens.desktop)
    await maya.register()
    const input = { destination: 'https://museum.example/spring', code: maya.test.seed.word(), title: 'Spring' }
    await maya.ask('mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }', { input })
    for (const title of ['Poster: bus stops', 'Poster: underground']) {
      const createDynamicQr =
        'mutation ($input: CreateDynamicQrInput!) { createDynamicQr(input: $input) { id title shortUrl } }'
      const { createDynamicQr: created } = await maya.ask(createDynamicQr, {
        input: { title, destination: `https://museum.example/${codes.length}` },
      })
      codes.push(created)
    }
    // A printed code marks the scan.
    for (const code of [codes[0], codes[1], codes[1]])
      await maya.test.rest.get(`${new URL(code?.shortUrl ?? '').pathname}?qr=1`, as('iphone'))
    // A period ends before the present instant, and the clock of the service stands still.
    maya.test.clock.advance({ seconds: 2 })
  })
  afterAll(() => maya?.close())

  const toTab = (name: string) => maya.page.getByRole('link', { name, exact: true })

  async function save(steps: () => Promise<void>): Promise<string> {
    const download = maya.page.waitForEvent('download')
    await steps()
    return readFile(await (await download).path(), 'utf8')
  }

  it('divides visitors among two variants', async () => {
    await maya.play('Two variants, half each', async () => {
      await maya.person.click(maya.page.getByRole('link', { name: /open its statistics/ }))
      await maya.person.click(toTab('Different places'))
      const address = maya.page.getByLabel('They go to').and(maya.page.locator(':focus'))
      await maya.person.click(maya.button('Add a variant'))
      await address.waitFor()
      await maya.person.press('Enter')
      await maya.page.getByText('A · 100%').first().waitFor()
      await maya.person.click(maya.button('Add a variant'))
      await maya.person.fill(address, 'museum.example/spring-b')
      await maya.person.press('Enter')
      await maya.page.getByText('B · 50%').first().waitFor()
    })
  })

  it('puts the logo into a QR code, which scans', async () => {
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(await picture(), 'base64') }
    const image = maya.page.getByRole('img', { name: /^QR code of/ }).first()
    await maya.play('A QR code with the logo', async () => {
      await maya.person.click(toTab('QR codes'))
      await maya.person.click(toTab('Poster: bus stops'))
      const before = await image.getAttribute('src')
      await maya.person.chooseFile(maya.page.getByLabel('Upload a logo'), logo)
      await expect.poll(() => image.getAttribute('src'), { timeout: 10_000 }).not.toBe(before)
      const svg = await save(() => maya.person.click(maya.button(/^Print/)))
      expect(svg).toContain('<image')
    })
    expect(await decoded(await image.screenshot())).toContain(codes[0]?.shortUrl)
  })

  inTestAll('sees which QR code was scanned most on a day', async () => {
    await maya.play('Which QR code was scanned most on a day', async () => {
      await maya.person.click(toTab('Statistics'))
      const days = maya.page.getByRole('slider').first()
      const { width = 0, height = 0 } = (await days.boundingBox()) ?? {}
      await maya.person.click(days, { position: { x: width - 20, y: height / 2 } })
      await maya.page.getByLabel('First day').waitFor()
      await maya.person.click(maya.button(/^QR code/).first())
      await maya.page.getByRole('list', { name: 'Filters' }).getByText('QR code').waitFor()
      await maya.page.getByText('Poster: underground').first().waitFor()
    })
    const titles = await maya.page.getByText(/^Poster: /).allTextContents()
    expect(titles).toEqual(['Poster: underground', 'Poster: bus stops'])
  })

  it('reads the scans of one QR code, and who did what with it', async () => {
    await maya.page.goto(`${maya.test.base}/app/qr`)
    await maya.person.click(toTab('Poster: underground'))
    await maya.person.click(maya.page.getByRole('navigation', { name: 'Parts' }).getByText('Statistics'))
    await expect.poll(() => maya.page.getByRole('main').innerText()).toMatch(/\b2\s+clicks/i)
    expect(await maya.findBarriers()).toEqual([])
    await maya.person.click(toTab('Activity'))
    await maya.page.getByText('Maya created the QR code').waitFor()
    expect(await maya.findBarriers()).toEqual([])
  })

  async function changeTarget(task: Task, target: string) {
    await maya.play(task, async () => {
      await maya.person.click(toTab('QR codes'))
      await maya.person.click(maya.button('More for Poster: underground'))
      await maya.person.click(maya.menuItem('Change where it leads'))
      await maya.person.fill(maya.page.getByLabel('Leads to'), target)
      await maya.page.getByText('What is printed already leads there too').waitFor()
      await maya.person.press('Enter')
      await maya.page.getByText('The next scan leads there').waitFor()
    })
    const { headers } = await maya.test.rest.get(new URL(codes[1]?.shortUrl ?? '').pathname, as('iphone'))
    expect(headers.location).toBe(target)
  }

  it('changes where a printed code leads', () =>
    changeTarget('Change where a printed code leads', 'https://museum.example/summer'))

  inTestAll('saves the numbers of a chart, and the list of links', async () => {
    await maya.play('The numbers of a chart as a file', async () => {
      await maya.person.click(toTab('Statistics'))
      await maya.person.click(maya.button('Download'))
      const text = await save(() => maya.person.click(maya.menuItem('Numbers of the time line')))
      expect(text.split('\n').length).toBeGreaterThan(28)
    })
    await maya.play('The list of links as a file', async () => {
      const text = await save(() => maya.person.click(maya.button('Save these links as CSV')))
      expect(text).toContain('https://museum.example/spring')
    })
  })

  inTestAll('deletes the logo, which its QR code loses', async () => {
    await maya.page.goto(`${maya.test.base}/app/qr/${codes[0]?.id}`)
    await maya.button('Delete a logo').click()
    await maya.page.getByText('What is printed stays as it is').waitFor()
    expect(await maya.findBarriers()).toEqual([])
    await maya.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await maya.page.getByRole('button', { name: 'No logo', pressed: true }).and(maya.page.locator(':focus')).waitFor()
    expect(await maya.button('Delete a logo').count()).toBe(0)
    const { dynamicQr } = await maya.ask('query ($id: ID!) { dynamicQr(id: $id) { design { logo { id } } } }', {
      id: codes[0]?.id,
    })
    expect(dynamicQr.design.logo).toBe(null)
  })

  inTestAll('changes the heading, the end and the titles of shared statistics', async () => {
    const { createFolder } = await maya.ask('mutation { createFolder(input: { name: "Campaigns" }) { id } }')
    await maya.ask('mutation ($input: CreateSharedStatsPageInput!) { createSharedStatsPage(input: $input) { id } }', {
      input: { folderId: createFolder.id, interval: 'LAST_30D', title: 'For the team' },
    })
    await maya.page.goto(`${maya.test.base}/app/statistics`)
    await maya.button('Share').click()
    await maya.button('Change the page').click()
    const dialog = maya.page.getByRole('dialog', { name: 'Change the page' })
    await dialog.getByLabel('Heading').fill('For the board')
    await dialog.getByLabel('Can be opened until').fill('2031-12-31T18:00')
    await dialog.getByLabel('Show the titles of the links').check()
    expect(await maya.findBarriers()).toEqual([])
    await maya.page.keyboard.press('Enter')
    await maya.row('For the board').getByText('until 31 Dec 2031').waitFor()
    const query = '{ sharedStatsPages(first: 1) { nodes { title expiresAt showsLinkTitles } } }'
    const [page] = (await maya.ask(query)).sharedStatsPages.nodes
    expect([page.title, new Date(page.expiresAt), page.showsLinkTitles]).toEqual([
      'For the board',
      new Date('2031-12-31T18:00'),
      true,
    ])
  })

  inTestAll('finds a QR code by its title, and gives it another one', async () => {
    await maya.page.goto(`${maya.test.base}/app`)
    // Keys before the page is drawn are heard by nobody.
    await maya.page.getByRole('listitem').first().waitFor()
    await maya.page.keyboard.press('/')
    await maya.page.keyboard.insertText('underground')
    await maya.page.getByRole('option', { name: 'Poster: underground' }).click()
    await maya.page.getByLabel('Title').fill('Poster: underground, line 1')
    expect(await maya.page.getByText('What is printed already leads there too').count()).toBe(0)
    await maya.page.keyboard.press('Enter')
    await maya.page.getByRole('heading', { name: 'Poster: underground, line 1' }).waitFor()
    const { dynamicQr } = await maya.ask('query ($id: ID!) { dynamicQr(id: $id) { title destination } }', {
      id: codes[1]?.id,
    })
    expect(dynamicQr).toEqual({ title: 'Poster: underground, line 1', destination: 'https://museum.example/summer' })
  })

  inTestAll('changes where a printed code leads on a phone', async () => {
    await maya.open(phone)
    const earlier = maya.sent.length
    await changeTarget('Change where a printed code leads', 'https://museum.example/autumn')
    // The quota is not shown on a phone.
    expect(maya.sent.slice(earlier).filter((body) => body.includes('query Usage'))).toEqual([])
    await maya.leave()
  })
})
