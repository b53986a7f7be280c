import { html } from 'ghtml'
import { type IconName, renderBadge } from '../../../../platform/web/icons.ts'
import { formatInstant, type Language } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
import { waitSentence } from '../../../../platform/web/wait-sentence.ts'
import type { ExpiryReason, Route } from '../../../publishing/links/index.ts'
import type { VisitDecision } from '../visit.service.ts'
import { blockedPage } from './blocked-page.ts'
import { refusedPage } from './refused-page.ts'

/** The state of the link, its reason, and what the visitor can do. */
interface Notice {
  readonly title: string
  readonly why: string
  readonly next: string
}

interface NoticeOptions {
  readonly status: number
  readonly icon: IconName
  readonly headers?: Readonly<Record<string, string>>
  /** Whether nothing else can be done here, so that the page leads to the start page of its host. */
  readonly isDeadEnd?: boolean
}

function noticePage(
  lang: Language,
  { title, why, next }: Notice,
  { icon, isDeadEnd = false, ...options }: NoticeOptions,
): Page {
  return renderPage({
    ...options,
    lang,
    title,
    body: html`!${renderBadge(icon)}
<h1>${title}</h1>
<p>${why}</p>
<p class="next">${next}</p>!${isDeadEnd ? html`<p class="link"><a href="/">${translator(lang)('page.startPage')}</a></p>` : ''}`,
  })
}

/** The page of a blocked, inactive, not yet open or expired link, or for a visitor whom a rule refuses; null for other decisions. */
export function closedLinkPage(
  decision: VisitDecision,
  lang: Language,
  { id, blockCause }: Pick<Route, 'id' | 'blockCause'>,
  abuseContact: string | undefined,
): Page | null {
  switch (decision.kind) {
    case 'blocked':
      return blockedPage(lang, { blockCause, reference: id, contact: abuseContact ?? null })
    case 'inactive':
      return missingPage(lang)
    case 'not started':
      return notYetPage(lang, decision.startsAt)
    case 'expired':
      return expiredPage(lang, decision.reason)
    case 'refused':
      return refusedPage(lang, decision.rule)
    default:
      return null
  }
}

/** Status 404. Unknown, deleted and inactive links get the same bytes, so that visitors cannot distinguish them. */
export function missingPage(lang: Language): Page {
  const t = translator(lang)
  const notice = {
    title: t('page.missingLink.title'),
    why: t('page.missingLink.why'),
    next: t('page.missingLink.next'),
  }
  return noticePage(lang, notice, { status: 404, icon: 'broken', isDeadEnd: true })
}

/** Status 404: the time from which the link is open has not come. The page names it in UTC. */
export function notYetPage(lang: Language, startsAt: Date): Page {
  const t = translator(lang)
  const next = t('page.notYet.next', { when: formatInstant(lang, startsAt) })
  const notice = { title: t('page.notYet.title'), why: t('page.notYet.why'), next }
  return noticePage(lang, notice, { status: 404, icon: 'clock' })
}

/** Status 410: the expiry date has passed, or the click limit is used up. */
export function expiredPage(lang: Language, reason: ExpiryReason): Page {
  const t = translator(lang)
  const icon = reason === 'date' ? 'clock' : 'full'
  const notice = {
    title: t(`page.expired.${reason}.title`),
    why: t(`page.expired.${reason}.why`),
    next: t(`page.expired.${reason}.next`),
  }
  return noticePage(lang, notice, { status: 410, icon, isDeadEnd: true })
}

/** Status 503 with `Retry-After`, for temporary errors of the service. */
export function unavailablePage(lang: Language): Page {
  const t = translator(lang)
  return renderPage({
    status: 503,
    lang,
    title: t('page.unavailable.title'),
    headers: { 'retry-after': '10' },
    // An empty `href` is the address of the page, including its query.
    body: html`!${renderBadge('retry')}
<h1>${t('page.unavailable.title')}</h1>
<p>${t('page.unavailable.why')}</p>
<a class="button" href="">${t('page.unavailable.again')}</a>`,
  })
}

/** Status 429 with `Retry-After`: the network has opened too many links. */
export function tooManyPage(lang: Language, retryAfterSeconds: number): Page {
  const t = translator(lang)
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
  const notice = {
    title: t('page.rateLimit.title'),
    why: t('page.tooManyVisits'),
    next: waitSentence(lang, seconds),
  }
  return noticePage(lang, notice, { status: 429, icon: 'pause', headers: { 'retry-after': String(seconds) } })
}
