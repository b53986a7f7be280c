import { randomBytes } from 'node:crypto'
import { Browser, type Visit } from '../oauth/browser.ts'
import { type ListeningApp, secrets, startListening } from '../oauth/service.ts'
import { lend } from '../support/app.ts'
import type { SettingChanges } from '../support/changeable-settings.ts'
import {
  type IdentityProvider,
  type IdentityProviderOptions,
  startIdentityProvider,
} from '../support/identity-provider.ts'
import { mailSettings, resetMails } from '../support/mail-app.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { freePort } from '../support/port.ts'
import type { SeededAccount } from '../support/seed.ts'

/** The service with an identity provider, and the browsers of people. */
export interface Organisation {
  readonly test: ListeningApp
  readonly provider: IdentityProvider
  close(): Promise<void>
}

export async function startOrganisation(
  environment: Record<string, string> = {},
  options: Omit<IdentityProviderOptions, 'base'> = {},
  host = '127.0.0.1',
): Promise<Organisation> {
  const port = await freePort()
  const provider = await startIdentityProvider({ base: `http://${host}:${port}`, ...options })
  const test = await startListening({ ...provider.environment, ...environment }, port, host)
  secrets.note(undefined, provider.environment)
  return {
    test,
    provider,
    close: async () => {
      await test.close()
      await provider.close()
    },
  }
}

export interface MailedOrganisation extends Organisation {
  /** Receives the mails of the service. */
  readonly mailServer: MailServer
}

let shared: Promise<MailedOrganisation & { readonly test: ListeningApp }> | undefined

async function startShared() {
  const mailServer = await startMailServer()
  // Browsers have passkeys below a name only.
  const organisation = await startOrganisation(mailSettings(mailServer), {}, 'localhost')
  return { ...organisation, mailServer }
}

/** An organisation that the files of a worker share like `sharedApp`, with mails and passkeys. */
export async function sharedOrganisation(changes: SettingChanges = {}): Promise<MailedOrganisation> {
  shared ??= startShared()
  const { test: started, provider, mailServer } = await shared
  Object.assign(provider, { person: { sub: 'ada' }, quirks: {} })
  resetMails(mailServer)
  const test = lend(started, changes)
  return { test, provider, mailServer, close: test.close }
}

/** A browser that follows redirects between the service and the provider. */
export class OrganisationBrowser {
  readonly own: Browser
  private readonly other: Browser

  constructor(organisation: Pick<Organisation, 'provider' | 'test'>) {
    this.own = new Browser(organisation.test.base)
    this.other = new Browser(organisation.provider.issuer)
  }

  /** Opens a page of the service, and goes to the provider and back. */
  async open(address: string): Promise<Visit> {
    return this.follow(await this.own.open(address))
  }

  /** The address with which the provider sends the browser back, without opening it. */
  async callbackAddress(address = '/account/oidc/sso'): Promise<string> {
    const away = await this.own.open(address)
    return (await this.other.open(away.url)).url
  }

  /** Logs in, by the button of the login page. */
  logIn(search = ''): Promise<Visit> {
    return this.open(`/account/oidc/sso${search}`)
  }

  /** Goes on at the provider and back, until a page of the service. */
  async follow(visit: Visit): Promise<Visit> {
    if (visit.status !== 0) return visit
    const back = await this.other.open(visit.url)
    return this.follow(back.status === 0 ? await this.own.open(back.url) : back)
  }
}

export async function logInByPassword(
  organisation: Pick<Organisation, 'provider' | 'test'>,
  { email, password }: Pick<SeededAccount, 'email' | 'password'>,
): Promise<OrganisationBrowser> {
  const browser = new OrganisationBrowser(organisation)
  await browser.own.submit(await browser.own.open('/account/login'), { email, password })
  return browser
}

/** The token of the session that a browser has got last. */
export function sessionOf({ own }: OrganisationBrowser): string {
  const cookie = own.received.findLast((header) => header.includes('tack_session='))
  return /tack_session=([^;]+)/.exec(cookie ?? '')?.[1] ?? ''
}

/** A new person at the provider, with a verified address. */
export function newPerson(claims: Record<string, unknown> = {}) {
  const sub = `person-${randomBytes(6).toString('hex')}`
  return { sub, name: 'Ada', email: `${sub}@example.com`, email_verified: true, ...claims }
}

export const headingOf = ({ text }: Visit) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1]

/** The address of the link of a page that contains a text. */
export function linkOn({ text }: Visit, part: string): string {
  const addresses = [...text.matchAll(/href="([^"]*)"/g)].map(([, href = '']) =>
    href.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  )
  const found = addresses.find((address) => address.includes(part))
  if (found === undefined) throw new Error(`The page has no link with ${part}.`)
  return found
}
