import { html } from 'ghtml'
import { type Page, page } from '../../server/page.ts'

/** Status 404, the same to the byte for unknown, deleted and disabled links, so that nobody can find out which. */
export function missingPage(): Page {
  return page({
    status: 404,
    title: 'There is no link here',
    body: html`<h1>There is no link here</h1>
<p>The address may have a small typing mistake, or the link is no longer in use.</p>
<p class="next">Check the address letter by letter, or ask whoever shared it with you.</p>`,
  })
}
