import { domainToUnicode } from 'node:url'
import { html } from 'ghtml'
import { renderBadge } from '../../../../platform/web/icons.ts'
import { formatDay, type Language, type Translations } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { renderContact } from './blocked-page.ts'

const english = {
  tab: 'Preview of a short link',
  /** Takes and returns an HTML fragment. */
  leads: (host: string) => html`This link leads to !${host}`,
  spelled: 'Read as',
  lookalike:
    'The name of this site has letters beyond a to z. Some look like others and imitate a known name: compare it carefully.',
  title: 'Title',
  destination: 'Full address',
  created: 'Created',
  locked: 'This link needs a password',
  whyLocked: 'Where it leads is shown only to those who know the password.',
  whyWithheld:
    'This link opens only a limited number of times. Whoever sees where it leads uses up one of them, so it is not shown here.',
  open: 'Continue',
  service:
    'This is a preview by Tack, a service that makes long addresses short. It does not count as a visit. The page behind the link is not ours.',
  /** Takes and returns an HTML fragment. */
  report: (contact: string) => html`You can also write to !${contact} with the full address of the link.`,
  reportLink: 'Report this link',
}

export const previewWords: Translations<typeof english> = {
  en: english,
  de: {
    tab: 'Vorschau eines Kurzlinks',
    leads: (host) => html`Dieser Link führt zu !${host}`,
    spelled: 'Zu lesen als',
    lookalike:
      'Der Name dieser Seite hat Buchstaben außerhalb von a bis z. Manche sehen anderen ähnlich und ahmen bekannte Namen nach: Vergleichen Sie genau.',
    title: 'Titel',
    destination: 'Vollständige Adresse',
    created: 'Erstellt',
    locked: 'Dieser Link ist durch ein Passwort geschützt',
    whyLocked: 'Wohin er führt, sieht nur, wer das Passwort kennt.',
    whyWithheld:
      'Dieser Link lässt sich nur begrenzt oft öffnen. Wer sein Ziel sieht, verbraucht einen dieser Besuche; deshalb steht es hier nicht.',
    open: 'Weiter',
    service:
      'Dies ist eine Vorschau von Tack, einem Dienst, der lange Adressen kurz macht. Sie zählt nicht als Besuch. Die Seite hinter dem Link ist nicht unsere.',
    report: (contact) => html`Sie können auch an !${contact} schreiben; nennen Sie die vollständige Adresse des Links.`,
    reportLink: 'Diesen Link melden',
  },
  fr: {
    tab: 'Aperçu d’un lien court',
    leads: (host) => html`Ce lien mène à !${host}`,
    spelled: 'Se lit',
    lookalike:
      'Le nom de ce site contient d’autres lettres que a à z. Certaines ressemblent à d’autres et imitent un nom connu\u00a0: comparez bien.',
    title: 'Titre',
    destination: 'Adresse complète',
    created: 'Créé le',
    locked: 'Ce lien est protégé par un mot de passe',
    whyLocked: 'Seules les personnes qui connaissent le mot de passe peuvent voir où il mène.',
    whyWithheld:
      'Ce lien ne s’ouvre qu’un nombre limité de fois. Voir où il mène compte comme une visite\u202f; sa destination n’est donc pas affichée ici.',
    open: 'Continuer',
    service:
      'Ceci est un aperçu de Tack, un service qui raccourcit les longues adresses. Il ne compte pas comme une visite. La page à laquelle mène le lien n’est pas la nôtre.',
    report: (contact) => html`Vous pouvez aussi écrire à !${contact} en indiquant l’adresse complète du lien.`,
    reportLink: 'Signaler ce lien',
  },
  es: {
    tab: 'Vista previa de un enlace corto',
    leads: (host) => html`Este enlace lleva a !${host}`,
    spelled: 'Se lee',
    lookalike:
      'El nombre de este sitio tiene letras distintas de la a a la z. Algunas se parecen a otras e imitan un nombre conocido: compárelo con cuidado.',
    title: 'Título',
    destination: 'Dirección completa',
    created: 'Creado el',
    locked: 'Este enlace está protegido con contraseña',
    whyLocked: 'Solo quien conoce la contraseña puede ver adónde lleva.',
    whyWithheld:
      'Este enlace solo se abre un número limitado de veces. Ver adónde lleva consume una de ellas, así que no se muestra aquí.',
    open: 'Continuar',
    service:
      'Esta es una vista previa de Tack, un servicio que acorta direcciones largas. No cuenta como visita. La página a la que lleva el enlace no es nuestra.',
    report: (contact) => html`También puede escribir a !${contact} indicando la dirección completa del enlace.`,
    reportLink: 'Denunciar este enlace',
  },
}

