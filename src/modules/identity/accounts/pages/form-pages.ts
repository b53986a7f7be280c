import { html } from 'ghtml'
import { formPolicy } from '../../../../platform/web/form-tokens.ts'
import type { Language } from '../../../../platform/web/language.ts'
import { type Page, type PageOptions, renderPage } from '../../../../platform/web/page.ts'
import { type FormError, renderAlarm } from './credential-fields.ts'

/** What every page with a form needs. */
export interface FormPageOptions {
  readonly lang: Language
  /** The CSRF token. */
  readonly token: string
}

export function renderTextPage(
  lang: Language,
  { title, lead, ...options }: Pick<PageOptions, 'status' | 'headers' | 'title'> & { readonly lead: string },
  rest: string,
): Page {
  return renderPage({
    ...options,
    lang,
    title: `${title} – Tack`,
    body: html`<h1>${title}</h1>
<p>${lead}</p>
!${rest}`,
  })
}

export function renderFormPage(lang: Language, { status = 200, title, ...options }: Partial<PageOptions>): Page {
  return renderPage({ body: '', ...options, status, title: `${title} – Tack`, lang, csp: formPolicy })
}

export function statusOf(error: FormError | undefined): Pick<PageOptions, 'status' | 'headers'> {
  return error ? { status: error.status, ...(error.headers && { headers: error.headers }) } : { status: 200 }
}

export function renderGeneralError(error: FormError | undefined): string {
  return error && error.field === null ? renderAlarm(error.message) : ''
}

export function renderToken(token: string): string {
  return html`<input type="hidden" name="token" value="${token}">`
}

interface QuestionOptions {
  readonly title: string
  readonly lead: string
  /** What the question is about, as its owner has called it. */
  readonly name?: string
  /** The button that does it. */
  readonly label: string
  readonly act: string
  readonly field?: { readonly name: string; readonly value: string }
  /** The link that does not. */
  readonly keep: string
  readonly keepPath: string
}

/** Asks before an act that cannot be taken back. */
export function questionPage({ lang, token }: FormPageOptions, options: QuestionOptions): Page {
  const { title, lead, name, label, act, field, keep, keepPath } = options
  return renderFormPage(lang, {
    title,
    body: html`<h1>${title}</h1>
!${name === undefined ? '' : html`<p><strong dir="auto">${name}</strong></p>`}
<p>${lead}</p>
!${renderActForm(token, act, label, { isMain: true, ...(field && { field }) })}
<a class="button secondary" href="${keepPath}">${keep}</a>`,
  })
}

interface ActFormOptions {
  readonly isMain?: boolean
  /** What the act is about. */
  readonly field?: { readonly name: string; readonly value: string }
  /** The same in words, for people who hear one button after the other. */
  readonly about?: string
}

/** A form with one button, which is a secondary button unless `isMain`. */
export function renderActForm(
  token: string,
  act: string,
  label: string,
  { isMain = false, field, about }: ActFormOptions = {},
): string {
  return html`<form method="post">
!${renderToken(token)}!${field ? html`<input type="hidden" name="${field.name}" value="${field.value}">` : ''}
<button !${isMain ? '' : 'class="secondary" '}name="act" value="${act}"!${about ? html` aria-label="${label}, ${about}"` : ''}>${label}</button>
</form>`
}
