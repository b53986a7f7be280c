import type { SealedCookies } from '../../../platform/web/sealed-cookies.ts'
import type { PageVisit } from '../accounts/index.ts'
import type { LoginChecks } from './provider-client.ts'
import type { ProviderPerson } from './provider-person.ts'

/** A session whose account is connected with the person, or whose owner proves by the person who they are. */
export interface PendingSession {
  readonly id: string
  readonly act: 'connect' | 'prove'
}

/** A login that has begun in this browser. */
export interface PendingLogin {
  readonly providerId: string
  readonly checks: LoginChecks
  /** The page to which the login leads back, relative to the page of the login. */
  readonly next: string | null
  /** The interaction of an application for which the person logs in; null for a login here. */
  readonly interaction: string | null
  /** The session that has begun it; null for a login. */
  readonly session: PendingSession | null
}

/** A person who has logged in at the provider, and has yet to give the password of the account with the same address. */
export interface PendingConnection extends PendingPerson {
  /** Whether nobody has proved yet that the address of the account is theirs. */
  readonly isUnproven: boolean
}

/** A person who has logged in at the provider, and has yet to open the link of a mail to their address. */
export interface PendingAddress extends PendingPerson {
  /** What the token of the link is computed from. */
  readonly proofId: string
}

interface PendingPerson extends Pick<PendingLogin, 'providerId' | 'next' | 'interaction'> {
  readonly person: ProviderPerson
  readonly email: string
}

const lifetimeSeconds = 600
/** How long the link of a mail that proves an address is valid. */
export const addressProofSeconds = 3600
const loginBeginning = 'tack_oidc_'
const connectionName = 'tack_connect'
const addressName = 'tack_address'
/** Browsers send all of them with each request, and a request has at most 16 KiB of headers. */
const maxLogins = 5
/** With more of them a cookie is too large for browsers. The groups then count from the next login on. */
const maxWorkspaceRoles = 20

/**
 * What a browser must remember until the provider sends it back, each login in a cookie of its own: tabs do not disturb each
 * other, and nobody completes in one browser what began in another.
 */
export class PendingLogins {
  constructor(private readonly cookies: SealedCookies) {}

  begin({ request, reply }: PageVisit, login: PendingLogin): void {
    const others = this.cookies.list(request, loginBeginning)
    for (const name of others.slice(0, Math.max(0, others.length - maxLogins + 1))) this.cookies.clear(reply, name)
    this.cookies.write(reply, nameOf(login.checks.state), login, lifetimeSeconds)
  }

  /** The login with this state, which this browser then forgets; undefined without one. */
  complete({ request, reply }: PageVisit, providerId: string, state: string): PendingLogin | undefined {
    const login = this.cookies.read(request, nameOf(state)) as PendingLogin | undefined
    if (login?.checks.state !== state || login.providerId !== providerId) return undefined
    this.cookies.clear(reply, nameOf(state))
    return login
  }

  askForPassword({ reply }: PageVisit, connection: PendingConnection): void {
    this.cookies.write(reply, connectionName, shorten(connection), lifetimeSeconds)
  }

  askForAddress({ reply }: PageVisit, address: PendingAddress): void {
    this.cookies.write(reply, addressName, shorten(address), addressProofSeconds)
  }

  findAddress({ request }: PageVisit, providerId: string): PendingAddress | undefined {
    return this.findPerson<PendingAddress>(request, addressName, providerId)
  }

  forgetAddress({ reply }: PageVisit): void {
    this.cookies.clear(reply, addressName)
  }

  findConnection({ request }: PageVisit, providerId: string): PendingConnection | undefined {
    return this.findPerson<PendingConnection>(request, connectionName, providerId)
  }

  forgetConnection({ reply }: PageVisit): void {
    this.cookies.clear(reply, connectionName)
  }

  private findPerson<T extends PendingPerson>(
    request: PageVisit['request'],
    name: string,
    providerId: string,
  ): T | undefined {
    const pending = this.cookies.read(request, name) as (T & { readonly person: WrittenPerson }) | undefined
    if (pending?.providerId !== providerId) return undefined
    // A cookie is JSON, where a time is a text.
    const { authenticatedAt } = pending.person
    return { ...pending, person: { ...pending.person, authenticatedAt: authenticatedAt && new Date(authenticatedAt) } }
  }
}

type WrittenPerson = Omit<ProviderPerson, 'authenticatedAt'> & { readonly authenticatedAt: string | null }

/** Leaves out what would be too large for a cookie. */
function shorten<T extends PendingPerson>(pending: T): T {
  const { workspaceRoles } = pending.person
  const isShort = workspaceRoles !== null && Object.keys(workspaceRoles).length <= maxWorkspaceRoles
  return { ...pending, person: { ...pending.person, workspaceRoles: isShort ? workspaceRoles : null } }
}

/** A state is random, so its beginning tells the logins of a browser apart. */
function nameOf(state: string): string {
  return loginBeginning + state.replace(/[^\w-]/g, '').slice(0, 12)
}
