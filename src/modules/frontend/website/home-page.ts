import { html } from 'ghtml'
import { renderIcon } from '../../../platform/web/icons.ts'
import type { Language } from '../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../platform/web/page.ts'
import { type FormError, formErrorTexts } from './form-errors.ts'
import { homeStyle } from './home-style.ts'
import { type HomeTexts, homeTexts, type Offer } from './home-texts.ts'
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
  const texts = homeTexts[lang]
  return renderPage({
    status: error?.status ?? 200,
    title: error ? `${formErrorTexts[lang].title} – Tack` : `Tack: ${texts.heading}`,
    lang,
    ...(error?.headers && { headers: error.headers }),
    csp: { 'form-action': "'self'" },
    head: renderSocialCard(texts, publicUrl),
    style: homeStyle,
    navigation: renderNavigation(texts, options),
    footer: renderFooter(texts, publicUrl),
    body: html`<div>
<h1>${texts.heading}</h1>
<p class="lead">${texts.lead}</p>
<form class="panel" method="post">
!${renderUrlField(texts, formValues, error)}
!${renderCodeField(texts, formValues, error)}
!${error && error.field === null ? renderError(error) : ''}
<button>${texts.shorten}</button>
<p class="hint">${ownerName === null ? texts.terms : texts.ownTerms}</p>
</form>
</div>
<section class="panel" aria-labelledby="offers">
<h2 id="offers">${texts.account}</h2>
<ul class="offers">
!${texts.offers.map(renderOffer)}
</ul>
!${
      ownerName === null
        ? html`<a class="button secondary" href="${publicUrl}/account/register">${texts.register}</a>`
        : html`<a class="button secondary" href="${publicUrl}/app">${texts.workspace(ownerName)}</a>`
    }
</section>
!${renderConsole(texts)}
!${stats && stats.totalLinks >= minLinksShown ? renderStats(texts, stats, lang) : ''}`,
  })
}

function renderNavigation(texts: HomeTexts, { publicUrl, ownerName }: HomePageOptions): string {
  return html`<nav aria-label="${texts.navigation}">
<a href="${publicUrl}/docs">API</a>
!${
    ownerName === null
      ? html`<a href="${publicUrl}/account/login">${texts.logIn}</a>`
      : html`<a href="${publicUrl}/app" dir="auto">${texts.workspace(ownerName)}</a>`
  }
</nav>`
}

// Not `type="url"`: browsers would reject an address without a scheme, which `FormShortener` adds.
function renderUrlField(texts: HomeTexts, { longUrl }: HomeFormValues, error: FormError | undefined): string {
  const isWrong = error?.field === 'longUrl'
  return html`<label for="longUrl">${texts.address}</label>
<input id="longUrl" name="longUrl" value="${longUrl}" placeholder="${texts.placeholder}" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="2048" required!${error?.field === 'customCode' ? '' : ' autofocus'}!${isWrong ? ' aria-invalid="true" aria-describedby="alarm"' : ''}>
!${isWrong ? renderError(error) : ''}`
}

function renderCodeField(texts: HomeTexts, { customCode }: HomeFormValues, error: FormError | undefined): string {
  const isWrong = error?.field === 'customCode'
  return html`<label for="customCode">${texts.customCode}</label>
<input id="customCode" name="customCode" value="${customCode}" placeholder="${texts.codePlaceholder}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="256" aria-describedby="!${isWrong ? 'alarm hint' : 'hint'}"!${isWrong ? ' aria-invalid="true" autofocus' : ''}>
!${isWrong ? renderError(error) : ''}
<p class="hint" id="hint">${texts.customCodeHint}</p>`
}

function renderError({ message }: FormError): string {
  return html`<p class="alarm" id="alarm" role="alert">${message}</p>`
}

function renderOffer({ icon, title, text }: Offer): string {
  return html`<li>!${renderIcon(icon)}<h3>${title}</h3><p>${text}</p></li>`
}

function renderConsole({ console, consoleText, consolePicture }: HomeTexts): string {
  return html`<section class="wide" aria-labelledby="console">
<h2 id="console">${console}</h2>
<p class="lead">${consoleText}</p>
<picture>
<source srcset="/console-dark.webp" media="(prefers-color-scheme: dark)">
<img class="shot" src="/console-light.webp" width="1280" height="860" loading="lazy" alt="${consolePicture}">
</picture>
</section>`
}

function renderStats(texts: HomeTexts, stats: ServiceStats, lang: Language): string {
  const numberFormat = new Intl.NumberFormat(lang)
  const facts: [string, number][] = [
    [texts.links, stats.totalLinks],
    [texts.clicks, stats.totalClicks],
    [texts.users, stats.totalUsers],
    [texts.active, stats.activeWorkspaces],
  ]
  return html`<section class="wide" aria-labelledby="numbers">
<h2 id="numbers">${texts.numbers}</h2>
<dl class="numbers">
!${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${numberFormat.format(value)}</dd></div>`)}
</dl>
</section>`
}

function renderFooter(texts: HomeTexts, publicUrl: string): string {
  return html`<footer class="bottom">
<ul>
<li><a href="${publicUrl}/docs">${texts.reference}</a></li>
<li><a href="${publicUrl}/docs/errors">${texts.errors}</a></li>
<li><a href="${publicUrl}/graphql">${texts.graphqlApi}</a></li>
<li><a href="/report">${texts.report}</a></li>
</ul>
</footer>`
}
