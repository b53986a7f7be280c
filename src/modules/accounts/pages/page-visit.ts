import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../../platform/web/language.ts'
import type { Page } from '../../../platform/web/page.ts'
import type { FormPageOptions } from './account-pages.ts'

/** One request for a page. */
export interface PageVisit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly lang: Language
  query(name: string): string
  /** The options of a page with a form. */
  form(): FormPageOptions
  /** The location is relative, because a proxy may serve the pages under a path. */
  redirect(location: string): FastifyReply
}

export interface PageRoute {
  readonly url: string
  show(visit: PageVisit): Promise<Page | FastifyReply>
  /** Handles the form, whose CSRF token is valid. */
  submit(visit: PageVisit): Promise<Page | FastifyReply>
}
