import { html } from 'ghtml'
import { type Page, page } from '../../server/page.ts'

export interface RefusalWords {
  readonly error: string
  readonly error_description?: string | undefined
}

/**
 * Status 400, for a person whom an application sent with a request we cannot trust enough to send them back with an
 * answer. It leads nowhere; the codes are for whoever wrote the application.
 */
export function refusedPage({ error, error_description }: RefusalWords): Page {
  return page({
    status: 400,
    title: 'This request cannot go on',
    body: html`<h1>This request cannot go on</h1>
<p>The application that sent you here asked in a way we cannot answer, or too much time has passed since. Nothing was granted.</p>
<p class="next">Go back to the application and begin again. If that does not help, tell its makers: ${error}${error_description ? `, ${error_description}` : ''}.</p>`,
  })
}

/** Status 400: the page was left open too long, was answered already, or belongs to another browser. */
export function overPage(): Page {
  return page({
    status: 400,
    title: 'This page is no longer valid',
    body: html`<h1>This page is no longer valid</h1>
<p>It was left open too long, was answered already, or was opened in another browser.</p>
<p class="next">Go back to the application and begin again.</p>`,
  })
}
