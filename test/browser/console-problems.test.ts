import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hardestOf } from '../support/size.ts'
import { inBrowser, screens } from './chromium.ts'
import { ConsolePlay, phone } from './console-tasks.ts'
import { sidewaysPx } from './looks.ts'

const german: Readonly<Record<string, string>> = JSON.parse(readFileSync('texts/de.json', 'utf8'))
const text = (id: string) => german[id] ?? ''

inBrowser('what the console says when something is not accepted', () => {
  let maya: ConsolePlay
  let base: string
  beforeAll(async () => {
    maya = await ConsolePlay.start()
    base = maya.test.base
    await maya.open(screens.desktop)
    await maya.register()
  })
  afterAll(() => maya?.close())

  const sizes = [
    ['phone', phone],
    ['desktop', screens.desktop],
  ] as const
  describe.each(hardestOf(sizes))('in German, on a %s', (_name, screen) => {
    beforeAll(() => maya.open({ ...screen, locale: 'de-DE' }))

    it('stands at its field, in this language and without words of the interface', async () => {
      const { page } = maya
      await page.goto(`${base}/app/links/new`)
      const address = page.getByLabel(text('new.destination'))
      await address.fill('ftp://museum.example/spring')
      await address.press('Enter')
      await page.locator('[slot=errorMessage]').getByText(text('issue.NOT_HTTP'), { exact: true }).waitFor()
      await page.getByText(`Adresse: ${text('issue.NOT_HTTP')}`).waitFor()
      // On a phone, a dialog is all there is.
      const expected = screen === phone ? /landmark-one-main|page-has-heading-one/ : /^$/
      expect((await maya.findBarriers()).filter((each) => !expected.test(each))).toEqual([])
      expect(await sidewaysPx(page)).toBe(0)
      const foot = await page
        .locator('footer:has(p[role=alert])')
        .evaluate((each) => each.scrollWidth - each.clientWidth)
      expect(foot).toBe(0)
      await address.fill('museum.example/spring')
      await page.getByText(text('form.redirect'), { exact: true }).click()
      await page.getByLabel(text('form.redirectType')).selectOption('301')
      await page.getByText(text('form.ends'), { exact: true }).click()
      await page.getByLabel(text('form.clickLimit')).fill('5')
      await page.getByRole('button', { name: text('new.create') }).click()
      await page.locator('[slot=errorMessage]').getByText(text('issue.EXCLUDES_PERMANENT')).waitFor()
      const words = await page.locator('body').innerText()
      expect(words).not.toMatch(/slug|must |request|cannot|API|redirectType|clickLimit/i)
      await page.getByRole('button', { name: text('edit.discard') }).click()
    })
  })

  it('stands under a form that has no such field', async () => {
    await maya.open(screens.desktop)
    const input = { destination: 'https://museum.example', redirectType: 301 }
    const { createUrl } = await maya.ask('mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }', {
      input,
    })
    await maya.page.goto(`${base}/app/links/${createUrl.id}/rules`)
    await maya.button('Add a variant').click()
    await maya.page.getByLabel('They go to').fill('museum.example/other')
    await maya.page.keyboard.press('Enter')
    await maya.page
      .getByRole('alert')
      .getByText(/^Kind of redirect: A permanent redirect goes with no password/)
      .waitFor()
  })

  describe('a new link for which nothing is left', () => {
    const address = () => maya.page.getByLabel('Where should it lead?')
    const create = () => maya.button('Create and copy')
    beforeAll(() => maya.open(screens.desktop))
    afterEach(() => maya.test.change({}))

    it.each([
      [
        'of the plan',
        { PLAN_LIMITS: 'free.links=1' },
        /^Your plan has room for 1 link, and .* choose a larger plan\.$/,
      ],
      [
        'of the quota of the hour',
        { RATE_LIMITS: 'on', RATE_LIMIT_PER_HOUR: '5' },
        /^That was too much at once\. Your work is still here: try again in \d+ minutes\.$/,
      ],
    ] as const)('%s says what to do, and is made later as it was written', async (name, limits, sentence) => {
      const { page, test, token } = maya
      const destination = `https://museum.example/${name.replaceAll(' ', '-')}`
      await maya.ask('mutation { createUrl(input: { destination: "https://museum.example" }) { id } }')
      await page.goto(`${base}/app/links/new`)
      await address().fill(destination)
      test.change(limits)
      for (let calls = 0; calls < 5; calls++) await test.rest.get('/v1/workspaces', { token })
      await create().click()
      await page.locator('footer').getByText(sentence).waitFor()
      await page.reload()
      await address().waitFor()
      expect(await address().inputValue()).toBe(destination)
      test.change({})
      await create().click()
      await page.getByText('Your link is ready').waitFor()
    })
  })

  describe('a link that two windows change', () => {
    const input = { destination: 'https://museum.example', title: 'Spring' }
    const create = async () =>
      (await maya.ask('mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }', { input })).createUrl.id
    const change = (id: string, changes: object) =>
      maya.ask('mutation ($id: ID!, $input: UpdateUrlInput!) { updateUrl(id: $id, input: $input) { id } }', {
        id,
        input: changes,
      })
    const read = async (id: string) =>
      (await maya.ask('query ($id: ID!) { url(id: $id) { title destination clickLimit ogTitle } }', { id })).url
    const title = (page: Page) => page.getByLabel('Title', { exact: true })
    const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
    const open = async (id: string) => {
      await maya.page.goto(`${base}/app/links/${id}/edit`)
      await title(maya.page).waitFor()
    }
    beforeAll(() => maya.open(screens.desktop))

    it('has the fields of both where each changed another one, without a question', async () => {
      const id = await create()
      await open(id)
      await title(maya.page).fill('Spring exhibition')
      await change(id, { clickLimit: 5, isActive: false })
      await save(maya.page).click()
      await maya.page.getByText('Saved', { exact: true }).waitFor()
      expect(await read(id)).toMatchObject({ title: 'Spring exhibition', clickLimit: 5 })
    })

    it.each([
      ['Yours', 'Spring exhibition'],
      ['Saved meanwhile', 'Autumn'],
    ])('asks which value of one field to keep, and keeps %s', async (choice, kept) => {
      const id = await create()
      await open(id)
      await title(maya.page).fill('Spring exhibition')
      await maya.page.getByLabel('Where should it lead?').fill('museum.example/spring')
      await change(id, { title: 'Autumn', ogTitle: 'Autumn' })
      await save(maya.page).click()
      const question = maya.page.getByRole('region', { name: 'This link was changed somewhere else' })
      await question.getByText('Yours: Spring exhibition').waitFor()
      await question.getByText('Saved meanwhile: Autumn').waitFor()
      expect(await question.getByRole('radio').count()).toBe(2)
      expect(await save(maya.page).isDisabled()).toBe(true)
      expect(await maya.findBarriers()).toEqual([])
      expect((await read(id)).title).toBe('Autumn')
      await question.getByLabel(choice).check()
      await save(maya.page).click()
      await maya.page.getByText('Saved', { exact: true }).waitFor()
      await question.waitFor({ state: 'detached' })
      expect(await title(maya.page).inputValue()).toBe(kept)
      const expected = { title: kept, destination: 'https://museum.example/spring', ogTitle: 'Autumn' }
      expect(await read(id)).toMatchObject(expected)
    })

    it('asks too when what was written waited for a reload', async () => {
      const id = await create()
      await open(id)
      await title(maya.page).fill('Spring exhibition')
      await change(id, { title: 'Autumn' })
      await maya.page.reload()
      await save(maya.page).click()
      await maya.page.getByText('Saved meanwhile: Autumn').waitFor()
      await maya.page.getByRole('button', { name: 'Discard changes' }).click()
      expect(await title(maya.page).inputValue()).toBe('Autumn')
    })
  })
})