/** What a visitor may see of a link before opening it. */
export type LinkPreview =
  | { readonly kind: 'locked' }
  | { readonly kind: 'withheld'; readonly title: string; readonly createdAt: Date }
  | { readonly kind: 'open'; readonly title: string; readonly createdAt: Date; readonly destination: string }

export interface PreviewPageOptions {
  readonly linkPreview: LinkPreview
  /** The path that opens the link. */
  readonly address: string
  readonly code: string
  /** The operator's e-mail or web address for reports, or null when none is configured. */
  readonly contact: string | null
}

/** Status 200: the title, destination and age of a link. */
export function previewPage(lang: Language, { linkPreview, address, code, contact }: PreviewPageOptions): Page {
  const words = previewWords[lang]
  return renderPage({
    status: 200,
    lang,
    title: words.tab,
    body: html`!${renderDetails(linkPreview, words, lang)}
<a class="button" href="${address}">${words.open}</a>
<p class="next">${words.service}</p>
<p class="link"><a href="/report?link=${code}">${words.reportLink}</a></p>
!${contact === null ? '' : html`<p>!${words.report(renderContact(contact, `${words.reportLink}: ${code}`))}</p>`}`,
  })
}

function renderDetails(linkPreview: LinkPreview, words: typeof english, lang: Language): string {
  if (linkPreview.kind === 'locked') {
    return html`!${renderBadge('lock')}
<h1>${words.locked}</h1>
<p class="notice">${words.whyLocked}</p>`
  }
  const created = html`<div><dt>${words.created}</dt><dd>!${renderDay(linkPreview.createdAt, lang)}</dd></div>`
  if (linkPreview.kind === 'withheld') {
    return html`!${renderBadge('eye')}
<h1 dir="auto">${linkPreview.title}</h1>
<p class="notice">${words.whyWithheld}</p>
<dl class="facts">
!${created}
</dl>`
  }
  const { title, destination } = linkPreview
  const { host, hostname } = new URL(destination)
  return html`!${renderBadge('eye')}
<h1>!${words.leads(html`<span class="name" dir="ltr">${host}</span>`)}</h1>
!${isInternational(hostname) ? html`<p class="notice warning">${words.lookalike}</p>` : ''}
<dl class="facts">
<div><dt>${words.title}</dt><dd dir="auto">${title}</dd></div>
!${isInternational(hostname) ? html`<div><dt>${words.spelled}</dt><dd dir="auto">${domainToUnicode(hostname)}</dd></div>` : ''}
<div><dt>${words.destination}</dt><dd dir="ltr">!${renderAddress(destination, host)}</dd></div>
!${created}
</dl>`
}

/** Whether the host has letters beyond ASCII. Such a host is shown in Punycode, which imitates no other name. */
function isInternational(hostname: string): boolean {
  return /(^|\.)xn--/.test(hostname)
}

/** An address whose host stands out, because long paths are made to look like hosts (an HTML fragment). */
function renderAddress(address: string, host: string): string {
  const start = address.indexOf(host)
  if (start < 0) return html`${address}`
  return html`${address.slice(0, start)}<strong>${host}</strong>${address.slice(start + host.length)}`
}

/** The time zone of the visitor is unknown, so the day is in UTC and is marked as such. */
function renderDay(instant: Date, lang: Language): string {
  const day = formatDay(lang, instant)
  return html`<time datetime="${instant.toISOString()}">${day}</time> (UTC)`
}
