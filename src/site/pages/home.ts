import { html } from 'ghtml'
import type { Language } from '../../server/language.ts'
import { type Page, page } from '../../server/page.ts'
import { type HomeTexts, homeTexts } from './home.texts.ts'
import { problemTexts } from './problem.texts.ts'

/** What is wrong with what was sent: a sentence in the language of the page, and the field it is about, if one. */
export interface Problem {
  readonly status: number
  readonly field: 'longUrl' | 'customCode' | null
  readonly sentence: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface HomePageOptions {
  readonly lang: Language
  /** Null when nobody knows them for the moment. */
  readonly figures: Numbers | null
  /** Base of the API, without a trailing slash. */
  readonly publicUrl: string
  /** What was typed, to be typed no second time. */
  readonly typed?: Typed
  readonly problem?: Problem
}

export interface Typed {
  readonly longUrl: string
  readonly customCode: string
}

interface Numbers {
  readonly totalLinks: number
  readonly totalClicks: number
  readonly totalUsers: number
  readonly activeWorkspaces: number
}

const nothing: Typed = { longUrl: '', customCode: '' }

/** What this is, a form that shortens an address for anybody, and what the service holds. */
export function homePage({ lang, figures, publicUrl, typed = nothing, problem }: HomePageOptions): Page {
  const texts = homeTexts[lang]
  return page({
    status: problem?.status ?? 200,
    title: problem ? `${problemTexts[lang].title} – Tack` : `Tack: ${texts.heading}`,
    lang,
    ...(problem?.headers && { headers: problem.headers }),
    csp: { 'form-action': "'self'" },
    body: html`<h1>${texts.heading}</h1>
<p>${texts.lead} ${texts.terms}</p>
<form method="post">
!${addressField(texts, typed, problem)}
!${endingField(texts, typed, problem)}
!${problem && problem.field === null ? alarm(problem) : ''}
<button>${texts.shorten}</button>
</form>
!${figures ? numbers(texts, figures, lang) : ''}
!${developers(texts, publicUrl)}`,
  })
}

// A plain text field: a browser would want the scheme typed that we add ourselves, and say so in words of its own.
function addressField(texts: HomeTexts, { longUrl }: Typed, problem: Problem | undefined): string {
  const isWrong = problem?.field === 'longUrl'
  return html`<label for="longUrl">${texts.address}</label>
<input id="longUrl" name="longUrl" value="${longUrl}" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="2048" required!${problem?.field === 'customCode' ? '' : ' autofocus'}!${isWrong ? ' aria-invalid="true" aria-describedby="alarm"' : ''}>
!${isWrong ? alarm(problem) : ''}`
}

function endingField(texts: HomeTexts, { customCode }: Typed, problem: Problem | undefined): string {
  const isWrong = problem?.field === 'customCode'
  return html`<label for="customCode">${texts.ending}</label>
<input id="customCode" name="customCode" value="${customCode}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="64" aria-describedby="!${isWrong ? 'alarm hint' : 'hint'}"!${isWrong ? ' aria-invalid="true" autofocus' : ''}>
!${isWrong ? alarm(problem) : ''}
<p class="hint" id="hint">${texts.endingHint}</p>`
}

function alarm({ sentence }: Problem): string {
  return html`<p class="alarm" id="alarm" role="alert">${sentence}</p>`
}

function numbers(texts: HomeTexts, figures: Numbers, lang: Language): string {
  const shown = new Intl.NumberFormat(lang)
  const facts: [string, number][] = [
    [texts.links, figures.totalLinks],
    [texts.clicks, figures.totalClicks],
    [texts.users, figures.totalUsers],
    [texts.active, figures.activeWorkspaces],
  ]
  return html`<section aria-labelledby="numbers">
<h2 id="numbers">${texts.numbers}</h2>
<dl class="facts">
!${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${shown.format(value)}</dd></div>`)}
</dl>
</section>`
}

function developers(texts: HomeTexts, publicUrl: string): string {
  return html`<section aria-labelledby="developers">
<h2 id="developers">${texts.developers}</h2>
<ul>
<li><a href="${publicUrl}/docs">${texts.reference}</a></li>
<li><a href="${publicUrl}/docs/errors">${texts.errors}</a></li>
<li><a href="${publicUrl}/graphql">${texts.graph}</a></li>
</ul>
</section>`
}
