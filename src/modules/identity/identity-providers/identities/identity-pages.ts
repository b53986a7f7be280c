import { html } from 'ghtml'
import { formatDay, type Language } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
import {
  type AccountIdentity,
  type FormPageOptions,
  type LoginProvider,
  renderActForm,
  renderAlarm,
  renderFormPage,
} from '../../accounts/index.ts'

export interface IdentitiesPageOptions {
  readonly identities: readonly AccountIdentity[]
  /** The providers that can be connected. */
  readonly connectable: readonly LoginProvider[]
  readonly hasProviders: boolean
  readonly problem?: IdentityProblem | undefined
}

/** Why an identity is not removed. */
export type IdentityProblem = 'onlyWay' | 'missing'

const problemStatuses: Readonly<Record<IdentityProblem, number>> = { onlyWay: 409, missing: 404 }

/** The identity providers of an account. */
export function identitiesPage(
  { lang, token }: FormPageOptions,
  { identities, connectable, hasProviders, problem }: IdentitiesPageOptions,
): Page {
  const t = translator(lang)
  const renderAct = (name: string, value: string, act: string, label: string) =>
    renderActForm(token, act, label, { field: { name, value } })
  return renderFormPage(lang, {
    status: problem ? problemStatuses[problem] : 200,
    title: t('page.identities.title'),
    body: html`<h1>${t('page.identities.title')}</h1>
<p>${hasProviders ? t('page.identities.lead') : t('page.identities.unavailable')}</p>
!${problem ? renderAlarm(t(`page.identities.errors.${problem}`)) : ''}
!${
      identities.length === 0
        ? hasProviders
          ? html`<p>${t('page.identities.none')}</p>`
          : ''
        : html`<dl class="facts">
!${identities.map(renderIdentity)}</dl>`
    }
!${connectable.map(({ id, name }) => renderAct('provider', id, 'connect', t('page.identities.connect', { name })))}
<p class="next link"><a href="../app/settings/account">${t('page.identities.back')}</a></p>`,
  })

  function renderIdentity({ id, providerName, email, createdAt }: AccountIdentity): string {
    return html`<div><dt>${providerName}</dt><dd>${email ?? ''}<small>${t('page.identities.since', { day: formatDay(lang, createdAt) })}</small>!${renderAct('identity', id, 'remove', t('page.identities.remove'))}</dd></div>
`
  }
}

/** Leads to a provider after a form, which may not redirect to another host (`formPolicy`). */
export function goToProviderPage(
  lang: Language,
  name: string,
  address: string,
  reason: 'goingLead' | 'loggedOut' = 'goingLead',
): Page {
  const t = translator(lang)
  const title = t('page.identities.going', { name })
  return renderPage({
    status: 200,
    lang,
    title: `${title} – Tack`,
    headers: { refresh: `0; url=${address}` },
    body: html`<h1>${title}</h1>
<p>${t(`page.identities.${reason}`)}</p>
<a class="button" href="${address}">${t('page.identities.go')}</a>`,
  })
}
