import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SealedCookies } from '../../../platform/web/sealed-cookies.ts'

/** Who has logged in at a provider for one interaction of an application. */
export interface InteractionLogin {
  readonly uid: string
  readonly accountId: string
  /** A newer version of the account invalidates the login. */
  readonly tokenVersion: number
  /** The challenge of a login whose second factor is missing. */
  readonly challenge?: string | undefined
}

const cookieName = 'tack_provider_login'
const lifetimeSeconds = 120

/** Brings a login by a provider to the interaction of an application, which has begun in the same browser. */
export class InteractionLogins {
  constructor(private readonly cookies: SealedCookies) {}

  issue(reply: FastifyReply, login: InteractionLogin): void {
    this.cookies.write(reply, cookieName, login, lifetimeSeconds)
  }

  /** The login for this interaction, which is used with it; undefined without one. */
  take(request: FastifyRequest, reply: FastifyReply, uid: string): InteractionLogin | undefined {
    const login = this.cookies.read(request, cookieName) as InteractionLogin | undefined
    if (login?.uid !== uid) return undefined
    this.cookies.clear(reply, cookieName)
    return login
  }
}
