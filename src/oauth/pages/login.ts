import { html } from 'ghtml'
import { type Page, page } from '../../server/page.ts'
import { formPolicy } from './form.policy.ts'

export interface LoginPageOptions {
  readonly appName: string
  readonly token: string
  /** What to begin the e-mail field with. */
  readonly email?: string
  /** What went wrong with the last try. */
  readonly alarm?: LoginAlarm
}

export type LoginAlarm = 'wrong' | 'throttled'

const alarms: Readonly<Record<LoginAlarm, { status: number; words: string }>> = {
  wrong: { status: 401, words: 'The e-mail address or the password is not right. Check both and try again.' },
  throttled: { status: 429, words: 'That was too many tries. Please wait a few minutes, then try again.' },
}

/** First page of an authorization: who are you? Status 200, 401 after a wrong password, 429 after too many. */
export function loginPage({ appName, token, email = '', alarm }: LoginPageOptions): Page {
  const failed = alarm && alarms[alarm]
  // After a refusal the password is the thing to do, and a screen reader then begins with what went wrong.
  const described = failed ? ' aria-invalid="true" aria-describedby="alarm"' : ''
  const focus = { email: email === '' ? ' autofocus' : '', password: email === '' ? '' : ' autofocus' }
  return page({
    status: failed?.status ?? 200,
    title: failed ? 'Try again: log in' : 'Log in',
    csp: formPolicy,
    body: html`<h1>Log in to go on</h1>
<p>The application <strong dir="auto">${appName}</strong> would like access to your account. Log in to see what it asks for.</p>
<form method="post">
<input type="hidden" name="token" value="${token}">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required value="${email}"!${focus.email}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required!${focus.password}!${described}>
!${failed && html`<p class="alarm" id="alarm" role="alert">${failed.words}</p>`}
<button name="act" value="login">Log in</button>
<button class="quietly" name="act" value="deny" formnovalidate>Cancel</button>
</form>`,
  })
}
