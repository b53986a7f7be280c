import { html } from 'ghtml'
import type { Language, Translations } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'

interface SiteNotice {
  readonly title: string
  readonly why: string
  readonly next: string
}

const unknownHostWords: Translations<SiteNotice> = {
  en: {
    title: 'This domain is not set up yet',
    why: 'The domain leads to this server, but no links belong to it here.',
    next: 'If the domain is yours, add it to your workspace and verify it. If you followed a link, ask whoever shared it with you.',
  },
  de: {
    title: 'Diese Domain ist noch nicht eingerichtet',
    why: 'Die Domain führt zu diesem Server, aber hier gehören keine Links zu ihr.',
    next: 'Gehört die Domain Ihnen, fügen Sie sie Ihrem Arbeitsbereich hinzu und bestätigen Sie sie. Sind Sie einem Link gefolgt, fragen Sie die Person, von der Sie ihn haben.',
  },
  fr: {
    title: 'Ce domaine n’est pas encore configuré',
    why: 'Le domaine mène à ce serveur, mais aucun lien ne lui appartient ici.',
    next: 'Si le domaine est à vous, ajoutez-le à votre espace de travail et vérifiez-le. Si vous avez suivi un lien, adressez-vous à la personne qui vous l’a transmis.',
  },
  es: {
    title: 'Este dominio aún no está configurado',
    why: 'El dominio conduce a este servidor, pero aquí no le pertenece ningún enlace.',
    next: 'Si el dominio es suyo, añádalo a su espacio de trabajo y verifíquelo. Si ha seguido un enlace, pregunte a quien se lo envió.',
  },
}

/** Status 421: the host of the request is neither the service itself nor a verified domain (RFC 9110, 15.5.20). */
export function unknownHostPage(lang: Language): Page {
  return siteNoticePage(lang, 421, unknownHostWords[lang])
}

const domainRootWords: Translations<(host: string) => SiteNotice> = {
  en: (host) => ({
    title: host,
    why: 'This domain is for short links. Each has an address of its own after the name of the domain.',
    next: 'Looking for a link? Check its address, or ask whoever shared it with you.',
  }),
  de: (host) => ({
    title: host,
    why: 'Diese Domain ist für Kurzlinks. Jeder hat eine eigene Adresse hinter dem Namen der Domain.',
    next: 'Sie suchen einen Link? Prüfen Sie seine Adresse, oder fragen Sie die Person, von der Sie ihn haben.',
  }),
  fr: (host) => ({
    title: host,
    why: 'Ce domaine sert à des liens courts. Chacun a sa propre adresse après le nom du domaine.',
    next: 'Vous cherchez un lien\u202f? Vérifiez son adresse, ou adressez-vous à la personne qui vous l’a transmis.',
  }),
  es: (host) => ({
    title: host,
    why: 'Este dominio es para enlaces cortos. Cada uno tiene su propia dirección detrás del nombre del dominio.',
    next: '¿Busca un enlace? Compruebe su dirección o pregunte a quien se lo envió.',
  }),
}

/** Status 200: what the bare domain is for. */
export function domainRootPage(lang: Language, host: string): Page {
  return siteNoticePage(lang, 200, domainRootWords[lang](host))
}

function siteNoticePage(lang: Language, status: number, { title, why, next }: SiteNotice): Page {
  return renderPage({
    status,
    lang,
    title,
    body: html`<h1>${title}</h1>
<p>${why}</p>
<p class="next">${next}</p>`,
  })
}
