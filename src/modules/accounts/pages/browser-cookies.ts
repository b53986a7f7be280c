import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../../platform/auth/caller.ts'
import type { Authenticator } from '../../../platform/http/authenticator.ts'
import type { FormTokens } from '../../../platform/web/form-tokens.ts'
import type { SessionTokens } from '../sessions/session-tokens.ts'

const sessionCookie = 'tack_session'
const formCookie = 'tack_form'
const sessionSeconds = 24 * 3600

/**
 * The cookies of the account pages. The API never reads them, so a page of another site cannot use them for a request to
 * it, and they are sent to `/account` alone.
 */
export class BrowserCookies {
  private readonly options: object

  constructor(
    publicUrl: string,
    private readonly formTokens: FormTokens,
    private readonly sessionTokens: SessionTokens,
    private readonly authenticator: Pick<Authenticator, 'readCaller'>,
  ) {
    const { protocol, pathname } = new URL(publicUrl)
    const path = `${pathname.replace(/\/$/, '')}/account`
    this.options = { path, httpOnly: true, sameSite: 'lax', secure: protocol === 'https:' }
  }

  /** A CSRF token for a form on the page that is sent, valid in this browser. */
  issueFormToken({ cookies }: FastifyRequest, reply: FastifyReply): string {
    const known = cookies[formCookie]
    const id = known && /^[\w-]{22}$/.test(known) ? known : randomBytes(16).toString('base64url')
    if (id !== known) reply.setCookie(formCookie, id, this.options)
    return this.formTokens.issue(id)
  }

  isFormTokenValid({ cookies }: FastifyRequest, token: string): boolean {
    const id = cookies[formCookie]
    return id !== undefined && this.formTokens.isValid(id, token)
  }

  startSession(reply: FastifyReply, token: string): void {
    reply.setCookie(sessionCookie, token, { ...this.options, maxAge: sessionSeconds })
  }

  endSession(reply: FastifyReply): void {
    reply.clearCookie(sessionCookie, this.options)
  }

  /** Who is logged in; null for nobody, and after the end of the session. Throws while the database does not answer. */
  async findCaller({ cookies }: FastifyRequest): Promise<Caller | null> {
    const token = cookies[sessionCookie]
    if (!token || !this.sessionTokens.canRead(token)) return null
    const caller = await this.authenticator.readCaller(this.sessionTokens, token)
    if (caller.kind !== 'invalid') return caller
    if (caller.error.status === 401) return null
    throw caller.error
  }
}
