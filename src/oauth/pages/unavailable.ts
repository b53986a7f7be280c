import { html } from 'ghtml'
import type { Failure } from '../../base/failure.ts'
import { type Page, page } from '../../server/page.ts'

/** For a person, with the status and headers of the failure: something on our side, or too many requests. */
export function unavailablePage({ status, headers }: Failure): Page {
  const title = status === 429 ? 'That was a little fast' : 'This cannot be done for the moment'
  const seconds = Number(headers['retry-after'])
  return page({
    status,
    title,
    headers,
    body: html`<h1>${title}</h1>
<p>${status === 429 ? 'Many requests came from your network in a short time.' : 'Something on our side does not answer.'} Nothing was granted.</p>
<p class="next">${seconds > 0 ? `Wait ${seconds === 1 ? 'one second' : `${seconds} seconds`}, then reload this page.` : 'Please try again later.'}</p>`,
  })
}
