import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Language } from '../../../../platform/web/language.ts'
import type { Page } from '../../../../platform/web/page.ts'

/** Where a logout leads on, as an address and as a page that goes there. */
export interface LogoutTarget {
  readonly address: string
  showPage(lang: Language): Page
}

export type FindLogoutTarget = (context: RequestContext) => Promise<LogoutTarget | null>
