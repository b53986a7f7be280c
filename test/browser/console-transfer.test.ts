import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { hardestOf, inTestAll } from '../support/size.ts'
import { inBrowser, screens } from './chromium.ts'
import { ConsolePlay, phone } from './console-tasks.ts'
import { sidewaysPx } from './looks.ts'

const bitly = `Bitlink,Long URL,Title,Created,Tags
bit.ly/mus-spring,https://museum.example/spring,Spring,2023-04-05T06:07:08Z,"poster, spring"
bit.ly/mus-night,museum,Long night,2023-04-05T06:07:08Z,poster
bit.ly/mus-map,ftp://museum.example/map,Map,2023-04-05T06:07:08Z,
bit.ly/mus_shop,https://shop.example,Shop,2023-04-05T06:07:08Z,
`

inBrowser('imports, exports, webhooks and applications in the settings of the console', () => {
  let maya: ConsolePlay
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
    maya = await ConsolePlay.start()
    await maya.open(screens.desktop)
    await maya.register()
  })
  afterAll(async () => {
    await maya?.close()
    await receiver?.close()
  })

  const at = async (path: string, text: string) => {
    await maya.page.goto(maya.test.base + path)
    await maya.page.getByText(text).first().waitFor()
  }
  const link = (name: string) => maya.page.getByRole('link', { name, exact: true })
  const field = (label: string) => maya.page.getByLabel(label, { exact: true })
  const inRow = (row: number, label: string) =>
    maya.page.getByRole('group', { name: `row ${row}` }).getByLabel(label, { exact: true })
  const dialog = (title: string | RegExp) => maya.page.getByRole('dialog', { name: title })
  const shoot = async (name: string) => {
    const fullPage = (await maya.page.getByRole('dialog').count()) === 0
    await maya.page.screenshot({ path: `test-output/console-${name}.png`, fullPage })
  }
  const listLinks = async (): Promise<{ code: string; title: string; destination: string }[]> =>
    (await maya.ask('{ urls(first: 20) { nodes { code title destination } } }')).urls.nodes

  it('imports a file of Bitly, of which three rows are corrected', async () => {
    await at('/app/settings/transfer', 'Nothing was imported yet')
    await shoot('transfer-none')
    expect(await maya.findBarriers()).toEqual([])
    await maya.play('Import a Bitly file and mend three rows', async () => {
      await maya.person.click(link('Settings'))
      await maya.person.click(link('Import and export'))
      const file = { name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(bitly) }
      await maya.person.chooseFile(maya.page.locator('#import-file'), file)
      await expect.poll(() => field('Recognized as').inputValue()).toBe('BITLY')
      await maya.row('mus-spring').getByText('new', { exact: true }).waitFor()
      await maya.row('mus-night').getByText('error', { exact: true }).waitFor()
      // Nothing is there yet.
      expect(await listLinks()).toEqual([])
      await shoot('transfer-preview')
      expect(await maya.findBarriers()).toEqual([])
      await maya.person.click(maya.button('Import all rows'))
      await maya.row('Bitly').getByText('3 rows with errors').waitFor()
      await maya.row('Bitly').getByText('1 link', { exact: true }).waitFor()
      await maya.person.click(maya.button('Correct'))
      await inRow(2, 'Address').and(maya.page.locator(':focus')).waitFor()
      await shoot('transfer-mend')
      expect(await maya.findBarriers()).toEqual([])
      await maya.person.fill(inRow(2, 'Address'), 'https://museum.example/night')
      await maya.person.fill(inRow(3, 'Address'), 'https://museum.example/map')
      await maya.person.fill(inRow(4, 'Ending'), 'mus-shop')
      await maya.person.press('Enter')
      await maya.row('Bitly').getByText('3 links', { exact: true }).waitFor()
    })
    const links = await listLinks()
    expect(links.map(({ code }) => code).toSorted()).toEqual(['mus-map', 'mus-night', 'mus-shop', 'mus-spring'])
    expect(links.find(({ code }) => code === 'mus-night')).toMatchObject({ title: 'Long night' })
    await shoot('transfer-runs')
    expect(await maya.findBarriers()).toEqual([])
  })

  inTestAll('takes an import back, but for what was changed since', async () => {
    const found = await maya.ask('{ urls(search: "mus-map") { nodes { id } } }')
    const [{ id }] = found.urls.nodes
    await maya.ask('mutation ($id: ID!) { updateUrl(id: $id, input: { title: "Mine" }) { id } }', { id })
    await at('/app/settings/transfer', '3 links')
    const run = maya.row('Bitly').filter({ hasText: '3 links' })
    await run.getByRole('button', { name: 'Take back' }).click()
    const question = dialog('Take this import back?')
    await question.getByText(/^2 links of this import are deleted/).waitFor()
    await question.getByText('1 was clicked, changed or deleted since.').waitFor()
    await shoot('transfer-undo')
    await question.getByRole('button', { name: 'Delete 2 links' }).click()
    await maya.page.getByText('2 links deleted').waitFor()
    expect((await listLinks()).map(({ code }) => code).toSorted()).toEqual(['mus-map', 'mus-spring'])
  })

  inTestAll('says what a file is that is no list of links, and how to choose another one', async () => {
    await at('/app/settings/transfer', 'Drop a file here')
    const file = { name: 'links.xlsx', mimeType: 'text/csv', buffer: Buffer.from('PK\u0003\u0004') }
    await maya.page.locator('#import-file').setInputFiles(file)
    await maya.page.getByText(/^The file is a workbook/).waitFor()
    expect(await maya.button('Import all rows').count()).toBe(0)
    await maya.button('Choose another file').click()
    await maya.page.getByText('Drop a file here').waitFor()
  })

  inTestAll('exports the clicks of the last month', async () => {
    await maya.play('Export last month', async () => {
      await maya.person.click(link('Settings'))
      await maya.person.click(link('Import and export'))
      await maya.person.click(maya.button('Write the file'))
      const [download] = await Promise.all([
        maya.page.waitForEvent('download'),
        maya.person.click(maya.button('Download')),
      ])
      expect(download.suggestedFilename()).toMatch(/^clicks-.*\.csv$/)
    })
    await shoot('transfer')
  })

  it('sends events to a chat', async () => {
    await at('/app/settings/webhooks', 'No webhooks yet')
    await shoot('webhooks-none')
    expect(await maya.findBarriers()).toEqual([])
    await maya.play('Send events to Slack and see one there', async () => {
      await maya.person.click(link('Settings'))
      await maya.person.click(link('Webhooks'))
      await maya.person.click(link('New webhook'))
      await field('Address').and(maya.page.locator(':focus')).waitFor()
      await maya.person.type(receiver.url)
      await maya.person.choose(field('Written for'), 'Slack, Mattermost, Google Chat')
      await maya.page.getByText('"text":').waitFor()
      await shoot('webhooks-new')
      expect(await maya.findBarriers()).toEqual([])
      await maya.person.press('Enter')
      await maya.person.click(maya.button('Send a test'))
      await maya
        .row('Link expired')
        .getByText(/^arrived · HTTP 204$/)
        .waitFor()
    })
    expect(receiver.received).toHaveLength(1)
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({ text: expect.stringContaining('has expired') })
    await maya.page.getByText('works', { exact: true }).waitFor()
  })

  it('shows why a webhook failed, and sends it again', async () => {
    receiver.answer = (response) => response.writeHead(500).end('{"error":"The door is locked."}')
    const { webhooksConnection } = await maya.ask('{ webhooksConnection(first: 1) { nodes { id name } } }')
    const [{ id, name }] = webhooksConnection.nodes
    await maya.ask('mutation ($id: ID!) { testWebhook(id: $id, event: LINK_CREATED) { id } }', { id })
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2)
    receiver.answer = 204
    await maya.play('Find why a webhook failed and send it again', async () => {
      await maya.person.click(link('Settings'))
      await maya.person.click(link('Webhooks'))
      await maya.person.click(link(name))
      const failed = maya.row('Link created')
      await failed.getByText('did not arrive · HTTP 500').waitFor()
      await maya.person.click(failed.getByText('Link created'))
      await failed.getByText('The door is locked.').waitFor()
      await failed.getByText('"link.created"').waitFor()
      await shoot('webhooks-failed')
      expect(await maya.findBarriers()).toEqual([])
      await maya.person.click(failed.getByRole('button', { name: 'Send again' }))
      await maya.row('Link created').getByText('arrived · HTTP 204').waitFor()
    })
    expect(receiver.received[2]?.body).toBe(receiver.received[1]?.body)
    await maya.button('Send again what did not arrive').click()
    await maya.page.getByText('Everything has arrived').waitFor()
  })

  inTestAll('shows the secret of a webhook for programs once, and another one when it is renewed', async () => {
    await at('/app/settings/webhooks?new', 'When is something sent?')
    await field('Address').fill(`${receiver.url}/programs`)
    await field('Name').fill('Programs')
    await maya.page.keyboard.press('Enter')
    const made = dialog('Your webhook is ready')
    const secret = (await made.locator('code').textContent()) ?? ''
    expect(secret).toMatch(/^whsec_/)
    await maya.page.keyboard.press('Escape')
    await maya.page.getByRole('heading', { name: 'Programs' }).waitFor()
    expect(await maya.page.content()).not.toContain(secret)
    await maya.button('More for Programs').click()
    await maya.menuItem('Renew the secret').click()
    await dialog(/^Renew the secret/)
      .getByRole('button', { name: 'Renew the secret' })
      .click()
    const renewed = await dialog('The new secret').locator('code').textContent()
    expect([renewed === secret, renewed?.startsWith('whsec_')]).toEqual([false, true])
    await maya.page.keyboard.press('Escape')
    await maya.button('More for Programs').click()
    await maya.menuItem('Delete').click()
    await dialog('Delete Programs?').getByRole('button', { name: 'Delete' }).click()
    await maya.page.waitForURL('**/settings/webhooks')
    await expect.poll(() => maya.row('Programs').count()).toBe(0)
    await shoot('webhooks')
  })

  it('registers an application, renews its secret and deletes it', async () => {
    await at('/app/settings/applications', 'No applications yet')
    expect(await maya.findBarriers()).toEqual([])
    await link('New application').click()
    await field('Name').fill('Museum app')
    await field('Addresses it returns to').fill('http://museum.example/callback')
    await maya.button('Register').click()
    await maya.page.locator('[slot=errorMessage]').waitFor()
    await shoot('applications-new')
    await field('Addresses it returns to').fill('https://museum.example/callback\nhttps://museum.example/other')
    await maya.button('Register').click()
    const secret = await dialog('Your application is registered').locator('code').textContent()
    expect(secret).toMatch(/^tks_/)
    await maya.page.keyboard.press('Escape')
    await maya.row('Museum app').getByText('museum.example/callback · museum.example/other').waitFor()
    await maya.button('More for Museum app').click()
    await maya.menuItem('Renew the secret').click()
    await dialog(/^Renew the secret/)
      .getByRole('button', { name: 'Renew the secret' })
      .click()
    expect(await dialog('The new secret').locator('code').textContent()).not.toBe(secret)
    await maya.page.keyboard.press('Escape')
    await shoot('applications')
    expect(await maya.findBarriers()).toEqual([])
    await maya.button('More for Museum app').click()
    await maya.menuItem('Delete').click()
    await dialog('Delete Museum app?').getByRole('button', { name: 'Delete' }).click()
    await maya.page.getByText('No applications yet').waitFor()
  })

  describe.each(hardestOf(['de', 'en', 'fr', 'es']))('in %s', (language) => {
    const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(`texts/${language}.json`, 'utf8'))
    const text = (id: string) => texts[id] ?? ''

    it.each(hardestOf([390, 720, 1440]))('fits on a screen of %i pixels', async (width) => {
      await maya.open({ ...(width === 390 && phone), viewport: { width, height: 900 }, locale: language })
      const { page } = maya
      const { webhooksConnection } = await maya.ask('{ webhooksConnection(first: 1) { nodes { id } } }')
      const looks = [
        ['transfer', '/app/settings/transfer', 'imports.runs'],
        ['webhooks', '/app/settings/webhooks', 'webhooks.new'],
        ['webhooks-new', '/app/settings/webhooks?new', 'webhooks.events'],
        ['webhook', `/app/settings/webhooks/${webhooksConnection.nodes[0].id}`, 'webhooks.test'],
        ['applications-new', '/app/settings/applications?new', 'applications.scopes'],
      ] as const
      for (const [screen, path, id] of looks) {
        await at(path, text(id))
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await shoot(`${screen}-${language}-${width}-${colorScheme}`)
        }
        const overflow = await page
          .locator('#screen, #screen li, #screen li p, [role=dialog], [role=dialog] form')
          .evaluateAll((parts) => parts.map((part) => part.scrollWidth - part.clientWidth).filter((px) => px > 0))
        expect([screen, await sidewaysPx(page), overflow]).toEqual([screen, 0, []])
      }
    })
  })
})
