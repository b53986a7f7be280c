import { html } from 'ghtml'
import { translateDevice } from '../../../../platform/web/device-names.ts'
import { formatInstant } from '../../../../platform/web/language.ts'
import { translator } from '../../../../platform/web/texts.ts'
import { type FormPageOptions, renderActForm } from '../pages/form-pages.ts'
import type { Session } from './session.entity.ts'

/** A session, and whether it belongs to the browser that asks. */
export type ListedSession = Session & { readonly isCurrent: boolean }

interface SessionListOptions {
  readonly sessions: readonly ListedSession[]
  /** Whether countries come from the file of DB-IP, which wants to be named. */
  readonly hasBundledCountries: boolean
}

/** The sessions of an account, each with its device, its country and a form that ends it. */
export function renderSessions(
  { lang, token }: FormPageOptions,
  { sessions, hasBundledCountries }: SessionListOptions,
): string {
  const t = translator(lang)
  const countries = new Intl.DisplayNames(lang, { type: 'region' })
  const namesSource = hasBundledCountries && sessions.some(({ country }) => country !== null)
  return html`<dl class="facts">
!${sessions.map(renderSession)}</dl>
!${namesSource ? html`<p class="fine"><a href="https://db-ip.com" rel="noreferrer">${t('page.secondFactor.security.countrySource')}</a></p>` : ''}`

  function renderSession({ id, device, country, createdAt, signInMethods, isCurrent }: ListedSession): string {
    const name = device === null ? t('page.secondFactor.security.unknownDevice') : translateDevice(lang, device)
    const place = country === null ? t('page.secondFactor.security.unknownCountry') : countries.of(country)
    const proofs = signInMethods.map((method) => t(`page.secondFactor.security.proven.${method}`)).join(', ')
    const field = { name: 'session', value: id }
    const end = renderActForm(token, 'end', t('page.secondFactor.security.end'), { field, about: name })
    return html`<div><dt>${name}!${isCurrent ? html` <strong>(${t('page.secondFactor.security.current')})</strong>` : ''}</dt><dd>${place}<small>${formatInstant(lang, createdAt)}</small><small>${proofs}</small>!${end}</dd></div>
`
  }
}
