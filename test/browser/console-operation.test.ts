import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Actor } from '../contract/acts.ts'
import { anomalyOf } from '../contract/anomalies.ts'
import type { SeededAccount } from '../support/seed.ts'
import { inBrowser, screens } from './chromium.ts'
import { ConsolePlay, phone } from './console-tasks.ts'
import { sidewaysPx } from './looks.ts'

const sizes = [phone, { viewport: { width: 720, height: 900 } }, { viewport: { width: 1440, height: 900 } }]

inBrowser('the operation of an installation and the health of a workspace in the console', () => {
  let maya: ConsolePlay
  let ada: SeededAccount
  beforeAll(async () => {
    maya = await ConsolePlay.start()
    ada = await maya.test.seed.account({ name: 'Ada' })
    await maya.open(screens.desktop)
    await maya.register()
  })
  afterAll(() => maya?.close())

  const link = (name: string) => maya.page.getByRole('link', { name, exact: true })
  const dialog = (title: string | RegExp) => maya.page.getByRole('dialog', { name: title })
  const rowButton = (row: string, name: string) => maya.row(row).getByRole('button', { name })
  const at = async (path: string, text: string) => {
    await maya.page.goto(maya.test.base + path)
    await maya.page.getByText(text).first().waitFor()
  }
  const report = async (word: string, details: string) => {
    const { shortUrl, id } = await maya.test.seed.link(ada, {
      longUrl: `https://trap.example/${word}`,
      customUrl: word,
    })
    await maya.test.rest.post('/v1/abuse-reports', { shortUrl, reason: 'phishing', details, email: 'eve@example.com' })
    return id
  }
  /** Looks at a screen as a person with a phone, a small window and a large one would, in both themes. */
  const look = async (path: string, text: string, name = path.slice(5).replaceAll('/', '-').replace(/\?.*/, '')) => {
    expect(await maya.findBarriers()).toEqual([])
    if (!process.env.TEST_SCREENSHOTS) return
    for (const options of sizes) {
      await maya.page.setViewportSize(options.viewport)
      await at(path, text)
      for (const colorScheme of ['light', 'dark'] as const) {
        await maya.page.emulateMedia({ colorScheme })
        await maya.page
          .getByText(/things? waits?$/)
          .waitFor({ state: 'attached', timeout: 1000 })
          .catch(() => {})
        await maya.page.screenshot({ path: `test-output/console-${name}-${options.viewport.width}-${colorScheme}.png` })
      }
      expect([path, await sidewaysPx(maya.page)]).toEqual([path, 0])
    }
    await maya.page.setViewportSize(screens.desktop.viewport)
    await at(path, text)
  }

  it('shows what waits in a workspace with the reason, and a dot until all of it is known', async () => {
    await at('/app/health', 'All is well')
    await look('/app/health', 'All is well', 'health-none')
    expect(await maya.page.getByText(/things? waits?$/).count()).toBe(0)
    await maya.ask('mutation { createDomain(input: { host: "go.museum.example" }) { id } }')
    const webhook = { name: 'Slack', url: 'https://hooks.example.com/1', events: ['LINK_CREATED'] }
    await maya.ask('mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }', {
      input: webhook,
    })
    await maya.test.sql(
      `update webhook set failure_count = 12, failing_since = now() - interval '2 hours', last_status = 500 where name = 'Slack'`,
    )
    // The tab knows that nothing waits, and would not ask again for a minute.
    await maya.page.evaluate(() => sessionStorage.clear())
    await at('/app', 'No links yet')
    await maya.page.getByText('2 things wait').waitFor({ state: 'attached' })
    await maya.page.getByRole('link', { name: /^Health/ }).click()
    await maya.row('Slack').getByText('The last 12 attempts failed; status 500.').waitFor()
    await maya.row('go.museum.example').getByText('The record that proves it is yours').waitFor()
    await look('/app/health', 'The last 12 attempts failed')
    await rowButton('Slack', 'Known').click()
    await maya.row('Slack').waitFor({ state: 'detached' })
    await maya.page.getByText('one thing waits').waitFor({ state: 'attached' })
    expect((await maya.ask('{ commandCenterAlerts(acknowledged: true) { totalCount } }')).commandCenterAlerts).toEqual({
      totalCount: 1,
    })
  })

  it('ends an anomaly, watches all destinations, and asks for the dot once in a minute', async () => {
    const account = await maya.ask('{ me { id } workspaces { nodes { id } } }')
    const [{ id: workspaceId }] = account.workspaces.nodes
    const seeded = { token: maya.token, id: account.me.id, workspaceId } as SeededAccount
    const { urlId } = await anomalyOf({ test: maya.test, account: seeded, word: maya.test.seed.word } as Actor)
    const { id: brokenId } = await maya.test.seed.link(seeded, {
      longUrl: 'https://museum.example/gone',
    })
    await at('/app/health', 'More clicks than usual')
    await look('/app/health', 'More clicks than usual', 'health-anomaly')
    await maya.row('More clicks than usual').getByRole('button', { name: 'Dealt with' }).click()
    await maya.row('More clicks than usual').waitFor({ state: 'detached' })
    await maya.page.getByText('one thing waits').waitFor({ state: 'attached' })
    await at(`/app/links/${urlId}/history`, 'over')
    await at('/app/health', 'Watch the destinations of all links')
    await maya.page.getByLabel('Watch the destinations of all links').check()
    await expect.poll(async () => (await maya.ask('{ linkHealth { isOn } }')).linkHealth.isOn).toBe(true)
    await maya.test.sql(
      `insert into link_health (link_id, workspace_id, is_watched, host, is_ok, failure_count, failing_since, last_status, last_checked_at)
       values (?, ?, true, 'example.museum', false, 3, now() - interval '1 day', 404, now())
       on conflict (link_id) do update set is_ok = false, failure_count = 3, failing_since = excluded.failing_since, last_status = 404`,
      [brokenId, seeded.workspaceId],
    )
    await at('/app/health', 'A destination does not answer')
    await maya.row('A destination does not answer').getByRole('button', { name: 'Known' }).click()
    await maya.page.getByText('Known, and still without an answer').waitFor()
    await maya.row('https://museum.example/gone').getByText('Answered with status 404.').waitFor()
    await look('/app/health', 'Known, and still without an answer', 'health-destinations')
    // The tab knows what waits, so a new page asks nothing for a minute.
    maya.sent.length = 0
    await at('/app', '2 links')
    await maya.page.getByText('one thing waits').waitFor({ state: 'attached' })
    await at('/app/settings/keys', 'No keys yet')
    expect(maya.sent.filter((body) => body.includes('query WhatWaits'))).toEqual([])
    await maya.page.evaluate(() => sessionStorage.clear())
    await at('/app', '2 links')
    await maya.page.getByText('one thing waits').waitFor({ state: 'attached' })
    expect(maya.sent.filter((body) => body.includes('query WhatWaits'))).toHaveLength(1)
    await maya.ask('mutation ($ids: [ID!]!) { deleteUrls(ids: $ids) { summary { succeeded } } }', {
      ids: [urlId, brokenId],
    })
  })

  it('is for operators alone', async () => {
    await at('/app', 'No links yet')
    await link('Settings').waitFor()
    expect(await link('Operation').count()).toBe(0)
    await at('/app/operation/reports', 'Only operators of this service')
  })

  it('blocks a reported link, and settles several at once', async () => {
    await maya.test.sql(`update account set role = 'admin' where email = ?`, [maya.email])
    await at('/app/operation', 'Nothing waits')
    await look('/app/operation/reports', 'Nothing waits', 'operation-reports-none')
    const words = [maya.test.seed.word(), maya.test.seed.word(), maya.test.seed.word()] as const
    const id = await report(words[0], 'It asks for the password of my bank.')
    await report(words[1], 'Again.')
    await report(words[2], 'And again.')
    await at('/app/operation/reports', words[0])
    await maya.row(words[0]).getByText('What the report says').click()
    await maya.row(words[0]).getByText('It asks for the password of my bank.').waitFor()
    await look('/app/operation/reports', words[0])
    await maya.play('Block a reported link', async () => {
      await maya.person.click(link('Operation'))
      await maya.person.click(rowButton(words[0], 'Block'))
      await dialog(/^Block .*\?$/).waitFor()
      await maya.person.press('Enter')
      await maya.page.getByText(/ is blocked$/).waitFor()
    })
    await maya.row(words[0]).waitFor({ state: 'detached' })
    expect(
      (await maya.ask('query ($id: ID!) { abuseReview(id: $id) { isBlocked blockedReason } }', { id })).abuseReview,
    ).toEqual({
      isBlocked: true,
      blockedReason: 'PHISHING',
    })
    for (const word of words.slice(1)) await maya.page.getByRole('checkbox', { name: new RegExp(word) }).check()
    await maya.page.getByRole('toolbar').getByRole('button', { name: 'Dismiss' }).click()
    await maya.page.keyboard.press('Enter')
    await maya.page.getByText('Nothing waits').waitFor()
    await maya.test.rest.post(`/v1/urls/${id}/appeal`, { message: 'It is my school.' }, { token: ada.token })
    await at('/app/operation/reports', 'It is my school.')
    await look('/app/operation/reports', 'It is my school.', 'operation-reports-appeal')
    await at('/app/operation/blocked', words[0])
    await maya.button('Block a destination').click()
    await maya.page.getByLabel('Host, or host with a path').fill('com')
    await maya.page.keyboard.press('Enter')
    await dialog('Block a destination').getByText(/./).first().waitFor()
    expect(await maya.findBarriers()).toEqual([])
    await maya.page.getByLabel('Host, or host with a path').fill(`${words[0]}.example`)
    await maya.page.keyboard.press('Enter')
    await maya.button(`Remove ${words[0]}.example`).waitFor()
    await look('/app/operation/blocked', `${words[0]}.example`)
    await rowButton(words[0], 'Unblock').click()
    await maya.page.keyboard.press('Enter')
    await maya.page.getByText('No link is blocked.').waitFor()
    await maya.button(`Remove ${words[0]}.example`).click()
    await dialog(/^Remove /)
      .getByRole('button', { name: 'Remove' })
      .click()
    await maya.page.getByText('No destination is blocked').waitFor()
  })

  it('says to the owner of a blocked link why, and takes an objection, which the operator reads', async () => {
    const input = { destination: 'https://museum.example/sale' }
    const { createUrl } = await maya.ask('mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }', {
      input,
    })
    await maya.ask('mutation ($id: ID!) { blockUrl(id: $id, input: { reason: SPAM }) { isBlocked } }', createUrl)
    const path = `/app/links/${createUrl.id}`
    await at(path, 'This link is blocked: Spam.')
    await look(path, 'This link is blocked', 'link-blocked')
    await maya.button('Object to the block').click()
    await maya.page.getByLabel('Why should it not be blocked?').fill('It is our own sale.')
    await dialog('Object to the block').getByRole('button', { name: 'Send' }).click()
    await maya.page.getByText(/Your objection came in .* and is being looked at/).waitFor()
    await at('/app/operation/reports', 'It is our own sale.')
  })

  it('suspends an account and brings it back', async () => {
    await at('/app/operation/accounts', ada.email)
    await look('/app/operation/accounts', ada.email)
    const read = async () => (await maya.test.rest.get('/v1/urls', { token: ada.token })).status
    await maya.play('Suspend an account and bring it back', async () => {
      await maya.person.click(link('Operation'))
      await maya.person.click(link('Accounts'))
      await maya.page.getByLabel('Find by name').and(maya.page.locator(':focus')).waitFor()
      await maya.person.type(ada.email)
      await maya.row(maya.email).waitFor({ state: 'detached' })
      await maya.person.click(rowButton(ada.email, 'Suspend'))
      await dialog('Suspend Ada?').waitFor()
      await maya.person.press('Enter')
      await maya.row(ada.email).getByText('Suspended since').waitFor()
      expect(await read()).toBe(403)
      await maya.person.click(rowButton(ada.email, 'Restore'))
      await dialog('Restore Ada?').waitFor()
      await maya.person.press('Enter')
      await rowButton(ada.email, 'Suspend').waitFor()
      expect(await read()).toBe(200)
    })
    await link('Log').click()
    await maya.row('Account restored').getByText('Maya').waitFor()
    await look('/app/operation/log', 'Account suspended')
    await look(`/app/operation/accounts?find=${ada.email}`, ada.email)
  })

  it('changes the plan of a workspace, and says how the service is doing', async () => {
    await at(`/app/operation/workspaces?find=${ada.id}`, ada.email)
    await look(`/app/operation/workspaces?find=${ada.id}`, ada.email)
    await rowButton(ada.email, 'Change the plan').click()
    await dialog(/^Plan of/)
      .getByLabel('Plan')
      .selectOption('PRO')
    await maya.button('Save').click()
    await maya.row(ada.email).getByText('Pro', { exact: true }).waitFor()
    await at('/app/operation/service', 'Look again')
    await maya.page.getByText(/^Version \d/).waitFor()
    await maya.row('database').first().waitFor()
    await look('/app/operation/service', 'Look again')
  })
})
