import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nameServers, txtRecords } from '../support/name-servers.ts'
import { hardestOf } from '../support/size.ts'
import { inBrowser, screens } from './chromium.ts'
import { ConsolePlay, phone } from './console-tasks.ts'
import { sidewaysPx } from './looks.ts'

inBrowser('domains, labels and pixels in the settings of the console', () => {
  let maya: ConsolePlay
  let host: string
  const { resolveAddresses } = nameServers
  beforeAll(async () => {
    maya = await ConsolePlay.start()
    host = `go.${maya.test.seed.word()}.example`.toLowerCase()
    await maya.open(screens.desktop)
    await maya.register()
  })
  afterAll(async () => {
    Object.assign(nameServers, { resolveAddresses })
    await maya?.close()
  })

  const at = async (path: string, text: string) => {
    await maya.page.goto(maya.test.base + path)
    await maya.page.getByText(text).first().waitFor()
  }
  const see = (text: string | RegExp) => maya.page.getByText(text).first().waitFor()
  const link = (name: string) => maya.page.getByRole('link', { name, exact: true })
  const field = (label: string) => maya.page.getByLabel(label, { exact: true })
  const focused = (label: string) => field(label).and(maya.page.locator(':focus')).waitFor()
  const dialog = () => maya.page.getByRole('dialog')
  const shoot = (name: string) => maya.page.screenshot({ path: `test-output/console-places-${name}.png` })
  const tags = async () => (await maya.ask('{ tags(sort: NAME_ASC) { nodes { name urlCount } } }')).tags.nodes

  it('connects a domain as soon as its record is there', async () => {
    await at('/app/settings/domains', 'No domains yet')
    await shoot('domains-none')
    expect(await maya.findBarriers()).toEqual([])
    Object.assign(nameServers, { resolveAddresses: async () => ['127.0.0.1'] })
    await maya.play('Connect a domain', async () => {
      await maya.person.click(link('Settings'))
      await maya.person.click(link('Domains'))
      await maya.person.click(link('Add a domain'))
      await focused('Domain')
      await maya.person.type(host)
      await maya.person.press('Enter')
      await see('The record that proves that the domain is yours is missing')
      await see('Visitors of the domain come here')
      await shoot('domain-pending')
      await maya.person.click(maya.button(/^Copy tack-verify=/))
      txtRecords.set(`_tack.${host}`, [[await maya.person.readClipboard()]])
      await maya.person.click(maya.button('Check now'))
      await see('The domain is proved to be yours')
      await see('proved to be yours')
    })
    const { nodes } = (await maya.ask('{ domains { nodes { host status } } }')).domains
    expect(nodes).toEqual([{ host, status: 'VERIFIED' }])
    await maya.page.getByRole('checkbox', { name: /^New links are on this domain/ }).click()
    await see('proved to be yours · for new links')
    expect(await maya.findBarriers()).toEqual([])
    await at('/app/links/new', 'Where should it lead?')
    await maya.page.getByRole('dialog').getByText(`${host}/`, { exact: true }).waitFor()
  })

  it('says why a domain does not work', async () => {
    txtRecords.set(`_tack.${host}`, [['tack-verify=of-another-time']])
    Object.assign(nameServers, {
      resolveAddresses: () => Promise.reject(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' })),
    })
    await maya.play('See why a domain does not work', async () => {
      await maya.person.click(link('Settings'))
      await maya.person.click(link('Domains'))
      await maya.person.click(link(host))
      await see('There is a record with this name, but with another value')
      await see('Found: tack-verify=of-another-time')
      await see('Nobody answers at this domain')
      await see('Found: no address (no answer: ENOTFOUND)')
    })
    await shoot('domain-broken')
    expect(await maya.findBarriers()).toEqual([])
  })

  it('sets where visitors of a domain go, says what is wrong at its field, lists unknown links, and removes the domain', async () => {
    const unknown = field('Page for unknown links')
    await unknown.fill('museum')
    await maya.button('Save').click()
    await maya.page.locator('[slot=errorMessage]').filter({ hasText: 'has no dot' }).waitFor()
    await unknown.fill('museum.example/lost')
    await maya.button('Save').click()
    await see('Saved')
    const { id, notFoundUrl } = (await maya.ask('{ domains { nodes { id notFoundUrl } } }')).domains.nodes[0]
    expect(notFoundUrl).toBe('https://museum.example/lost')
    await maya.button('Add an iPhone app').click()
    await field('App ID').fill('museum')
    await maya.button('Set apps').click()
    await maya.page.locator('[slot=errorMessage]').filter({ hasText: 'the prefix of 10' }).waitFor()
    await field('App ID').fill('A1B2C3D4E5.com.example.museum')
    await maya.button('Set apps').click()
    const appsOf = async () =>
      (await maya.ask('{ domains { nodes { appleApps { appId components } } } }')).domains.nodes[0].appleApps
    await expect.poll(appsOf).toEqual([{ appId: 'A1B2C3D4E5.com.example.museum', components: ['/*'] }])
    await maya.test.sql(
      `insert into missing_code (domain_id, code, visits, first_visit_at, last_visit_at, last_country)
       values (?, 'sumer', 12, now(), now(), 'DE')`,
      [id],
    )
    const input = { destination: 'https://museum.example/spring', domainId: id, title: 'Spring' }
    const created = await maya.ask('mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }', { input })
    await at(`/app/settings/domains/${id}`, '12 visits')
    await see('/sumer')
    await see('One link is on this domain.')
    expect(await maya.button('Remove the domain').count()).toBe(0)
    await shoot('domain')
    await maya.row('/sumer').getByRole('link', { name: 'New link' }).click()
    expect(await maya.page.getByLabel('Short address').inputValue()).toBe('sumer')
    await dialog().getByText(`${host}/`, { exact: true }).waitFor()
    await maya.page.goBack()
    await maya.ask('mutation ($id: ID!) { deleteUrl(id: $id) { success } }', { id: created.createUrl.id })
    await maya.page.reload()
    await maya.button('Remove the domain').click()
    await dialog().getByText(`Visitors of ${host} then see that nothing is set up here.`).waitFor()
    expect(await maya.findBarriers()).toEqual([])
    await dialog().getByRole('button', { name: 'Remove the domain' }).click()
    await see('No domains yet')
    await link('Add a domain').click()
    await field('Domain').fill('localhost')
    await maya.page.keyboard.press('Enter')
    await maya.page.locator('[slot=errorMessage]').filter({ hasText: 'Write the whole name' }).waitFor()
    await maya.page.keyboard.press('Escape')
    await at('/app/settings/domains/dom_01kdwxyzabcdefghjkmnpqrstv', 'There is nothing at this address')
  })

  it('gives a tag another name on all of its links, and merges two tags', async () => {
    await at('/app/settings/labels', 'No tags yet')
    await shoot('labels-none')
    expect(await maya.findBarriers()).toEqual([])
    const tagIds: string[] = []
    for (const name of ['Poster', 'posters 2025']) {
      await maya.button('New tag').click()
      await focused('Name')
      await maya.page.keyboard.insertText(name)
      await maya.page.keyboard.press('Enter')
      await maya.row(name).waitFor()
    }
    const { nodes } = (await maya.ask('{ tags { nodes { id name } } }')).tags
    tagIds.push(...nodes.map((tag: { id: string }) => tag.id))
    for (const each of tagIds) {
      const input = { destination: 'https://museum.example', title: 'Museum', tagIds: [each] }
      await maya.ask('mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }', { input })
    }
    await maya.play('Rename a tag everywhere', async () => {
      await maya.person.click(link('Settings'))
      await maya.person.click(link('Labels'))
      await maya.person.click(maya.button(/^More for Poster$/))
      await maya.person.click(maya.menuItem('Edit'))
      await maya.person.fill(field('Name'), 'Posters')
      await maya.person.press('Enter')
      await maya.row('Posters').getByText('1 link').waitFor()
    })
    await maya.play('Merge two tags', async () => {
      await maya.person.click(link('Settings'))
      await maya.person.click(link('Labels'))
      await maya.person.click(maya.button('More for posters 2025'))
      await maya.person.click(maya.menuItem('Merge into another'))
      await dialog().getByText('One link gets it, and posters 2025 ends. This cannot be undone.').waitFor()
      await maya.person.choose(field('The tag that stays'), 'Posters')
      await shoot('merge')
      await maya.person.click(dialog().getByRole('button', { name: 'Merge' }))
      await see('posters 2025 is now Posters')
      await maya.row('Posters').getByText('2 links').waitFor()
    })
    expect(await tags()).toEqual([{ name: 'Posters', urlCount: 2 }])
    await maya.button('New tag').click()
    await field('Name').fill('POSTERS')
    await maya.page.keyboard.press('Enter')
    await maya.page.locator('[slot=errorMessage]').filter({ hasText: 'There is a tag with this name' }).waitFor()
    await maya.page.keyboard.press('Escape')
  })

  it('makes a template for the newsletter, and deletes a folder unless it is taken back', async () => {
    await maya.play('A template for the newsletter', async () => {
      await maya.person.click(link('Settings'))
      await maya.person.click(link('Labels'))
      await maya.person.click(maya.button('New template'))
      await focused('Name')
      await maya.person.type('Newsletter')
      await maya.person.fill(field('Source'), 'newsletter')
      await maya.person.fill(field('Medium'), 'email')
      await maya.person.press('Enter')
      await maya.row('Newsletter').getByText('newsletter · email').waitFor()
    })
    await maya.button('New folder').click()
    await focused('Name')
    await maya.page.keyboard.insertText('Campaigns')
    await maya.page.keyboard.press('Enter')
    await maya.row('Campaigns').waitFor()
    const remove = async () => {
      await maya.button('More for Campaigns').click()
      await maya.menuItem('Delete').click()
      await see('Folder Campaigns deleted. Its links stay, in no folder.')
      await maya.row('Campaigns').waitFor({ state: 'detached' })
    }
    await remove()
    await maya.button('Undo').click()
    await maya.row('Campaigns').waitFor()
    await shoot('labels')
    expect(await maya.findBarriers()).toEqual([])
    await remove()
    await expect
      .poll(async () => (await maya.ask('{ folders { nodes { id } } }')).folders.nodes, { timeout: 15_000 })
      .toEqual([])
  })

  it('adds a pixel with the question that visitors are asked, and turns it off', async () => {
    await at('/app/settings/pixels', 'No pixels yet')
    expect(await maya.findBarriers()).toEqual([])
    await maya.button('New pixel').click()
    await field('Provider').selectOption('LinkedIn')
    const question = maya.page.frameLocator('[role=dialog] iframe')
    await question.getByText('Its owner would like to tell LinkedIn that you open it.').waitFor()
    await field('Identifier').fill('G-1A2B3C4D5E')
    await maya.page.keyboard.press('Enter')
    const problem = maya.page.locator('[slot=errorMessage]')
    await problem.filter({ hasText: 'It looks like 1234567.' }).waitFor()
    await shoot('pixel')
    expect(await maya.findBarriers()).toEqual([])
    await field('Identifier').fill('7654321')
    await maya.page.keyboard.press('Enter')
    const row = maya.row('LinkedIn')
    await row.getByText('on no link yet').waitFor()
    await maya.page.frameLocator('main iframe').getByRole('button', { name: 'Allow' }).waitFor()
    await shoot('pixels')
    await maya.button('More for LinkedIn').click()
    await maya.menuItem('Turn off').click()
    await row.getByText('turned off').waitFor()
    await expect.poll(() => maya.page.locator('iframe').count()).toBe(0)
    await maya.button('More for LinkedIn').click()
    await maya.menuItem('Turn on').click()
    await row.getByText('on no link yet').waitFor()
  })

  const looks = [
    ['de', 390],
    ['en', 390],
    ['en', 720],
    ['en', 1440],
    ['fr', 390],
    ['es', 390],
  ] as const
  it.each(hardestOf(looks))('fits in %s on a screen of %i pixels', async (language, width) => {
    const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(`texts/${language}.json`, 'utf8'))
    const id = await domainId()
    await maya.open({ ...(width === 390 && phone), viewport: { width, height: 900 }, locale: language })
    for (const [name, path, text] of [
      ['domains', '/app/settings/domains', 'domains.lead'],
      ['domain', `/app/settings/domains/${id}`, 'domains.answer.NOBODY'],
      ['labels', '/app/settings/labels', 'labels.templatesLead'],
      ['pixels', '/app/settings/pixels', 'pixels.consent'],
    ] as const) {
      await at(path, texts[text] ?? '')
      const overflow = await maya.page
        .locator('#screen li, #screen li *, #screen dl, #screen dd, #screen p, #screen h3, #screen h4')
        .evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0))
      expect([name, overflow.length, await sidewaysPx(maya.page)]).toEqual([name, 0, 0])
      for (const colorScheme of ['light', 'dark'] as const) {
        await maya.page.emulateMedia({ colorScheme })
        await maya.page.screenshot({
          path: `test-output/console-places-${name}-${language}-${width}-${colorScheme}.png`,
          fullPage: true,
        })
      }
    }
  })

  const domainId = async (): Promise<string> => {
    const { nodes } = (await maya.ask('{ domains { nodes { id } } }')).domains
    if (nodes.length > 0) return nodes[0].id
    return (await maya.ask(`mutation { createDomain(input: { host: "${host}" }) { id } }`)).createDomain.id
  }
})
