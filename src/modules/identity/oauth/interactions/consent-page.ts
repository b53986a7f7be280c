import { html } from 'ghtml'
import { type Scope, scopeDescriptions } from '../../../../platform/auth/scopes.ts'
import { formPolicy } from '../../../../platform/web/form-tokens.ts'
import type { Language, Translations } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { renderAlarm } from '../../accounts/index.ts'

/** The text of the consent page for each scope. */
export const scopeTexts: Translations<Readonly<Record<Scope, string>>> = {
  en: {
    ...scopeDescriptions,
    'write:profile':
      'Update profile and credentials. This includes API keys and webhooks that act in your name until the access ends.',
  },
  de: {
    'read:links': 'Links und ihre Metadaten lesen und dynamische QR-Codes auflisten.',
    'write:links': 'Links anlegen, ändern und löschen.',
    'read:analytics': 'Klickdaten und Besuchszahlen lesen.',
    'write:qr': 'Dynamische QR-Codes anlegen und verwalten.',
    'read:profile': 'Profil und Kontodaten lesen.',
    'write:profile':
      'Profil und Zugangsdaten ändern. Dazu gehören API-Schlüssel und Webhooks, die in Ihrem Namen handeln, bis der Zugriff endet.',
  },
  fr: {
    'read:links': 'Lire les liens et leurs métadonnées, et lister les codes QR dynamiques.',
    'write:links': 'Créer, modifier et supprimer des liens.',
    'read:analytics': 'Lire les données de clics et les chiffres de fréquentation.',
    'write:qr': 'Créer et gérer des codes QR dynamiques.',
    'read:profile': 'Lire le profil et les informations du compte.',
    'write:profile':
      'Modifier le profil et les identifiants, y compris créer des clés d’API et des webhooks qui agissent en votre nom jusqu’à la fin de l’accès.',
  },
  es: {
    'read:links': 'Leer los enlaces y sus metadatos, y listar los códigos QR dinámicos.',
    'write:links': 'Crear, modificar y eliminar enlaces.',
    'read:analytics': 'Leer los datos de clics y las métricas de visitantes.',
    'write:qr': 'Crear y gestionar códigos QR dinámicos.',
    'read:profile': 'Leer el perfil y los datos de la cuenta.',
    'write:profile':
      'Modificar el perfil y las credenciales. Esto incluye claves de API y webhooks que actúan en su nombre hasta que termine el acceso.',
  },
}

/** Texts that are functions take and return HTML fragments. */
const english = {
  tab: 'Allow access to your account?',
  question: (app: string) => html`Allow !${app} access to your account?`,
  /** Names the logged-in user and introduces the list of scopes. */
  account: (name: string, email: string) =>
    html`You are logged in as !${name} (!${email}). If you allow it, the application may:`,
  sentTo: (destination: string) =>
    html`Your answer is sent to !${destination}. Access ends after 30 days, or when you withdraw it.`,
  /** The destination for a private scheme: an application on the device. */
  onDevice: (scheme: string) => html`an application on this device (!${scheme})`,
  workspaces: 'Which workspaces may the application use?',
  onlyWorkspace: (workspace: string) => html`The application may use the workspace !${workspace}.`,
  /** Beside the name of the personal workspace. */
  personal: 'personal',
  choiceMissing: 'Choose at least one workspace, or do not allow access.',
  allow: 'Allow',
  deny: 'Do not allow',
}

export const consentTexts: Translations<typeof english> = {
  en: english,
  de: {
    tab: 'Zugriff auf Ihr Konto erlauben?',
    question: (app) => html`!${app} den Zugriff auf Ihr Konto erlauben?`,
    account: (name, email) =>
      html`Sie sind als !${name} (!${email}) angemeldet. Wenn Sie es erlauben, darf die Anwendung:`,
    sentTo: (destination) =>
      html`Ihre Antwort geht an !${destination}. Der Zugriff endet nach 30 Tagen oder sobald Sie ihn widerrufen.`,
    onDevice: (scheme) => html`eine Anwendung auf diesem Gerät (!${scheme})`,
    workspaces: 'Welche Arbeitsbereiche darf die Anwendung verwenden?',
    onlyWorkspace: (workspace) => html`Die Anwendung darf den Arbeitsbereich !${workspace} verwenden.`,
    personal: 'persönlich',
    choiceMissing: 'Wählen Sie mindestens einen Arbeitsbereich, oder erlauben Sie den Zugriff nicht.',
    allow: 'Erlauben',
    deny: 'Nicht erlauben',
  },
  fr: {
    tab: 'Autoriser l’accès à votre compte\u202f?',
    question: (app) => html`Autoriser !${app} à accéder à votre compte&#8239;?`,
    account: (name, email) =>
      html`Votre session est ouverte au nom de !${name} (!${email}). Si vous l’autorisez, l’application pourra&#160;:`,
    sentTo: (destination) =>
      html`Votre réponse sera envoyée à !${destination}. L’accès prendra fin au bout de 30 jours, ou dès que vous le retirerez.`,
    onDevice: (scheme) => html`une application sur cet appareil (!${scheme})`,
    workspaces: 'Quels espaces de travail l’application pourra-t-elle utiliser\u202f?',
    onlyWorkspace: (workspace) => html`L’application pourra utiliser l’espace de travail !${workspace}.`,
    personal: 'personnel',
    choiceMissing: 'Choisissez au moins un espace de travail, ou n’autorisez pas l’accès.',
    allow: 'Autoriser',
    deny: 'Ne pas autoriser',
  },
  es: {
    tab: '¿Permitir el acceso a su cuenta?',
    question: (app) => html`¿Permitir que !${app} acceda a su cuenta?`,
    account: (name, email) => html`Ha iniciado sesión como !${name} (!${email}). Si lo permite, la aplicación podrá:`,
    sentTo: (destination) =>
      html`Su respuesta se enviará a !${destination}. El acceso terminará a los 30 días o cuando usted lo retire.`,
    onDevice: (scheme) => html`una aplicación de este dispositivo (!${scheme})`,
    workspaces: '¿Qué espacios de trabajo podrá usar la aplicación?',
    onlyWorkspace: (workspace) => html`La aplicación podrá usar el espacio de trabajo !${workspace}.`,
    personal: 'personal',
    choiceMissing: 'Elija al menos un espacio de trabajo o no permita el acceso.',
    allow: 'Permitir',
    deny: 'No permitir',
  },
}

