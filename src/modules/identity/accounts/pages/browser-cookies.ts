import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../../../platform/auth/caller.ts'
import type { Authenticator } from '../../../../platform/http/authenticator.ts'
import type { FormTokens } from '../../../../platform/web/form-tokens.ts'
import type { SessionTokens } from '../sessions/session-tokens.ts'

const sessionSeconds = 24 * 3600

/**
 * The cookies of the account pages. The API never reads them, so a page of another site cannot use them for a request
 * to it. With https, the prefix of their names keeps other hosts from setting them (RFC 6265bis, 4.1.3.2).
 */
export class BrowserCookies {
  private readonly options: object
  private readonly sessionCookie: string
  private readonly formCookie: string

  constructor(
    publicUrl: string,
    private readonly formTokens: FormTokens,
    private readonly sessionTokens: SessionTokens,
    private readonly authenticator: Pick<Authenticator, 'readCaller'>,
  ) {
    const secure = new URL(publicUrl).protocol === 'https:'
    const prefix = secure ? '__Host-' : ''
    this.sessionCookie = `${prefix}tack_session`
    this.formCookie = `${prefix}tack_form`
    this.options = { path: '/', httpOnly: true, sameSite: 'lax', secure }
  }

  /** A CSRF token for a form on the page that is sent, valid in this browser. */
  issueFormToken({ cookies }: FastifyRequest, reply: FastifyReply): string {
    const known = cookies[this.formCookie]
    const id = known && /^[\w-]{22}$/.test(known) ? known : randomBytes(16).toString('base64url')
    if (id !== known) reply.setCookie(this.formCookie, id, this.options)
    return this.formTokens.issue(id)
  }

  isFormTokenValid({ cookies }: FastifyRequest, token: string): boolean {
    const id = cookies[this.formCookie]
    return id !== undefined && this.formTokens.isValid(id, token)
  }

  startSession(reply: FastifyReply, token: string): void {
    reply.setCookie(this.sessionCookie, token, { ...this.options, maxAge: sessionSeconds })
  }

  endSession(reply: FastifyReply): void {
    reply.clearCookie(this.sessionCookie, this.options)
  }

  /**
   * Who is logged in; null when nobody is logged in, and after the end of the session. Throws while the database does
   * not answer.
   */
  async findCaller({ cookies }: FastifyRequest): Promise<Caller | null> {
    const token = cookies[this.sessionCookie]
    if (!token || !this.sessionTokens.canRead(token)) return null
    const caller = await this.authenticator.readCaller(this.sessionTokens, token)
    if (caller.kind !== 'invalid') return caller
    if (caller.error.status === 401) return null
    throw caller.error
  }
}
