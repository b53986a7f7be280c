import { html } from 'ghtml'
import type { Scope } from '../../../../platform/auth/scopes.ts'
import { formPolicy } from '../../../../platform/web/form-tokens.ts'
import type { Language } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { markup, translator } from '../../../../platform/web/texts.ts'
import { renderAlarm } from '../../accounts/index.ts'
import { type DeviceDetails, renderDeviceRequest } from '../device/device-pages.ts'

/** Where the authorization response goes: a host, or the private scheme of an application on the device. */
export type RedirectDestination = { readonly host: string } | { readonly scheme: string }

export function toRedirectDestination(uri: string): RedirectDestination {
  const { protocol, host } = new URL(uri)
  return /^https?:$/.test(protocol) ? { host } : { scheme: protocol.slice(0, -1) }
}

/** The destination in words (an HTML fragment). */
export function renderDestination(lang: Language, destination: RedirectDestination): string {
  return 'host' in destination
    ? html`${destination.host}`
    : translator(lang).html('page.consent.onDevice', { scheme: destination.scheme })
}

/** A workspace of the user, and whether its box is checked at first. */
export interface WorkspaceOption {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly isPersonal: boolean
  readonly isMarked: boolean
}

export interface ConsentPageOptions {
  readonly appName: string
  /** The host of its metadata document, which nobody else can use; absent for an application that was registered. */
  readonly appHost?: string | undefined
  /** Whether the application has registered itself, with a name of its choice. */
  readonly isSelfRegistered?: boolean
  readonly token: string
  readonly account: { readonly name: string; readonly email: string }
  readonly requestedScopes: readonly Scope[]
  readonly workspaces: readonly WorkspaceOption[]
  /** Whether the submitted form had no workspace. */
  readonly isChoiceMissing?: boolean
  /** Who gets the answer: the device that has asked, or a redirect URI. */
  readonly recipient: RedirectDestination | DeviceDetails
}

/** A workspace in a sentence or beside its box (an HTML fragment). Its name has a border too: others may have chosen it. */
function renderWorkspace(lang: Language, { name, slug, isPersonal }: WorkspaceOption): string {
  const label = isPersonal ? translator(lang)('page.consent.personal') : slug
  return html`<span class="name" dir="auto">${name}</span> <small>(${label})</small>`
}

/** The boxes of the workspaces; only the name if there is one workspace. */
function renderChoice(
  lang: Language,
  { workspaces, isChoiceMissing }: Pick<ConsentPageOptions, 'workspaces' | 'isChoiceMissing'>,
): string {
  const t = translator(lang)
  const [first] = workspaces
  if (!first) return ''
  if (workspaces.length === 1)
    return html`<p>!${t.html('page.consent.onlyWorkspace', { workspace: markup(renderWorkspace(lang, first)) })}</p>
<input type="hidden" name="workspace" value="${first.id}">`
  const boxes = workspaces.map((each) => {
    const state = isChoiceMissing ? (each === first ? ' autofocus' : '') : each.isMarked ? ' checked' : ''
    return html`<label class="check"><input type="checkbox" name="workspace" value="${each.id}"!${state}><span>!${renderWorkspace(lang, each)}</span></label>
`
  })
  return html`<fieldset!${isChoiceMissing ? ' aria-describedby="alarm"' : ''}>
<legend>${t('page.consent.workspaces')}</legend>
!${boxes}</fieldset>
!${isChoiceMissing ? renderAlarm(t('page.consent.choiceMissing')) : ''}`
}

function renderRecipient(
  lang: Language,
  recipient: ConsentPageOptions['recipient'],
  isSelfRegistered: boolean,
): string {
  const t = translator(lang)
  if ('userCode' in recipient) return renderDeviceRequest(lang, recipient)
  const destination = markup(html`<strong>!${renderDestination(lang, recipient)}</strong>`)
  return html`<p>!${t.html('page.consent.sentTo', { destination })}</p>
!${isSelfRegistered ? html`<p>!${t.html('page.consent.selfRegistered', { destination })}</p>` : ''}`
}

/**
 * Second page of an authorization: asks for consent; status 400 after a choice of no workspace. The application name
 * has a border, because its developer chose the text, which must not look like a sentence of this service.
 */
export function consentPage(
  lang: Language,
  {
    appName,
    appHost,
    isSelfRegistered = false,
    token,
    account,
    requestedScopes,
    recipient,
    ...choice
  }: ConsentPageOptions,
): Page {
  const t = translator(lang)
  const name = html`<span class="name" dir="auto">${appName}</span>`
  return renderPage({
    status: choice.isChoiceMissing ? 400 : 200,
    lang,
    title: t('page.consent.tab'),
    csp: formPolicy,
    body: html`<h1>!${t.html('page.consent.question', { app: markup(name) })}</h1>
!${appHost === undefined ? '' : html`<p>!${t.html('page.consent.host', { host: markup(html`<strong>${appHost}</strong>`) })}</p>`}
<p>!${t.html('page.consent.account', { name: markup(html`<strong dir="auto">${account.name}</strong>`), email: account.email })}</p>
<ul>
!${requestedScopes.map((scope) => html`<li>${t(`page.scope.${scope}`)} <small>(${scope})</small></li>`)}
</ul>
!${renderRecipient(lang, recipient, isSelfRegistered)}
<form method="post">
<input type="hidden" name="token" value="${token}">
!${renderChoice(lang, choice)}
<button name="act" value="allow">${t('page.consent.allow')}</button>
<button class="secondary" name="act" value="deny">${t('page.consent.deny')}</button>
</form>`,
  })
}

/**
 * Status 200, the answer to the last form. A `Refresh` header leads to the URL that completes the authorization, because
 * `formPolicy` would block redirects to the application. Some browsers open applications only after a click, hence the
 * link.
 */
export function continuePage(lang: Language, address: string): Page {
  const t = translator(lang)
  return renderPage({
    status: 200,
    lang,
    title: t('page.continue.title'),
    headers: { refresh: `0; url=${address}` },
    body: html`<h1>${t('page.continue.title')}</h1>
<p>${t('page.continue.sent')}</p>
<a class="button" href="${address}">${t('page.continue.go')}</a>`,
  })
}
