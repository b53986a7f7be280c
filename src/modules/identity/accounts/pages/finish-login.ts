import type { BrowserCookies } from './browser-cookies.ts'
import { type PageRedirect, type PageVisit, redirectTo } from './page-visit.ts'

/** The page about members from before, which comes after the first proof of an address and leads on. Relative to the login, like `next`. */
export function earlierMembersPath(next: string): string {
  return `members?${new URLSearchParams({ next })}`
}

/** Gives the browser its session, and leads on. */
export async function finishLogin(cookies: BrowserCookies, visit: PageVisit, token: string): Promise<PageRedirect> {
  cookies.startSession(visit.reply, token)
  const caller = await cookies.readCaller(token)
  // An account that is being deleted can only be kept, by a button of the overview.
  return redirectTo(visit.next ?? (caller?.isBeingDeleted ? 'overview' : '../app'))
}
