import { readVisit } from '../clicks/index.ts'
import type { Context } from '../graphql/context.ts'
import { expiryReasonOf, finalDestination, LinkNotFound, type Route } from '../links/index.ts'
import type { Decision } from './decide.ts'
import { LinkExpired, LinkInactive, LinkLimitReached, LinkPasswordInvalid, LinkPasswordRequired } from './failures.ts'
import type { RedirectResponse } from './redirect.response.ts'
import { PasswordTries } from './tries.ts'
import { Visits } from './visits.ts'

/** Resolution as JSON (contract 4.3). Handing out the destination is a click, as it is for a browser. */
export class Resolution {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** What the code resolves to; the destination is null while it is withheld. Throws `LinkNotFound`. */
  async resolve(code: string, isUntracked: boolean): Promise<RedirectResponse> {
    const link = await this.#find(code)
    return this.#respond(link, await this.#admit(link, isUntracked, false))
  }

  /**
   * The same with the password given. Refuses in this order: unknown code, too many tries, wrong password, then the
   * state of the link, so that only who knows the password learns of the state by a status.
   */
  async unlock(code: string, password: string): Promise<RedirectResponse> {
    const link = await this.#find(code)
    if (!link.hasPassword) return this.#respond(link, await this.#admit(link, false, false))
    if (password === '') throw new LinkPasswordRequired()
    if (!(await this.#context.use(PasswordTries).opens(link, password))) throw new LinkPasswordInvalid()
    const decision = await this.#admit(link, false, true)
    if (decision.kind === 'blocked' || decision.kind === 'inactive') throw new LinkInactive()
    if (decision.kind === 'expired') throw decision.reason === 'date' ? new LinkExpired() : new LinkLimitReached()
    return this.#respond(link, decision)
  }

  #admit(link: Route, isUntracked: boolean, isUnlocked: boolean): Promise<Decision> {
    const visit = readVisit(this.#context.request)
    return this.#context.part(Visits).admit(link, {
      visit,
      trigger: 'api',
      isUnlocked,
      isUntracked,
      isHead: this.#context.request.method === 'HEAD',
      query: '',
    })
  }

  async #find(code: string): Promise<Route> {
    const link = await this.#context.part(Visits).find(code)
    if (!link) throw new LinkNotFound()
    return link
  }

  #respond(link: Route, decision: Decision): RedirectResponse {
    const isOpen = decision.kind === 'open'
    const expiryReason = decision.kind === 'expired' ? decision.reason : expiryReasonOf(link, this.#context.now())
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
