import { afterAll, beforeAll, expect, it } from 'vitest'
import { Browser } from '../oauth/browser.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { sharedMailApp } from '../support/mail-app.ts'
import { endOf, unzipAt } from './seed.ts'

let test: ListeningApp
beforeAll(async () => {
  ;({ test } = await sharedMailApp({ RATE_LIMITS: 'on' }))
})
afterAll(() => test.close())

it('/account/archive requests the archive, leads to its file, and says when another one is too much', async () => {
  const ada = await test.seed.account()
  const browser = new Browser(test.base)
  await browser.submit(await browser.open('/account/login?next=archive'), { email: ada.email, password: ada.password })
  const page = await browser.open('/account/archive')
  expect(page.text).toContain('Write the file')
  expect((await browser.submit(page, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await browser.submit(page, { act: 'request' })).url).toContain('/account/archive')
  const { download } = await endOf(test, ada)
  const ready = await browser.open('/account/archive')
  const [, href = ''] = /<a class="button" href="([^"]*)">Download the file/.exec(ready.text) ?? []
  expect(href).toBe(download.href)
  expect(Object.keys(await unzipAt(test, href))).toContain('README.txt')
  for (const _ of [2, 3]) {
    await browser.submit(ready, { act: 'request' })
    await endOf(test, ada)
  }
  const refused = await browser.submit(ready, { act: 'request' })
  expect([refused.status, refused.text.includes('role="alert"')]).toEqual([429, true])
  expect((await new Browser(test.base).open('/account/archive')).url).toContain('/account/login?next=archive')
})
