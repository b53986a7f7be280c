import { html } from 'ghtml'
import type { Language } from '../../server/language.ts'
import { type Page, page } from '../../server/page.ts'
import { formPolicy } from './form.policy.ts'
import { loginWords } from './login.words.ts'

export interface LoginPageOptions {
  readonly appName: string
  readonly token: string
  /** What to begin the e-mail field with. */
  readonly email?: string
  /** What went wrong with the last try. */
  readonly alarm?: LoginAlarm
}

export type LoginAlarm = 'wrong' | 'throttled'

const statuses: Readonly<Record<LoginAlarm, number>> = { wrong: 401, throttled: 429 }

/** First page of an authorization: who are you? Status 200, 401 after a wrong password, 429 after too many. */
export function loginPage(lang: Language, { appName, token, email = '', alarm }: LoginPageOptions): Page {
  const words = loginWords[lang]
  // After a refusal the password is the thing to do, and a screen reader then begins with what went wrong.
  const described = alarm ? ' aria-invalid="true" aria-describedby="alarm"' : ''
  const focus = { email: email === '' ? ' autofocus' : '', password: email === '' ? '' : ' autofocus' }
  return page({
    status: alarm ? statuses[alarm] : 200,
    lang,
    title: alarm ? words.again : words.tab,
    csp: formPolicy,
    body: html`<h1>${words.title}</h1>
<p>!${words.why(html`<strong dir="auto">${appName}</strong>`)}</p>
<form method="post">
<input type="hidden" name="token" value="${token}">
<label for="email">${words.email}</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required value="${email}"!${focus.email}>
<label for="password">${words.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required!${focus.password}!${described}>
!${alarm && html`<p class="alarm" id="alarm" role="alert">${words[alarm]}</p>`}
<button name="act" value="login">${words.logIn}</button>
<button class="quietly" name="act" value="deny" formnovalidate>${words.cancel}</button>
</form>`,
  })
}
