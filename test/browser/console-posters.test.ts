import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decoded } from '../qr-codes/decode.ts'
import { picture } from '../qr-codes/seed.ts'
import { inBrowser, screens } from './chromium.ts'
import { ConsolePlay } from './console-tasks.ts'

inBrowser('what a person does with variants and logos in the console', () => {
  let maya: ConsolePlay
  let code: { shortUrl: string }
  beforeAll(async () => {
    maya = await ConsolePlay.start()
    await maya.open(screens.desktop)
    await maya.register()
    const input = { destination: 'https://museum.example/spring', code: maya.test.seed.word(), title: 'Spring' }
    await maya.ask('mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }', { input })
    const createQr = 'mutation ($input: CreateDynamicQrInput!) { createDynamicQr(input: $input) { shortUrl } }'
    const poster = { title: 'Poster: bus stops', destination: 'https://museum.example/bus' }
    code = (await maya.ask(createQr, { input: poster })).createDynamicQr
  })
  afterAll(() => maya?.close())

  const toTab = (name: string) => maya.page.getByRole('link', { name, exact: true })

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
      const download = maya.page.waitForEvent('download')
      await maya.person.click(maya.button(/^Print/))
      expect(await readFile(await (await download).path(), 'utf8')).toContain('<image')
    })
    expect(await decoded(await image.screenshot())).toContain(code.shortUrl)
  })
})
