import { html } from 'ghtml'
import { renderBadge } from '../../../platform/web/icons.ts'
import type { Language, Translations } from '../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../platform/web/page.ts'
import type { AbuseReason } from '../../publishing/links/index.ts'

const english = {
  heading: 'Report a short link',
  lead: 'Tell us about a link that does harm. You need no account, and we do not store your IP address.',
  link: 'Short link',
  linkHint: 'The whole short address, or what comes after the slash.',
  reason: 'What is wrong with it?',
  choose: 'Choose a reason',
  reasons: {
    phishing: 'It imitates another site to get passwords or payments',
    malware: 'It spreads harmful software',
    spam: 'It is advertised in unwanted messages',
    illegal: 'Its content is illegal',
    other: 'Another reason',
  } satisfies Readonly<Record<AbuseReason, string>> as Readonly<Record<AbuseReason, string>>,
  details: 'What did you notice? (optional)',
  detailsHint: 'At most 1000 characters. Please do not open the link again for it.',
  email: 'Your e-mail address (optional)',
  emailHint: 'For questions only. The owner of the link does not see it.',
  send: 'Send report',
  sent: 'Thank you',
  sentWhy: 'Your report has been received. If we find the link harmful, we switch it off.',
  another: 'Report another link',
  notSent: 'Not sent yet',
}

export const reportTexts: Translations<typeof english> = {
  en: english,
  de: {
    heading: 'Einen Kurzlink melden',
    lead: 'Melden Sie uns einen Link, der Schaden anrichtet. Sie brauchen kein Konto, und wir speichern Ihre IP-Adresse nicht.',
    link: 'Kurzlink',
    linkHint: 'Die ganze kurze Adresse oder das, was nach dem Schrägstrich steht.',
    reason: 'Was stimmt damit nicht?',
    choose: 'Grund auswählen',
    reasons: {
      phishing: 'Er ahmt eine andere Seite nach, um Passwörter oder Zahlungen zu erlangen',
      malware: 'Er verbreitet Schadsoftware',
      spam: 'Er wird in unerwünschten Nachrichten beworben',
      illegal: 'Sein Inhalt ist rechtswidrig',
      other: 'Ein anderer Grund',
    },
    details: 'Was ist Ihnen aufgefallen? (optional)',
    detailsHint: 'Höchstens 1000 Zeichen. Bitte öffnen Sie den Link dafür nicht noch einmal.',
    email: 'Ihre E-Mail-Adresse (optional)',
    emailHint: 'Nur für Rückfragen. Wem der Link gehört, sieht sie nicht.',
    send: 'Meldung senden',
    sent: 'Vielen Dank',
    sentWhy: 'Ihre Meldung ist angekommen. Wenn der Link Schaden anrichtet, sperren wir ihn.',
    another: 'Einen weiteren Link melden',
    notSent: 'Noch nicht gesendet',
  },
  fr: {
    heading: 'Signaler un lien court',
    lead: 'Signalez-nous un lien nuisible. Aucun compte n’est nécessaire, et nous ne conservons pas votre adresse IP.',
    link: 'Lien court',
    linkHint: 'L’adresse courte entière, ou ce qui suit la barre oblique.',
    reason: 'Quel est le problème\u202f?',
    choose: 'Choisissez un motif',
    reasons: {
      phishing: 'Il imite un autre site pour obtenir des mots de passe ou des paiements',
      malware: 'Il diffuse un logiciel malveillant',
      spam: 'Il est diffusé dans des messages indésirables',
      illegal: 'Son contenu est illicite',
      other: 'Un autre motif',
    },
    details: 'Qu’avez-vous remarqué\u202f? (facultatif)',
    detailsHint: 'Au plus 1000 caractères. Merci de ne pas rouvrir le lien pour cela.',
    email: 'Votre adresse e-mail (facultatif)',
    emailHint: 'Uniquement pour des questions. Le propriétaire du lien ne la voit pas.',
    send: 'Envoyer le signalement',
    sent: 'Merci',
    sentWhy: 'Votre signalement est bien arrivé. Si le lien est nuisible, nous le bloquons.',
    another: 'Signaler un autre lien',
    notSent: 'Pas encore envoyé',
  },
  es: {
    heading: 'Denunciar un enlace corto',
    lead: 'Avísenos de un enlace dañino. No necesita cuenta, y no guardamos su dirección IP.',
    link: 'Enlace corto',
    linkHint: 'La dirección corta completa, o lo que va después de la barra.',
    reason: '¿Qué problema tiene?',
    choose: 'Elija un motivo',
    reasons: {
      phishing: 'Imita otro sitio para obtener contraseñas o pagos',
      malware: 'Difunde software dañino',
      spam: 'Se anuncia en mensajes no deseados',
      illegal: 'Su contenido es ilegal',
      other: 'Otro motivo',
    },
    details: '¿Qué ha observado? (opcional)',
    detailsHint: 'Como máximo 1000 caracteres. No vuelva a abrir el enlace para ello.',
    email: 'Su correo electrónico (opcional)',
    emailHint: 'Solo para preguntas. El dueño del enlace no lo ve.',
    send: 'Enviar denuncia',
    sent: 'Gracias',
    sentWhy: 'Hemos recibido su denuncia. Si el enlace es dañino, lo bloqueamos.',
    another: 'Denunciar otro enlace',
    notSent: 'Aún sin enviar',
  },
}

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
  const texts = reportTexts[lang]
  const field = (name: ReportField, label: string, hint: string | null, control: (attributes: string) => string) =>
    renderField({ name, label, hint, error }, control)
  return renderPage({
    status: error?.status ?? 200,
    lang,
    title: error ? `${texts.notSent} – Tack` : texts.heading,
    ...(error?.headers && { headers: error.headers }),
    csp: { 'form-action': "'self'" },
    body: html`!${renderBadge('flag')}
<h1>${texts.heading}</h1>
<p>${texts.lead}</p>
<form method="post">
!${field('link', texts.link, texts.linkHint, (attributes) => html`<input !${attributes} value="${form.link}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="2048" required>`)}
!${field('reason', texts.reason, null, (attributes) => html`<select !${attributes} required>!${renderReasons(texts, form.reason)}</select>`)}
!${field('details', texts.details, texts.detailsHint, (attributes) => html`<textarea !${attributes} rows="4" maxlength="1000">${form.details}</textarea>`)}
!${field('email', texts.email, texts.emailHint, (attributes) => html`<input !${attributes} type="email" value="${form.email}" autocomplete="email" maxlength="254">`)}
!${error && error.field === null ? renderError(error) : ''}
<button>${texts.send}</button>
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

function renderReasons({ choose, reasons }: typeof english, selected: string): string {
  const options = Object.entries(reasons).map(
    ([value, text]) => html`<option value="${value}"!${value === selected ? ' selected' : ''}>${text}</option>`,
  )
  return html`<option value="">${choose}</option>!${options}`
}

function renderError({ message }: ReportError): string {
  return html`<p class="alarm" id="alarm" role="alert">${message}</p>`
}

/** Status 200, after a report. The page is the same whether the link exists or not. */
export function reportSentPage(lang: Language): Page {
  const { sent, sentWhy, another } = reportTexts[lang]
  return renderPage({
    status: 200,
    lang,
    title: sent,
    body: html`!${renderBadge('check')}
<h1>${sent}</h1>
<p>${sentWhy}</p>
<p class="next link"><a href="/report">${another}</a></p>`,
  })
}
