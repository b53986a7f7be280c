import { html } from 'ghtml'
import type { Language, Translations } from '../../platform/web/language.ts'
import { type Page, renderPage } from '../../platform/web/page.ts'
import { type FormError, formErrorTexts } from './form-errors.ts'

/** Texts of the home page, in the order of the page. */
const english = {
  heading: 'Short links, counted honestly',
  lead: 'Paste a long address and get a short one to share. No account needed.',
  address: 'Long address',
  customCode: 'Ending of your choice (optional)',
  customCodeHint: '5 to 64 letters, digits and dashes. Left empty, we choose one.',
  shorten: 'Shorten',
  terms: 'The short link works for 7 days.',
  numbers: 'Tack in numbers',
  links: 'Short links',
  clicks: 'Clicks so far',
  users: 'Accounts',
  active: 'Active in the last 30 days',
  developers: 'For developers',
  reference: 'Reference of the REST API',
  errors: 'All error codes',
  graphqlApi: 'GraphQL API',
}

export const homeTexts: Translations<typeof english> = {
  en: english,
  de: {
    heading: 'Kurze Links, ehrlich gezählt',
    lead: 'Fügen Sie eine lange Adresse ein und teilen Sie eine kurze. Ein Konto brauchen Sie nicht.',
    address: 'Lange Adresse',
    customCode: 'Eigene Endung (optional)',
    customCodeHint: '5 bis 64 Buchstaben, Ziffern und Bindestriche. Bleibt das Feld leer, wählen wir eine.',
    shorten: 'Kürzen',
    terms: 'Der kurze Link gilt 7 Tage.',
    numbers: 'Tack in Zahlen',
    links: 'Kurze Links',
    clicks: 'Klicks bisher',
    users: 'Konten',
    active: 'In den letzten 30 Tagen aktiv',
    developers: 'Für Entwickler',
    reference: 'Referenz der REST-API',
    errors: 'Alle Fehlercodes',
    graphqlApi: 'GraphQL-API',
  },
  fr: {
    heading: 'Des liens courts, comptés honnêtement',
    lead: 'Collez une longue adresse et partagez-en une courte. Aucun compte n’est nécessaire.',
    address: 'Adresse longue',
    customCode: 'Terminaison de votre choix (facultatif)',
    customCodeHint: 'De 5 à 64 lettres, chiffres et tirets. Si le champ reste vide, nous en choisissons une.',
    shorten: 'Raccourcir',
    terms: 'Le lien court fonctionne pendant 7 jours.',
    numbers: 'Tack en chiffres',
    links: 'Liens courts',
    clicks: 'Clics à ce jour',
    users: 'Comptes',
    active: 'Actifs ces 30 derniers jours',
    developers: 'Pour les développeurs',
    reference: 'Référence de l’API REST',
    errors: 'Tous les codes d’erreur',
    graphqlApi: 'API GraphQL',
  },
  es: {
    heading: 'Enlaces cortos, contados con honestidad',
    lead: 'Pegue una dirección larga y comparta una corta. No necesita cuenta.',
    address: 'Dirección larga',
    customCode: 'Terminación a su elección (opcional)',
    customCodeHint: 'De 5 a 64 letras, cifras y guiones. Si deja el campo vacío, elegimos una.',
    shorten: 'Acortar',
    terms: 'El enlace corto funciona durante 7 días.',
    numbers: 'Tack en cifras',
    links: 'Enlaces cortos',
    clicks: 'Clics hasta ahora',
    users: 'Cuentas',
    active: 'Activas en los últimos 30 días',
    developers: 'Para desarrolladores',
    reference: 'Referencia de la API REST',
    errors: 'Todos los códigos de error',
    graphqlApi: 'API de GraphQL',
  },
}

export interface HomePageOptions {
  readonly lang: Language
  /** Null while the statistics are not available. */
  readonly stats: ServiceStats | null
  /** Base of the API, without a trailing slash. */
  readonly publicUrl: string
  /** Keeps the submitted values in the form. */
  readonly formValues?: HomeFormValues | undefined
  readonly error?: FormError | undefined
}

export interface HomeFormValues {
  readonly longUrl: string
  readonly customCode: string
}

interface ServiceStats {
  readonly totalLinks: number
  readonly totalClicks: number
  readonly totalUsers: number
  readonly activeWorkspaces: number
}

const emptyForm: HomeFormValues = { longUrl: '', customCode: '' }

/** The home page: a form that creates a link without an account, statistics, and links for developers. */
export function homePage({ lang, stats, publicUrl, formValues = emptyForm, error }: HomePageOptions): Page {
  const texts = homeTexts[lang]
  return renderPage({
    status: error?.status ?? 200,
    title: error ? `${formErrorTexts[lang].title} – Tack` : `Tack: ${texts.heading}`,
    lang,
    ...(error?.headers && { headers: error.headers }),
    csp: { 'form-action': "'self'" },
    body: html`<h1>${texts.heading}</h1>
<p>${texts.lead} ${texts.terms}</p>
<form method="post">
!${renderUrlField(texts, formValues, error)}
!${renderCodeField(texts, formValues, error)}
!${error && error.field === null ? renderError(error) : ''}
<button>${texts.shorten}</button>
</form>
!${stats ? renderStats(texts, stats, lang) : ''}
!${renderDeveloperLinks(texts, publicUrl)}`,
  })
}

// Not `type="url"`: browsers would reject an address without a scheme, which `FormShortener` adds.
function renderUrlField(texts: typeof english, { longUrl }: HomeFormValues, error: FormError | undefined): string {
  const isWrong = error?.field === 'longUrl'
  return html`<label for="longUrl">${texts.address}</label>
<input id="longUrl" name="longUrl" value="${longUrl}" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="2048" required!${error?.field === 'customCode' ? '' : ' autofocus'}!${isWrong ? ' aria-invalid="true" aria-describedby="alarm"' : ''}>
!${isWrong ? renderError(error) : ''}`
}

function renderCodeField(texts: typeof english, { customCode }: HomeFormValues, error: FormError | undefined): string {
  const isWrong = error?.field === 'customCode'
  return html`<label for="customCode">${texts.customCode}</label>
<input id="customCode" name="customCode" value="${customCode}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="64" aria-describedby="!${isWrong ? 'alarm hint' : 'hint'}"!${isWrong ? ' aria-invalid="true" autofocus' : ''}>
!${isWrong ? renderError(error) : ''}
<p class="hint" id="hint">${texts.customCodeHint}</p>`
}

function renderError({ message }: FormError): string {
  return html`<p class="alarm" id="alarm" role="alert">${message}</p>`
}

function renderStats(texts: typeof english, stats: ServiceStats, lang: Language): string {
  const numberFormat = new Intl.NumberFormat(lang)
  const facts: [string, number][] = [
    [texts.links, stats.totalLinks],
    [texts.clicks, stats.totalClicks],
    [texts.users, stats.totalUsers],
    [texts.active, stats.activeWorkspaces],
  ]
  return html`<section aria-labelledby="numbers">
<h2 id="numbers">${texts.numbers}</h2>
<dl class="facts">
!${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${numberFormat.format(value)}</dd></div>`)}
</dl>
</section>`
}

function renderDeveloperLinks(texts: typeof english, publicUrl: string): string {
  return html`<section aria-labelledby="developers">
<h2 id="developers">${texts.developers}</h2>
<ul>
<li><a href="${publicUrl}/docs">${texts.reference}</a></li>
<li><a href="${publicUrl}/docs/errors">${texts.errors}</a></li>
<li><a href="${publicUrl}/graphql">${texts.graphqlApi}</a></li>
</ul>
</section>`
}
