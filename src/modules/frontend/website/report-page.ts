import { html } from 'ghtml'
import { renderBadge } from '../../../platform/web/icons.ts'
import type { Language } from '../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../platform/web/page.ts'
import { type Translator, translator } from '../../../platform/web/texts.ts'
import type { AbuseReason } from '../../publishing/links/index.ts'

export type ReportField = 'link' | 'reason' | 'details' | 'email'
export type ReportForm = Readonly<Record<ReportField, string>>

export interface ReportError {
  readonly status: number
  /** The field with the error; null for the form as a whole. */
  readonly field: ReportField | null
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The form that files a report of a link, with what was entered. */
export function reportPage(lang: Language, form: ReportForm, error?: ReportError): Page {
  const t = translator(lang)
  const field = (name: ReportField, label: string, hint: string | null, control: (attributes: string) => string) =>
    renderField({ name, label, hint, error }, control)
  return renderPage({
    status: error?.status ?? 200,
    lang,
    title: error ? `${t('page.report.notSent')} – Tack` : t('page.report.heading'),
    ...(error?.headers && { headers: error.headers }),
    csp: { 'form-action': "'self'" },
    body: html`!${renderBadge('flag')}
<h1>${t('page.report.heading')}</h1>
<p>${t('page.report.lead')}</p>
<form method="post">
!${field('link', t('page.report.link'), t('page.report.linkHint'), (attributes) => html`<input !${attributes} value="${form.link}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="2048" required>`)}
!${field('reason', t('page.report.reason'), null, (attributes) => html`<select !${attributes} required>!${renderReasons(t, form.reason)}</select>`)}
!${field('details', t('page.report.details'), t('page.report.detailsHint'), (attributes) => html`<textarea !${attributes} rows="4" maxlength="1000">${form.details}</textarea>`)}
!${field('email', t('page.report.email'), t('page.report.emailHint'), (attributes) => html`<input !${attributes} type="email" value="${form.email}" autocomplete="email" maxlength="254">`)}
!${error && error.field === null ? renderError(error) : ''}
<button>${t('page.report.send')}</button>
</form>`,
  })
}

interface FieldOptions {
  readonly name: ReportField
  readonly label: string
  readonly hint: string | null
  readonly error: ReportError | undefined
}

/** A control with its label, and with the error and the hint that describe it. */
function renderField({ name, label, hint, error }: FieldOptions, control: (attributes: string) => string): string {
  const isWrong = error?.field === name
  const describedBy = [...(isWrong ? ['alarm'] : []), ...(hint === null ? [] : [`${name}-hint`])].join(' ')
  const attributes = html`id="${name}" name="${name}"!${describedBy && html` aria-describedby="${describedBy}"`}!${isWrong ? ' aria-invalid="true" autofocus' : ''}`
  return html`<label for="${name}">${label}</label>
!${control(attributes)}
!${isWrong ? renderError(error) : ''}
!${hint === null ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}`
}

/** What can be wrong with a link, in the order of the form. */
export const reportReasons: readonly AbuseReason[] = ['phishing', 'malware', 'spam', 'illegal', 'other']

function renderReasons(t: Translator, selected: string): string {
  const options = reportReasons.map((reason) => {
    const state = reason === selected ? ' selected' : ''
    return html`<option value="${reason}"!${state}>${t(`page.report.reasons.${reason}`)}</option>`
  })
  return html`<option value="">${t('page.report.choose')}</option>!${options}`
}

function renderError({ message }: ReportError): string {
  return html`<p class="alarm" id="alarm" role="alert">${message}</p>`
}

/** Status 200, after a report. The page is the same whether the link exists or not. */
export function reportSentPage(lang: Language): Page {
  const t = translator(lang)
  return renderPage({
    status: 200,
    lang,
    title: t('page.report.sent'),
    body: html`!${renderBadge('check')}
<h1>${t('page.report.sent')}</h1>
<p>${t('page.report.sentWhy')}</p>
<p class="next link"><a href="/report">${t('page.report.another')}</a></p>`,
  })
}
