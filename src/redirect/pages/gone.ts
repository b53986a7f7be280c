import { html } from 'ghtml'
import { type Page, page } from '../../server/page.ts'

/** Status 410: past its date or its click limit. The visitor is not told which, nor where it led. */
export function expiredPage(): Page {
  return page({
    status: 410,
    title: 'This link has run out',
    body: html`<h1>This link has run out</h1>
<p>It was made for a limited time or a limited number of visits, and that limit has been reached.</p>
<p class="next">Still need it? Ask whoever shared it with you for a new link.</p>`,
  })
}
