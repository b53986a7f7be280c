import { html } from 'ghtml'
import { type Page, page } from '../../server/page.ts'

/**
 * Status 200, the answer to the last form: goes on by itself, without a script, to where the authorization is completed
 * and the application gets its answer. A redirect would be subject to the form's policy, all the way to wherever the
 * application sends its users next. The link is for browsers that open an application only when somebody asks for it.
 */
export function onwardPage(address: string): Page {
  return page({
    status: 200,
    title: 'Back to the application',
    headers: { refresh: `0; url=${address}` },
    body: html`<h1>Back to the application</h1>
<p>Your answer is on its way.</p>
<a class="button" href="${address}">Go on</a>`,
  })
}
