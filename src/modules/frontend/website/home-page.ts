import { html } from 'ghtml'
import { renderIcon } from '../../../platform/web/icons.ts'
import type { Language } from '../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../platform/web/page.ts'
import { type Translator, translator } from '../../../platform/web/texts.ts'
import type { FormError } from './form-errors.ts'
import { homeStyle } from './home-style.ts'
import { renderSocialCard } from './social-card.ts'

export interface HomePageOptions {
  readonly lang: Language
  /** Null while the statistics are not available. */
  readonly stats: ServiceStats | null
  /** Base of the API, without a trailing slash. */
  readonly publicUrl: string
  /** The name of the logged-in person; null when nobody is logged in. */
  readonly ownerName: string | null
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

/** The least number of links to show: fewer links say more about the age of an installation than about its use. */
const minLinksShown = 1000

const emptyForm: HomeFormValues = { longUrl: '', customCode: '' }

/** The home page: a form that creates a link without an account, what an account offers, and links for developers. */
export function homePage(options: HomePageOptions): Page {
  const { lang, stats, publicUrl, ownerName, formValues = emptyForm, error } = options
  const t = translator(lang)
  return renderPage({
    status: error?.status ?? 200,
    title: error ? `${t('page.formError.title')} – Tack` : `Tack: ${t('page.home.heading')}`,
    lang,
    ...(error?.headers && { headers: error.headers }),
    csp: { 'form-action': "'self'" },
    head: renderSocialCard({ heading: t('page.home.heading'), lead: t('page.home.lead') }, publicUrl),
    style: homeStyle,
    navigation: renderNavigation(t, options),
    footer: renderFooter(t, publicUrl),
    body: html`<div>
<h1>${t('page.home.heading')}</h1>
<p class="lead">${t('page.home.lead')}</p>
<form class="panel" method="post">
!${renderUrlField(t, formValues, error)}
!${renderCodeField(t, formValues, error)}
!${error && error.field === null ? renderError(error) : ''}
<button>${t('page.home.shorten')}</button>
<p class="hint">${ownerName === null ? t('page.home.terms') : t('page.home.ownTerms')}</p>
</form>
</div>
<section class="panel" aria-labelledby="offers">
<h2 id="offers">${t('page.home.account')}</h2>
<ul class="offers">
!${offers.map((each) => renderOffer(t, each))}
</ul>
!${
      ownerName === null
        ? html`<a class="button secondary" href="${publicUrl}/account/register">${t('page.home.register')}</a>`
        : html`<a class="button secondary" href="${publicUrl}/app">${nameWorkspace(t, ownerName)}</a>`
    }
</section>
!${renderConsole(t)}
!${stats && stats.totalLinks >= minLinksShown ? renderStats(t, stats, lang) : ''}`,
  })
}

function renderNavigation(t: Translator, { publicUrl, ownerName }: HomePageOptions): string {
  return html`<nav aria-label="${t('page.home.navigation')}">
<a href="${publicUrl}/docs">API</a>
!${
    ownerName === null
      ? html`<a href="${publicUrl}/account/login">${t('page.home.logIn')}</a>`
      : html`<a href="${publicUrl}/app" dir="auto">${nameWorkspace(t, ownerName)}</a>`
  }
</nav>`
}

// Not `type="url"`: browsers would reject an address without a scheme, which `FormShortener` adds.
function renderUrlField(t: Translator, { longUrl }: HomeFormValues, error: FormError | undefined): string {
  const isWrong = error?.field === 'longUrl'
  return html`<label for="longUrl">${t('page.home.address')}</label>
<input id="longUrl" name="longUrl" value="${longUrl}" placeholder="${t('page.home.placeholder')}" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="2048" required!${error?.field === 'customCode' ? '' : ' autofocus'}!${isWrong ? ' aria-invalid="true" aria-describedby="alarm"' : ''}>
!${isWrong ? renderError(error) : ''}`
}

function renderCodeField(t: Translator, { customCode }: HomeFormValues, error: FormError | undefined): string {
  const isWrong = error?.field === 'customCode'
  return html`<label for="customCode">${t('page.home.customCode')}</label>
<input id="customCode" name="customCode" value="${customCode}" placeholder="${t('page.home.codePlaceholder')}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="256" aria-describedby="!${isWrong ? 'alarm hint' : 'hint'}"!${isWrong ? ' aria-invalid="true" autofocus' : ''}>
!${isWrong ? renderError(error) : ''}
<p class="hint" id="hint">${t('page.home.customCodeHint')}</p>`
}

/** French writes `d’Ada`, but `de Grace`. */
function nameWorkspace(t: Translator, name: string): string {
  const startsWithVowel = /^[aeiouyàâéèêîôh]/i.test(name)
  return t(startsWithVowel ? 'page.home.workspaceOfVowel' : 'page.home.workspace', { name })
}

function renderError({ message }: FormError): string {
  return html`<p class="alarm" id="alarm" role="alert">${message}</p>`
}

/** The features of an account, each with its icon. */
const offers = ['link', 'chart', 'qr', 'code'] as const

function renderOffer(t: Translator, offer: (typeof offers)[number]): string {
  const [title, text] = [t(`page.home.offers.${offer}.title`), t(`page.home.offers.${offer}.text`)]
  return html`<li>!${renderIcon(offer)}<h3>${title}</h3><p>${text}</p></li>`
}

function renderConsole(t: Translator): string {
  return html`<section class="wide" aria-labelledby="console">
<h2 id="console">${t('page.home.console')}</h2>
<p class="lead">${t('page.home.consoleText')}</p>
<picture>
<source srcset="/console-dark.webp" media="(prefers-color-scheme: dark)">
<img class="shot" src="/console-light.webp" width="1280" height="860" loading="lazy" alt="${t('page.home.consolePicture')}">
</picture>
</section>`
}

function renderStats(t: Translator, stats: ServiceStats, lang: Language): string {
  const numberFormat = new Intl.NumberFormat(lang)
  const facts: [string, number][] = [
    [t('page.home.links'), stats.totalLinks],
    [t('page.home.clicks'), stats.totalClicks],
    [t('page.home.users'), stats.totalUsers],
    [t('page.home.active'), stats.activeWorkspaces],
  ]
  return html`<section class="wide" aria-labelledby="numbers">
<h2 id="numbers">${t('page.home.numbers')}</h2>
<dl class="numbers">
!${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${numberFormat.format(value)}</dd></div>`)}
</dl>
</section>`
}

function renderFooter(t: Translator, publicUrl: string): string {
  return html`<footer class="bottom">
<ul>
<li><a href="${publicUrl}/docs">${t('page.home.reference')}</a></li>
<li><a href="${publicUrl}/docs/errors">${t('page.home.errors')}</a></li>
<li><a href="${publicUrl}/graphql">${t('page.home.graphqlApi')}</a></li>
<li><a href="/report">${t('page.home.report')}</a></li>
</ul>
</footer>`
}
