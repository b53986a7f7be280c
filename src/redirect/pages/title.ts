import { html } from 'ghtml'
import { type Page, page } from '../../server/page.ts'

/**
 * Status 200, for robots on a link with a click limit: its title, and no destination, since whoever receives the
 * destination has used up a click.
 */
export function titlePage(title: string): Page {
  return page({
    status: 200,
    title,
    body: html`<h1 dir="auto">${title}</h1>
<p>This link opens only a limited number of times, so automatic visitors are not sent on.</p>
<p class="next">If you are a person, open the link in your usual browser.</p>`,
  })
}
