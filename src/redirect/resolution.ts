import { readVisit } from '../clicks/index.ts'
import type { Context } from '../graphql/context.ts'
import { expiryReasonOf, finalDestination, LinkNotFound, type Route } from '../links/index.ts'
import type { Decision } from './decide.ts'
import { LinkExpired, LinkInactive, LinkLimitReached, LinkPasswordInvalid, LinkPasswordRequired } from './failures.ts'
import type { RedirectResponse } from './redirect.response.ts'
import type { PasswordTries } from './tries.ts'
import type { Visits } from './visits.ts'

/** Resolution as JSON (contract 4.3). Handing out the destination is a click, as it is for a browser. */
export class Resolution {
  readonly #passwordTries: PasswordTries
  readonly #visits: Visits

  constructor(passwordTries: PasswordTries, visits: Visits) {
    this.#passwordTries = passwordTries
    this.#visits = visits
  }

  /** What the code resolves to; the destination is null while it is withheld. Throws `LinkNotFound`. */
  async resolve(context: Context, code: string, isUntracked: boolean): Promise<RedirectResponse> {
    const link = await this.#find(code)
    return this.#respond(context, link, await this.#admit(context, link, isUntracked, false))
  }

  /**
   * The same with the password given. Refuses in this order: unknown code, too many tries, wrong password, then the
   * state of the link, so that only who knows the password learns of the state by a status.
   */
  async unlock(context: Context, code: string, password: string): Promise<RedirectResponse> {
    const link = await this.#find(code)
    if (!link.hasPassword) return this.#respond(context, link, await this.#admit(context, link, false, false))
    if (password === '') throw new LinkPasswordRequired()
    if (!(await this.#passwordTries.opens(context, link, password))) throw new LinkPasswordInvalid()
    const decision = await this.#admit(context, link, false, true)
    if (decision.kind === 'blocked' || decision.kind === 'inactive') throw new LinkInactive()
    if (decision.kind === 'expired') throw decision.reason === 'date' ? new LinkExpired() : new LinkLimitReached()
    return this.#respond(context, link, decision)
  }

  #admit(context: Context, link: Route, isUntracked: boolean, isUnlocked: boolean): Promise<Decision> {
    const visit = readVisit(context.request)
    return this.#visits.admit(link, {
      visit,
      trigger: 'api',
      isUnlocked,
      isUntracked,
      isHead: context.request.method === 'HEAD',
      query: '',
    })
  }

  async #find(code: string): Promise<Route> {
    const link = await this.#visits.find(code)
    if (!link) throw new LinkNotFound()
    return link
  }

  #respond(context: Context, link: Route, decision: Decision): RedirectResponse {
    const isOpen = decision.kind === 'open'
    const expiryReason = decision.kind === 'expired' ? decision.reason : expiryReasonOf(link, context.now())
    return {
      id: link.id,
      originalUrl: isOpen ? finalDestination(link.originalUrl, link, '') : null,
      shortUrl: link.code,
      hasPassword: link.hasPassword,
      isExpired: expiryReason !== null,
      isActive: link.isActive && link.blockedAt === null,
      expiryReason,
      isBlocked: link.blockedAt !== null,
      routing: {
        isCloaked: isOpen ? link.isCloaked : null,
        redirectType: isOpen ? link.redirectType : null,
        expiredUrl: link.expiredUrl,
      },
    }
  }
}
