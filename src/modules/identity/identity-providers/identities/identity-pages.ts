import { html } from 'ghtml'
import { formatDay, type Language } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import {
  type AccountIdentity,
  type FormPageOptions,
  type LoginProvider,
  renderActForm,
  renderAlarm,
  renderFormPage,
} from '../../accounts/index.ts'
import { type IdentityPageTexts, identityPageTexts } from './identity-page-texts.ts'

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
  const texts: IdentityPageTexts = identityPageTexts[lang]
  const renderAct = (name: string, value: string, act: string, label: string) =>
    renderActForm(token, act, label, { field: { name, value } })
  return renderFormPage(lang, {
    status: problem ? problemStatuses[problem] : 200,
    title: texts.title,
    body: html`<h1>${texts.title}</h1>
<p>${hasProviders ? texts.lead : texts.unavailable}</p>
!${problem ? renderAlarm(texts.errors[problem]) : ''}
!${
      identities.length === 0
        ? hasProviders
          ? html`<p>${texts.none}</p>`
          : ''
        : html`<dl class="facts">
!${identities.map(renderIdentity)}</dl>`
    }
!${connectable.map(({ id, name }) => renderAct('provider', id, 'connect', texts.connect(name)))}
<p class="next link"><a href="../app/settings/account">${texts.back}</a></p>`,
  })

  function renderIdentity({ id, providerName, email, createdAt }: AccountIdentity): string {
    return html`<div><dt>${providerName}</dt><dd>${email ?? ''}<small>${texts.since(formatDay(lang, createdAt))}</small>!${renderAct('identity', id, 'remove', texts.remove)}</dd></div>
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
  const texts = identityPageTexts[lang]
  const title = texts.going(name)
  return renderPage({
    status: 200,
    lang,
    title: `${title} – Tack`,
    headers: { refresh: `0; url=${address}` },
    body: html`<h1>${title}</h1>
<p>${texts[reason]}</p>
<a class="button" href="${address}">${texts.go}</a>`,
  })
}
