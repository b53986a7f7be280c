import { Browser, type Visit } from '../oauth/browser.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { PasskeyDevice, type PasskeyOptions } from '../support/passkey-device.ts'
import type { SeededAccount } from '../support/seed.ts'

/** What a page asks the browser for. */
export function optionsOf({ text }: Visit): PasskeyOptions {
  const [, escaped = ''] = /data-options="([^"]*)"/.exec(text) ?? []
  return JSON.parse(escaped.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))))
}

export const heading = ({ text }: Visit) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1]
export const pathOf = ({ url }: Visit) => new URL(url, 'http://localhost').pathname
export const codesOf = ({ text }: Visit) =>
  [...text.matchAll(/<li><code>([^<]*)<\/code>/g)].map(([, code = '']) => code)

/** The id of the newest passkey on the page of the account. */
export const passkeyOn = ({ text }: Visit) => [...text.matchAll(/name="passkey" value="(psk_\w+)"/g)].at(-1)?.[1] ?? ''

/** A person with a browser and a device. */
export interface PasskeyPerson {
  readonly account: SeededAccount
  readonly browser: Browser
  readonly device: PasskeyDevice
  readonly recoveryCodes: readonly string[]
}

export const credentialsOf = ({ email, password }: SeededAccount) => ({ email, password })

/** Logs in with the password. Returns the page that comes then. */
export async function enterPassword(browser: Browser, account: SeededAccount, path = '/account/login'): Promise<Visit> {
  return browser.submit(await browser.open(path), credentialsOf(account))
}

/** The page that asks the browser of somebody who is logged in for a new passkey. */
export async function openRegistration(browser: Browser): Promise<Visit> {
  return browser.submit(await browser.open('/account/security'), { act: 'add-passkey' })
}

/** Adds a passkey. Returns the page that comes then. */
export async function addPasskey(browser: Browser, device: PasskeyDevice): Promise<Visit> {
  const page = await openRegistration(browser)
  return browser.submit(page, { credential: device.create(optionsOf(page)) })
}

/** A new account with a passkey. Its browser stays logged in. */
export async function personWithPasskey(
  test: ListeningApp,
  device = new PasskeyDevice(test.base),
): Promise<PasskeyPerson> {
  const [account, browser] = [await test.seed.account(), new Browser(test.base)]
  await enterPassword(browser, account)
  const page = await addPasskey(browser, device)
  return { account, browser, device, recoveryCodes: codesOf(page) }
}
