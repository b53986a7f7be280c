import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthenticatedCaller } from '../../../../platform/auth/caller.ts'
import type { Authenticator } from '../../../../platform/http/authenticator.ts'
import { hourMs } from '../../../../platform/shared/time.ts'
import { cookieRules } from '../../../../platform/web/cookie-rules.ts'
import type { FormTokens } from '../../../../platform/web/form-tokens.ts'
import type { SessionService } from '../sessions/session.service.ts'
import type { PageToken, SessionTokens } from '../sessions/session-tokens.ts'

const sessionSeconds = 24 * 3600

/** A session cookie that is older is renewed when a page asks for its token. */
const renewalAgeMs = hourMs

interface Dependencies {
  readonly publicUrl: string
  readonly formTokens: FormTokens
  readonly sessionTokens: SessionTokens
  readonly sessionService: Pick<SessionService, 'renew'>
  readonly authenticator: Pick<Authenticator, 'readCaller'>
}

/**
 * The cookies of the account pages. The API never reads them, so a page of another site cannot use them for a request
 * to it.
 */
export class BrowserCookies {
  private readonly options: object
  private readonly sessionCookie: string
  private readonly formCookie: string

  constructor(private readonly dependencies: Dependencies) {
    const { prefix, options } = cookieRules(dependencies.publicUrl)
    this.sessionCookie = `${prefix}tack_session`
    this.formCookie = `${prefix}tack_form`
    this.options = options
  }

  /** A CSRF token for a form on the page that is sent, valid in this browser, with the account that the form is of. */
  issueFormToken({ cookies }: FastifyRequest, reply: FastifyReply, accountId = ''): string {
    const known = cookies[this.formCookie]
    const id = known && /^[\w-]{22}$/.test(known) ? known : randomBytes(16).toString('base64url')
    if (id !== known) reply.setCookie(this.formCookie, id, this.options)
    return `${this.dependencies.formTokens.issue(id)}.${accountId}`
  }

  /** Whether a token is of this browser, and of this account if one is given. */
  isFormTokenValid({ cookies }: FastifyRequest, token: string, accountId?: string): boolean {
    const id = cookies[this.formCookie]
    const [browserToken, tokenAccountId] = token.split('.')
    if (accountId !== undefined && accountId !== tokenAccountId) return false
    return id !== undefined && this.dependencies.formTokens.isValid(id, browserToken)
  }

  startSession(reply: FastifyReply, token: string): void {
    reply.setCookie(this.sessionCookie, token, { ...this.options, maxAge: sessionSeconds })
  }

  endSession(reply: FastifyReply): void {
    reply.clearCookie(this.sessionCookie, this.options)
  }

  /** Whether the browser sent a session cookie. The session may have ended. */
  hasSession(request: FastifyRequest): boolean {
    return this.readToken(request) !== null
  }

  /**
   * A token of the session for the memory of a page; null when nobody is logged in. Renews a cookie that is older than an
   * hour. Throws while the database does not answer.
   */
  async issuePageToken(request: FastifyRequest, reply: FastifyReply): Promise<PageToken | null> {
    const { sessionTokens, sessionService } = this.dependencies
    const caller = await this.findCaller(request)
    const token = this.readToken(request)
    if (!caller || token === null) return null
    const context = request.context.withCaller(caller)
    if (sessionTokens.isOlderThan(new Date(context.now().getTime() - renewalAgeMs), token))
      this.startSession(reply, (await sessionService.renew(context)).token)
    return sessionTokens.issuePageToken(token)
  }

  /**
   * Who is logged in; null when nobody is logged in, and after the end of the session. Throws while the database does
   * not answer.
   */
  async findCaller(request: FastifyRequest): Promise<AuthenticatedCaller | null> {
    const token = this.readToken(request)
    return token === null ? null : this.readCaller(token)
  }

  /** The account of the token of a session; null when the token is not valid or the account is suspended. Throws like `findCaller`. */
  async readCaller(token: string): Promise<AuthenticatedCaller | null> {
    const { sessionTokens, authenticator } = this.dependencies
    const caller = await authenticator.readCaller(sessionTokens, token)
    // The token of a page must not become a cookie, which would be renewed.
    if (caller.kind === 'account') return caller.isPageToken ? null : caller
    if (caller.kind === 'anonymous' || caller.error.status < 500) return null
    throw caller.error
  }

  /** A request that was refused at once has no cookies yet, and the page that says so shows nobody. */
  private readToken({ cookies }: Partial<Pick<FastifyRequest, 'cookies'>>): string | null {
    const token = cookies?.[this.sessionCookie]
    return token && this.dependencies.sessionTokens.canRead(token) ? token : null
  }
}
