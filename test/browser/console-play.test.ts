import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTestAll } from '../support/size.ts'
import { as } from '../support/visitor.ts'
import { inBrowser, screens } from './chromium.ts'
import { ConsolePlay, phone, type Task } from './console-tasks.ts'
import { selectedTab } from './graphiql.ts'
import type { Person } from './person.ts'

inBrowser('what a person does with links in the console', () => {
  let maya: ConsolePlay
  let base: string
  beforeAll(async () => {
    maya = await ConsolePlay.start()
    base = maya.test.base
    await maya.open(screens.desktop)
  })
  afterAll(() => maya?.close())

  /** Plays a task on the list of links. */
  const play = (task: Task, steps: (person: Person) => Promise<void>) =>
    maya.play(task, async () => {
      await maya.page.getByRole('listitem').or(maya.page.getByText('No links yet')).first().waitFor()
      await steps(maya.person)
    })
  const fields = 'id code title destination isActive hasPassword expiresAt utmSource folder { name } tags { name }'
  const links = async (search: string) =>
    (await maya.ask(`query ($search: String) { urls(search: $search, first: 50) { nodes { ${fields} } } }`, { search }))
      .urls.nodes
  const link = async (search: string) => (await links(search))[0]
  const create = (input: object) =>
    maya.ask('mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }', { input })
  const searchField = () => maya.page.getByRole('combobox', { name: 'Search, or paste an address' })

  it('registers on the home page, and lands in the console', async () => {
    await maya.register()
    await maya.page.getByText('No links yet').waitFor()
  })

  it('shortens and copies', async () => {
    await play('Shorten and copy', async (person) => {
      await person.click(searchField())
      await person.paste('https://museum.example/2026/spring')
      await person.press('Enter')
      await maya.row('museum.example/2026/spring').waitFor()
    })
    const { code } = await link('museum.example/2026/spring')
    expect(await maya.person.readClipboard()).toBe(`${base}/${code}`)
  })

  it('shortens with an own ending', async () => {
    await play('Shorten with an own ending', async (person) => {
      await person.paste('museum.example/night')
      await maya.page.getByLabel('Where should it lead?').waitFor()
      await person.press('Tab')
      await person.type('long-night')
      await maya.page.getByText('free', { exact: true }).waitFor()
      await person.press('Enter')
      await maya.page.getByText('Your link is ready').waitFor()
    })
    expect((await link('long-night')).destination).toBe('https://museum.example/night')
    expect(await maya.person.readClipboard()).toBe(`${base}/long-night`)
  })

  it('shortens with the keyboard only', async () => {
    await play('Shorten and copy, by keys only', async (person) => {
      await person.press('n')
      await maya.page.getByLabel('Where should it lead?').and(maya.page.locator(':focus')).waitFor()
      await person.type('museum.example/keys')
      await person.press('Enter')
      await maya.page.getByText('Your link is ready').waitFor()
    })
    const { code } = await link('museum.example/keys')
    expect(await maya.person.readClipboard()).toBe(`${base}/${code}`)
  })

  it('finds a link by where it leads', async () => {
    for (let count = 1; count <= 12; count++)
      await create({ destination: `https://museum.example/posters/${count}`, code: `poster-${count}` })
    await create({ destination: 'https://tickets.example/winter?seat=parquet', code: 'winter' })
    await play("Find last month's link by where it leads", async (person) => {
      await person.press('/')
      await person.type('tickets.example')
      await person.press('Enter')
      await maya.page.getByText('1 link', { exact: true }).waitFor()
      await maya.row('/winter').waitFor()
    })
    expect(maya.page.url()).toBe(`${base}/app/?q=tickets.example`)
  })

  it('sets a password and an end on a link that exists', async () => {
    await play('Password and end date on a link', async (person) => {
      await person.click(maya.row('/winter').getByRole('link', { name: /^Edit / }))
      await person.click(maya.section('Password'))
      await person.type('sesame')
      await person.click(maya.section('Ends'))
      await person.fill(maya.page.getByLabel('Until'), '2031-12-31T18:00')
      await person.press('Enter')
      await maya.page.getByText('Saved').waitFor()
    })
    const { hasPassword, expiresAt } = await link('tickets.example')
    expect(hasPassword).toBe(true)
    expect(new Date(expiresAt)).toEqual(new Date('2031-12-31T18:00'))
  })

  it('turns off three links', async () => {
    await play('Turn off three links', async (person) => {
      for (const count of [1, 2, 3]) await person.click(maya.page.getByLabel(new RegExp(`^Select .*/poster-${count}$`)))
      await person.click(maya.button('Turn off'))
      await maya.page.getByText('3 links changed').waitFor()
      await expect.poll(() => maya.page.getByText('turned off', { exact: true }).count()).toBe(3)
    })
    expect((await links('posters')).filter((each: { isActive: boolean }) => !each.isActive)).toHaveLength(3)
  })

  it('brings one back', async () => {
    await play('Bring one back', async (person) => {
      await person.click(maya.button('More for poster-2'))
      await person.click(maya.menuItem('Turn on'))
      await expect.poll(() => maya.page.getByText('turned off', { exact: true }).count()).toBe(2)
    })
    expect((await link('poster-2')).isActive).toBe(true)
  })

  it('tags ten links, and moves them to a folder', async () => {
    await maya.ask(`mutation { createTag(input: { name: "poster", color: RED }) { id } }`)
    await maya.ask(`mutation { createFolder(input: { name: "Campaigns" }) { id } }`)
    const selectTen = async (person: Person) => {
      await person.click(maya.page.getByLabel(/^Select .*\/poster-10$/))
      await person.click(maya.page.getByLabel(/^Select .*\/poster-1$/), { modifiers: ['Shift'] })
    }
    await play('Tag ten links', async (person) => {
      await selectTen(person)
      await person.click(maya.button('Tag'))
      await person.click(maya.menuItem('poster'))
      await maya.page.getByText('10 links changed').waitFor()
    })
    await play('Move ten links to a folder', async (person) => {
      await selectTen(person)
      await person.click(maya.button('Move'))
      await person.click(maya.menuItem('Campaigns'))
      await maya.page.getByText('10 links changed').waitFor()
    })
    const moved = (await links('posters')).filter((each: { folder: unknown }) => each.folder)
    expect(moved).toHaveLength(10)
    for (const { tags, folder } of moved) expect([tags, folder.name]).toEqual([[{ name: 'poster' }], 'Campaigns'])
  })

  it('adds UTM parameters by a template', async () => {
    const input = { name: 'Newsletter', utmSource: 'newsletter', utmMedium: 'email' }
    await maya.ask(`mutation ($input: CreateUtmTemplateInput!) { createUtmTemplate(input: $input) { id } }`, { input })
    await play('UTM by a template', async (person) => {
      await person.paste('https://museum.example/letter')
      await person.click(maya.section('Campaign'))
      await person.choose(maya.page.getByLabel('Template'), 'Newsletter')
      await maya.page.getByText('https://museum.example/letter?utm_source=newsletter&utm_medium=email').waitFor()
      await person.click(maya.button('Create and copy'))
      await maya.page.getByText('Your link is ready').waitFor()
    })
    expect((await link('museum.example/letter')).utmSource).toBe('newsletter')
  })

  it('gives a new link a pixel, and exchanges it for less recording', async () => {
    const pixelsOf = async () => {
      const query = '{ urls(search: "museum.example/pixels", first: 1) { nodes { id privacyMode pixels { name } } } }'
      return (await maya.ask(query)).urls.nodes[0]
    }
    const pixel = maya.page.getByLabel('Autumn')
    const openForm = async () => {
      await maya.page.goto(`${base}/app/links/new`)
      await maya.page.getByLabel('Where should it lead?').fill('museum.example/pixels')
      await maya.section('Pixels').click()
    }
    await openForm()
    await maya.page.getByRole('link', { name: 'Set up a pixel' }).waitFor()
    const input = { name: 'Autumn', pixelType: 'GOOGLE_ANALYTICS', pixelId: 'G-1A2B3C4D5E' }
    await maya.ask('mutation ($input: CreatePixelInput!) { createPixel(input: $input) { id } }', { input })
    await openForm()
    await pixel.check()
    expect(await maya.findBarriers()).toEqual([])
    await maya.page.keyboard.press('Enter')
    await maya.page.getByText('Your link is ready').waitFor()
    const { id, pixels } = await pixelsOf()
    expect(pixels).toEqual([{ name: 'Autumn' }])

    await maya.page.goto(`${base}/app/links/${id}/edit`)
    await maya.section('Pixels').getByText('Autumn').waitFor()
    await maya.section('Redirect').click()
    await maya.page.getByLabel('Record less').check()
    await maya.button('Save').click()
    await maya.page.getByText('Pixels never run').waitFor()
    await pixel.uncheck()
    await maya.button('Save').click()
    await maya.page.getByText('Saved').waitFor()
    expect(await pixelsOf()).toEqual({ id, privacyMode: true, pixels: [] })
    expect(await pixel.isDisabled()).toBe(true)
  })

  it('deletes, undoes it, and nothing was sent', async () => {
    const deletions = () => maya.sent.filter((body) => body.includes('deleteUrls'))
    await play('Delete a link, and undo it', async (person) => {
      await person.click(maya.button('More for poster-12'))
      await person.click(maya.menuItem('Delete'))
      await maya.row('/poster-12').waitFor({ state: 'detached' })
      await person.click(maya.button('Undo'))
      await maya.row('/poster-12').waitFor()
    })
    await play('Delete a link', async (person) => {
      await person.click(maya.button('More for poster-11'))
      await person.click(maya.menuItem('Delete'))
      await maya.row('/poster-11').waitFor({ state: 'detached' })
      expect(deletions()).toEqual([])
      // Nothing more to be done: it is sent after some seconds.
      await expect.poll(async () => (await links('poster-11')).length).toBe(0)
    })
    expect(deletions()).toHaveLength(1)
    expect(await links('poster-12')).toHaveLength(1)
  })

  it('sees clicks arrive live', async () => {
    await play('See clicks arrive live', async () => {
      const clicks = (name: RegExp) => maya.row('/long-night').getByRole('link', { name })
      await clicks(/^0 clicks on .*: open its statistics/).waitFor()
      await maya.test.rest.get('/long-night', as('chrome'))
      await clicks(/^1 click on /).waitFor()
    })
  })

  inTestAll('selects over the border of a page, and all that a search finds', async () => {
    const numbers = Array.from({ length: 130 }, (_, index) => String(index + 1).padStart(3, '0'))
    for (const part of [numbers.slice(0, 100), numbers.slice(100)]) {
      const items = part.map((each) => ({
        destination: `https://many.example/${each}`,
        code: `many-${each}`,
        title: each,
      }))
      await maya.ask('mutation ($input: CreateUrlsInput!) { createUrls(input: $input) { summary { failed } } }', {
        input: { items },
      })
    }
    const state = async () => {
      const query = `query ($state: LinkState) { urls(search: "many.example", state: $state) { totalCount } }`
      return (await maya.ask(query, { state: 'INACTIVE' })).urls.totalCount
    }
    const box = (number: string) => maya.page.getByLabel(new RegExp(`^Select .*/many-${number}$`))
    const bar = maya.page.getByRole('toolbar')
    await maya.page.goto(`${base}/app?q=many.example&sort=TITLE_ASC`)
    await box('002').click()
    // A box takes no text, so the keys work.
    await maya.page.keyboard.press('/')
    await searchField().and(maya.page.locator(':focus')).waitFor()
    await maya.page.keyboard.press('Escape')
    await expect.poll(() => bar.textContent()).toContain('1 link selected/many-002')
    // Each page of 50 is asked for when it comes near.
    for (const number of ['050', '100', '120']) await box(number).scrollIntoViewIfNeeded()
    await box('120').click({ modifiers: ['Shift'] })
    await maya.button('Turn off').click()
    await maya.page.getByText('119 links changed').waitFor()
    expect(await state()).toBe(119)

    await maya.page.evaluate(() => scrollTo(0, 0))
    await box('001').click()
    await maya.button('Select all 130').click()
    await expect.poll(() => bar.textContent()).toContain('All 130 links of this list selected')
    await maya.button('Turn on').click()
    await bar.waitFor({ state: 'detached' })
    expect(await state()).toBe(0)

    // Another order and another search show other links, of which none is selected.
    await box('001').click()
    await maya.page.getByLabel('Order').selectOption('TITLE_ASC')
    await maya.page.getByLabel('Order').selectOption('CREATED_DESC')
    await bar.waitFor({ state: 'detached' })

    await maya.button('More for many-130').click()
    await maya.menuItem('Delete').click()
    await box('129').and(maya.page.locator(':focus')).waitFor()
    await box('129').click()
    await maya.button('Select all 130').click()
    await bar.getByRole('button', { name: 'Delete' }).click()
    const question = maya.page.getByRole('dialog', { name: 'Delete 130 links?' })
    await question.waitFor()
    expect(await maya.findBarriers()).toEqual([])
    await question.getByRole('button', { name: 'Delete' }).click()
    await maya.page.getByText('Nothing found').waitFor()
    expect(await links('many.example')).toEqual([])
  })

  inTestAll('gives links titles, also the one of their page, and shows no address twice', async () => {
    const title = maya.page.getByLabel('Title', { exact: true })
    const ofPage = maya.button('Title of the page')
    await maya.page.route('**/graphql', (route) => {
      const page = {
        __typename: 'UnfurledPage',
        title: 'Plan your visit',
        siteName: null,
        description: null,
        image: null,
      }
      const isUnfurl = route.request().postData()?.includes('query Unfurl')
      return isUnfurl ? route.fulfill({ json: { data: { unfurl: page } } }) : route.continue()
    })
    await maya.page.goto(`${base}/app`)
    await maya.page.getByRole('heading', { level: 1 }).waitFor()
    await maya.page.keyboard.press('n')
    await maya.page.getByLabel('Where should it lead?').fill('museum.example/untitled')
    await expect.poll(() => title.getAttribute('placeholder')).toBe('museum.example/untitled')
    expect(await maya.findBarriers()).toEqual([])
    await maya.page.keyboard.press('Enter')
    await maya.page.getByText('Your link is ready').waitFor()
    await maya.button('Another one').click()
    await maya.page.getByLabel('Where should it lead?').fill('museum.example/visit')
    await ofPage.click()
    await expect.poll(() => title.inputValue()).toBe('Plan your visit')
    await maya.page.keyboard.press('Enter')
    await maya.page.getByText('Your link is ready').waitFor()
    await maya.page.goto(`${base}/app`)
    await maya.row('museum.example/visit').getByText('Plan your visit').waitFor()
    const untitled = maya.row('museum.example/untitled')
    expect((await untitled.innerText()).split('museum.example/untitled')).toHaveLength(2)

    // The title that nobody has given goes along with the destination.
    const { id } = await link('museum.example/untitled')
    await maya.page.goto(`${base}/app/links/${id}/edit`)
    await maya.page.getByLabel('Where should it lead?').fill('museum.example/tickets')
    expect(await title.inputValue()).toBe('')
    await maya.page.keyboard.press('Enter')
    await maya.page.getByText('Saved').waitFor()
    expect((await link('museum.example/tickets')).title).toBe('museum.example/tickets')
    await ofPage.click()
    await expect.poll(() => title.inputValue()).toBe('Plan your visit')
    await maya.page.unroute('**/graphql')
  })

  it('goes back from the form of a new link to the view, and keeps what was written', async () => {
    await maya.page.goto(`${base}/app?state=ACTIVE&sort=TITLE_ASC`)
    await maya.row('/winter').waitFor()
    await maya.page.keyboard.press('n')
    const address = maya.page.getByLabel('Where should it lead?')
    await address.fill('museum.example/kept')
    await maya.page.mouse.click(5, 400)
    await maya.page.waitForURL(`${base}/app/?state=ACTIVE&sort=TITLE_ASC`)
    await maya.page.keyboard.press('n')
    expect(await address.inputValue()).toBe('museum.example/kept')
    await maya.button('Discard changes').click()
    expect(await address.inputValue()).toBe('')
    await address.and(maya.page.locator(':focus')).waitFor()
    await maya.page.keyboard.press('Escape')
    await searchField().fill('winter')
    await maya.page.keyboard.press('Enter')
    await maya.page.getByText('1 link', { exact: true }).waitFor()
    await maya.page.goBack()
    await expect.poll(() => searchField().inputValue()).toBe('')
    await maya.page.goForward()
    await expect.poll(() => searchField().inputValue()).toBe('winter')
  })

  it('says that the browser refuses to copy, and shows what to copy', async () => {
    await maya.page.evaluate(() => {
      const refuse = () => Promise.reject(new Error('not allowed'))
      Object.assign(navigator.clipboard, { writeText: refuse, write: refuse })
    })
    await maya
      .row('/winter')
      .getByRole('button', { name: /^Copy / })
      .click()
    await maya.page.getByText(/^Not copied: .*\/winter$/).waitFor()
    await maya.page.keyboard.press('n')
    await maya.page.getByLabel('Where should it lead?').fill('museum.example/refused')
    await maya.page.keyboard.press('Enter')
    await maya.page.getByText('Your link is ready').waitFor()
    const { code } = await link('museum.example/refused')
    await maya.page.getByText(new RegExp(`^Not copied: .*/${code}$`)).waitFor()
  })

  it('takes the list along as a GraphQL query', async () => {
    await play('Show the list as a GraphQL query', async (person) => {
      await person.click(maya.button('This screen as code'))
      await person.click(maya.page.getByRole('dialog').getByRole('button', { name: 'Copy' }))
    })
    expect(await maya.page.locator('pre [data-kind=keyword]').first().textContent()).toBe('query')
    // Among them texts of too little contrast.
    expect(await maya.findBarriers()).toEqual([])
    const opening = maya.context.waitForEvent('page')
    await maya.page.getByRole('link', { name: 'Run it in GraphiQL' }).click()
    const graphiql = await opening
    await selectedTab(graphiql, 'Links').waitFor()
    await graphiql.close()
    const { urls } = await maya.ask(await maya.person.readClipboard(), { first: 50, sort: 'CREATED_DESC' })
    expect(urls.totalCount).toBe((await links('')).length)
  })

  it('does the same on a phone, in the dark', async () => {
    await maya.open({ ...phone, colorScheme: 'dark' })
    await play('Shorten and copy', async (person) => {
      await person.click(searchField())
      await person.paste('https://museum.example/phone')
      await person.press('Enter')
      await maya.row('museum.example/phone').waitFor()
    })
    const { code } = await link('museum.example/phone')
    expect(await maya.person.readClipboard()).toBe(`${base}/${code}`)
    await play("Find last month's link by where it leads", async (person) => {
      await person.click(searchField())
      await person.type('tickets.example')
      await person.press('Enter')
      await maya.row('/winter').waitFor()
    })
    await play('Bring one back', async (person) => {
      await person.click(maya.button('More for poster-3'))
      await person.click(maya.menuItem('Turn on'))
      await expect.poll(async () => (await link('poster-3')).isActive).toBe(true)
    })
    await maya.leave()
  })
})