/** Where the authorization response goes: a host, or the private scheme of an application on the device. */
export type RedirectDestination = { readonly host: string } | { readonly scheme: string }

export function toRedirectDestination(uri: string): RedirectDestination {
  const { protocol, host } = new URL(uri)
  return /^https?:$/.test(protocol) ? { host } : { scheme: protocol.slice(0, -1) }
}

/** The destination in words (an HTML fragment). */
export function renderDestination(lang: Language, destination: RedirectDestination): string {
  return 'host' in destination ? html`${destination.host}` : consentTexts[lang].onDevice(html`${destination.scheme}`)
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
  readonly token: string
  readonly account: { readonly name: string; readonly email: string }
  readonly requestedScopes: readonly Scope[]
  readonly workspaces: readonly WorkspaceOption[]
  /** Whether the submitted form had no workspace. */
  readonly isChoiceMissing?: boolean
  readonly destination: RedirectDestination
}

/** A workspace in a sentence or beside its box (an HTML fragment). Its name has a border too: others may have chosen it. */
function renderWorkspace(lang: Language, { name, slug, isPersonal }: WorkspaceOption): string {
  const label = isPersonal ? consentTexts[lang].personal : slug
  return html`<span class="name" dir="auto">${name}</span> <small>(${label})</small>`
}

/** The boxes of the workspaces; only the name if there is one workspace. */
function renderChoice(
  lang: Language,
  { workspaces, isChoiceMissing }: Pick<ConsentPageOptions, 'workspaces' | 'isChoiceMissing'>,
): string {
  const texts = consentTexts[lang]
  const [first] = workspaces
  if (!first) return ''
  if (workspaces.length === 1)
    return html`<p>!${texts.onlyWorkspace(renderWorkspace(lang, first))}</p>
<input type="hidden" name="workspace" value="${first.id}">`
  const boxes = workspaces.map((each) => {
    const state = isChoiceMissing ? (each === first ? ' autofocus' : '') : each.isMarked ? ' checked' : ''
    return html`<label class="check"><input type="checkbox" name="workspace" value="${each.id}"!${state}><span>!${renderWorkspace(lang, each)}</span></label>
`
  })
  return html`<fieldset!${isChoiceMissing ? ' aria-describedby="alarm"' : ''}>
<legend>${texts.workspaces}</legend>
!${boxes}</fieldset>
!${isChoiceMissing ? renderAlarm(texts.choiceMissing) : ''}`
}

/**
 * Second page of an authorization: asks for consent; status 400 after a choice of no workspace. The application name
 * has a border, because its developer chose the text, which must not look like a sentence of this service.
 */
export function consentPage(
  lang: Language,
  { appName, token, account, requestedScopes, destination, ...choice }: ConsentPageOptions,
): Page {
  const texts = consentTexts[lang]
  const name = html`<span class="name" dir="auto">${appName}</span>`
  return renderPage({
    status: choice.isChoiceMissing ? 400 : 200,
    lang,
    title: texts.tab,
    csp: formPolicy,
    body: html`<h1>!${texts.question(name)}</h1>
<p>!${texts.account(html`<strong dir="auto">${account.name}</strong>`, html`${account.email}`)}</p>
<ul>
!${requestedScopes.map((scope) => html`<li>${scopeTexts[lang][scope]} <small>(${scope})</small></li>`)}
</ul>
<p>!${texts.sentTo(html`<strong>!${renderDestination(lang, destination)}</strong>`)}</p>
<form method="post">
<input type="hidden" name="token" value="${token}">
!${renderChoice(lang, choice)}
<button name="act" value="allow">${texts.allow}</button>
<button class="secondary" name="act" value="deny">${texts.deny}</button>
</form>`,
  })
}

export const continueTexts: Translations<{ title: string; sent: string; go: string }> = {
  en: { title: 'Back to the application', sent: 'Your answer is on its way.', go: 'Go on' },
  de: { title: 'Zurück zur Anwendung', sent: 'Ihre Antwort ist unterwegs.', go: 'Weiter' },
  fr: { title: 'Retour à l’application', sent: 'Votre réponse est en route.', go: 'Continuer' },
  es: { title: 'Vuelta a la aplicación', sent: 'Su respuesta está en camino.', go: 'Continuar' },
}

/**
 * Status 200, the answer to the last form. A `Refresh` header leads to the URL that completes the authorization, because
 * `formPolicy` would block redirects to the application. Some browsers open applications only after a click, hence the
 * link.
 */
export function continuePage(lang: Language, address: string): Page {
  const { title, sent, go } = continueTexts[lang]
  return renderPage({
    status: 200,
    lang,
    title,
    headers: { refresh: `0; url=${address}` },
    body: html`<h1>${title}</h1>
<p>${sent}</p>
<a class="button" href="${address}">${go}</a>`,
  })
}
