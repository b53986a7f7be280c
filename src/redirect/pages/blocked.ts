import { html } from 'ghtml'
import { type Page, page } from '../../server/page.ts'

/** Status 403. `contact` is the operator's e-mail or web address for appeals, or null when none is configured. */
export function blockedPage(contact: string | null): Page {
  return page({
    status: 403,
    title: 'This link has been switched off',
    body: html`<h1>This link has been switched off</h1>
<p>It was reported to us as harmful, so it no longer opens. You can safely close this page.</p>
<p class="next">Is it your link, and is this a mistake? !${appeal(contact)}</p>`,
  })
}

function appeal(contact: string | null): string {
  if (contact === null) return html`Ask the people who run this service to look at it again.`
  return html`Write to !${reachable(contact)} with the full address of the link, and we will look at it again.`
}

function reachable(contact: string): string {
  if (/^https?:\/\//i.test(contact)) return html`<a href="${contact}">${contact.replace(/^https?:\/\//i, '')}</a>`
  if (/^[^\s@:/?#]+@[^\s@:/?#]+$/.test(contact)) return html`<a href="mailto:${contact}">${contact}</a>`
  return html`${contact}`
}
