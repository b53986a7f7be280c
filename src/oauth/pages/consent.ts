import { html } from 'ghtml'
import { type Scope, scopes } from '../../access/scopes.ts'
import { type Page, page } from '../../server/page.ts'
import { formPolicy } from './form.policy.ts'

export interface ConsentPageOptions {
  readonly appName: string
  readonly token: string
  readonly account: { readonly name: string; readonly email: string }
  readonly asked: readonly Scope[]
  /** Where the answer is sent to, as a person may know it. */
  readonly destination: string
}

/**
 * Second page of an authorization: may this application do this in your name? The application chose its name, so the name
 * has an edge around it: whatever words it is made of, they are not read as ours.
 */
export function consentPage({ appName, token, account, asked, destination }: ConsentPageOptions): Page {
  return page({
    status: 200,
    title: 'Allow access to your account?',
    csp: formPolicy,
    body: html`<h1>Allow <span class="name" dir="auto">${appName}</span> access to your account?</h1>
<p>You are logged in as <strong dir="auto">${account.name}</strong> (${account.email}). If you allow it, the application may:</p>
<ul>
!${asked.map((scope) => html`<li>${scopes[scope]} <small>(${scope})</small></li>`)}
</ul>
<p>Your answer is sent to <strong>${destination}</strong>. Access ends after 30 days, or when you withdraw it.</p>
<form method="post">
<input type="hidden" name="token" value="${token}">
<button name="act" value="allow">Allow</button>
<button class="quietly" name="act" value="deny">Do not allow</button>
</form>`,
  })
}
