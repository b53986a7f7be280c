import type { FastifyReply, FastifyRequest } from 'fastify'
import { StepUpRequired } from '../../../../platform/auth/auth.errors.ts'
import { toServiceError } from '../../../../platform/graphql/error-formatting.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Language } from '../../../../platform/web/language.ts'
import type { Page } from '../../../../platform/web/page.ts'
import type { FormPageOptions } from './form-pages.ts'

/** One request for a page. */
export interface PageVisit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly lang: Language
  /** The query with its question mark, or an empty text. */
  readonly search: string
  query(name: string): string
  /** The page to which a login or registration leads back, relative to the login; null without such a page. */
  readonly next: string | null
  /** The request with the rights of the logged-in person; undefined when nobody is logged in. */
  findContext(): Promise<RequestContext | undefined>
  /** The options of a page with a form, which is of this account if one is given. */
  form(accountId?: string): FormPageOptions
  /** Whether the form that was sent is of this account. Another one may have logged in since the page was opened, in another tab. */
  isFormOf(accountId: string): boolean
}

/**
 * A 303. A reply of Fastify would not do: it is thenable, so `await` would wait until it is sent, and return undefined.
 */
export interface PageRedirect {
  readonly location: string
}

export type PageAnswer = Page | PageRedirect

/** The location is relative, because a proxy may serve the pages under a path. */
export function redirectTo(location: string): PageRedirect {
  return { location }
}

export interface PageRoute {
  /** Below `/account`. */
  readonly url: string
  show(visit: PageVisit): Promise<PageAnswer>
  /** Handles the form, whose CSRF token is valid. Null for a form of another account. */
  submit?(visit: PageVisit): Promise<PageAnswer | null>
}

interface AccountPageRoute {
  readonly url: string
  /** Where the login leads back to, as `readNext` accepts it; without it, to the console. */
  readonly next?: string
  /** The context has the rights of the person. */
  show(visit: PageVisit, context: RequestContext): Promise<PageAnswer>
  submit(visit: PageVisit, context: RequestContext): Promise<PageAnswer>
}

/**
 * A page for people who are logged in. Others are sent to the login. What needs a new proof of identity leads to the page that asks
 * for it, which leads back. A form is for the account that its page was opened with.
 */
export function accountPage({ url, next, show, submit }: AccountPageRoute): PageRoute {
  const loginPath = next === undefined ? 'login' : `login?next=${next}`
  const withContext =
    <Answer>(answer: (visit: PageVisit, context: RequestContext) => Promise<Answer>) =>
    async (visit: PageVisit) => {
      const context = await visit.findContext()
      if (!context) return redirectTo(loginPath)
      const form = () => visit.form(context.accountId)
      try {
        return await answer({ ...visit, form }, context)
      } catch (error) {
        if (!isStepUpRequired(error)) throw error
        return redirectTo(next === undefined ? 'prove' : `prove?next=${next}`)
      }
    }
  return {
    url,
    show: withContext((visit, context) => show(visit, context)),
    submit: withContext(async (visit, context) => (visit.isFormOf(context.accountId) ? submit(visit, context) : null)),
  }
}

/** Whether an error asks for a new proof of identity. */
export function isStepUpRequired(error: unknown): boolean {
  return toServiceError(error) instanceof StepUpRequired
}

/** The query of a login or registration that fills in an e-mail address and leads back to a page. */
export function returnQuery(next: string, email: string): string {
  return `?${new URLSearchParams({ next, email })}`
}

/** A page of the folder `/account` with the token of a link, which a login leads back to. */
export function toLinkPath(page: string, token: string): string {
  return `${page}?${new URLSearchParams({ token })}`
}

/** A page of the folder `/account` with a form that needs a proof of identity, or with its token. */
const pageOfAccount = /^(?:security|identities|email|delete|archive|[a-z]+\?token=[\w-]{1,128})$/

/** A page of the console with its query. No segment of the path leads upwards. */
const consolePage = /^\.\.\/app(?:\/(?!\.|%2e)[\w.~%+@:-]+)*\/?(?:\?[\w.~!$'()*+,;:@/?%=&-]*)?$/i

/** Accepts only those pages, relative to the login, so that no link leads to another site. */
export function readNext(text: string): string | null {
  if (text.length > 2048) return null
  return pageOfAccount.test(text) || consolePage.test(text) ? text : null
}
