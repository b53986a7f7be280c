import { html } from 'ghtml'
import { renderBadge } from '../../../../platform/web/icons.ts'
import type { Language } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { markup, translator } from '../../../../platform/web/texts.ts'
import type { BlockCause } from '../../../publishing/links/index.ts'

export interface BlockedPageOptions {
  readonly blockCause: BlockCause | null
  /** The id of the link, with which reviewers find it and everything about it. */
  readonly reference: string
  /** The operator's e-mail or web address for appeals, or null when none is configured. */
  readonly contact: string | null
}

/**
 * Status 403. It says whether the destination or the link itself is blocked; without a cause, the link itself. Visitors
 * can quote its report number, and a mail to the contact has it in its subject. It does not show the destination.
 */
export function blockedPage(lang: Language, { blockCause, reference, contact }: BlockedPageOptions): Page {
  const t = translator(lang)
  const cause = blockCause ?? 'review'
  const title = t(`page.blocked.${cause}.title`)
  const subject = `${t('page.blocked.number')} ${reference}`
  return renderPage({
    status: 403,
    lang,
    title,
    body: html`!${renderBadge('shield', 'warning')}
<h1>${title}</h1>
<p>${t(`page.blocked.${cause}.why`)}</p>
<p class="next">${t('page.blocked.question')} ${t(`page.blocked.${cause}.remedy`)}</p>
<p class="next">${t('page.blocked.mistake')} !${contact === null ? html`${t('page.blocked.ask')}` : t.html('page.blocked.writeTo', { contact: markup(renderContact(contact, subject)) })}</p>
<p class="fine">${t('page.blocked.number')} <code id="reference">${reference}</code></p>
<p class="link"><a href="/report">${t('page.blocked.report')}</a></p>`,
  })
}

/**
 * The operator's e-mail or web address as a link (an HTML fragment); mails get the subject. Any other text stays text.
 */
export function renderContact(contact: string, subject: string): string {
  if (/^https?:\/\//i.test(contact)) return html`<a href="${contact}">${contact.replace(/^https?:\/\//i, '')}</a>`
  if (/^[^\s@:/?#]+@[^\s@:/?#]+$/.test(contact))
    return html`<a href="mailto:${contact}?subject=${encodeURIComponent(subject)}">${contact}</a>`
  return html`${contact}`
}
