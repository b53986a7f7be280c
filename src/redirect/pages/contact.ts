import { html } from 'ghtml'

/** The operator's e-mail or web address as an HTML fragment that leads there; anything else stays words. */
export function contactMarkup(contact: string): string {
  if (/^https?:\/\//i.test(contact)) return html`<a href="${contact}">${contact.replace(/^https?:\/\//i, '')}</a>`
  if (/^[^\s@:/?#]+@[^\s@:/?#]+$/.test(contact)) return html`<a href="mailto:${contact}">${contact}</a>`
  return html`${contact}`
}
