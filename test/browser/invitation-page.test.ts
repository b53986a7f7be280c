import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, it } from 'vitest'
import { translator } from '../../src/platform/web/texts.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { sharedMailApp } from '../support/mail-app.ts'
import { linkOf, type MailServer } from '../support/mail-server.ts'
import { as, seedTeam, type Team } from '../workspaces/team.ts'
import { inBrowser, launch, looks } from './chromium.ts'
import { look } from './looks.ts'
import { visit } from './visit.ts'

inBrowser('the page of an invitation in a browser', () => {
  let server: MailServer
  let test: ListeningApp
  let browser: Browser
  let team: Team
  beforeAll(async () => {
    ;({ test, server } = await sharedMailApp())
    browser = await launch()
    team = await seedTeam(test)
  })
  afterAll(async () => {
    await browser?.close()
    await test?.close()
  })

  it.each(looks)('can be read on $name, from the mail to the workspace', async ({ name, lang, options }) => {
    const t = translator(lang)
    const email = `${test.seed.word()}@example.com`
    const invite = () =>
      test.rest.post(
        `/v1/workspaces/${team.id}/invitations`,
        { email },
        {
          ...as(team.owner),
          headers: { 'accept-language': lang },
        },
      )
    const { json: first } = await invite()
    const link = linkOf(await server.mailTo(email)).href
    await visit({ browser, options, origins: [test.base] }, async (page) => {
      const heading = (words: string) => page.getByRole('heading', { level: 1, name: words }).waitFor()
      const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click()
      await page.goto(link)
      await look(page, `invitation-${name}-1-anonymous`, lang)
      await page.getByRole('link', { name: t('page.credentials.register'), exact: true }).click()
      await page.locator('#name').fill('Grace')
      await page.locator('#password').fill('correct horse battery')
      await press(t('page.credentials.register'))
      await heading(t('page.invitation.title'))
      await look(page, `invitation-${name}-2-invited`, lang)
      await page.goto(`${test.base}/account/invitation?token=${first.token}`)
      await look(page, `invitation-${name}-3-unverified`, lang)
      await press(t('page.invitation.sendMail'))
      await page.getByRole('status').waitFor()
      await look(page, `invitation-${name}-4-sent`, lang)
      await page.goto(link)
      await press(t('page.invitation.join'))
      await heading(t('page.invitation.joined.title'))
      await look(page, `invitation-${name}-5-joined`, lang)
      await page.goto(link)
      await heading(t('page.invitation.closed.accepted.title'))
      await look(page, `invitation-${name}-6-accepted`, lang)
      const other = await test.rest.post(
        `/v1/workspaces/${team.id}/invitations`,
        { email: `other-${email}` },
        as(team.owner),
      )
      await page.goto(`${test.base}/account/invitation?token=${other.json.token}`)
      await look(page, `invitation-${name}-7-other`, lang)
      await test.rest.post(`/v1/invitations/${other.json.token}/decline`, undefined)
      await page.reload()
      await heading(t('page.invitation.closed.declined.title'))
      await page.goto(`${test.base}/account/invitation?token=x`)
      await heading(t('page.invitation.closed.unknown.title'))
      await look(page, `invitation-${name}-8-unknown`, lang)
    })
  })
})
