import { html } from 'ghtml'
import type { Scope } from '../../access/scopes.ts'
import type { Language } from '../../server/language.ts'
import { type Page, page } from '../../server/page.ts'
import { consentWords } from './consent.words.ts'
import { formPolicy } from './form.policy.ts'
import { scopeWords } from './scope.words.ts'

/** Where the answer is sent to, as a person may know it: a host, or the scheme of an application on the device. */
export type AnswerDestination = { readonly host: string } | { readonly scheme: string }

export interface ConsentPageOptions {
  readonly appName: string
  readonly token: string
  readonly account: { readonly name: string; readonly email: string }
  readonly asked: readonly Scope[]
  readonly destination: AnswerDestination
}

/**
 * Second page of an authorization: may this application do this in your name? The application chose its name, so the name
 * has an edge around it: whatever words it is made of, they are not read as ours.
 */
export function consentPage(lang: Language, { appName, token, account, asked, destination }: ConsentPageOptions): Page {
  const words = consentWords[lang]
  const name = html`<span class="name" dir="auto">${appName}</span>`
  const receiver = 'host' in destination ? html`${destination.host}` : words.onDevice(html`${destination.scheme}`)
  return page({
    status: 200,
    lang,
    title: words.tab,
    csp: formPolicy,
    body: html`<h1>!${words.question(name)}</h1>
<p>!${words.account(html`<strong dir="auto">${account.name}</strong>`, html`${account.email}`)}</p>
<ul>
!${asked.map((scope) => html`<li>${scopeWords[lang][scope]} <small>(${scope})</small></li>`)}
</ul>
<p>!${words.answer(html`<strong>!${receiver}</strong>`)}</p>
<form method="post">
<input type="hidden" name="token" value="${token}">
<button name="act" value="allow">${words.allow}</button>
<button class="quietly" name="act" value="deny">${words.deny}</button>
</form>`,
  })
}
