import { html } from 'ghtml'
import { type IconName, renderBadge } from '../../../../platform/web/icons.ts'
import { formatInstant, type Language, type Translations } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
import { waitSentence } from '../../../../platform/web/wait-sentence.ts'
import type { ExpiryReason, Route } from '../../../publishing/links/index.ts'
import type { VisitDecision } from '../visit.service.ts'
import { blockedPage } from './blocked-page.ts'
import { refusedPage } from './refused-page.ts'

/** The state of the link, its reason, and what the visitor can do. */
interface Notice {
  readonly title: string
  readonly why: string
  readonly next: string
}

interface NoticeOptions {
  readonly status: number
  readonly icon: IconName
  readonly headers?: Readonly<Record<string, string>>
  /** Whether nothing else can be done here, so that the page leads to the start page of its host. */
  readonly isDeadEnd?: boolean
}

const startPageWords: Translations = {
  en: 'Go to the start page',
  de: 'Zur Startseite',
  fr: 'Aller à la page d’accueil',
  es: 'Ir a la página de inicio',
}

function noticePage(
  lang: Language,
  { title, why, next }: Notice,
  { icon, isDeadEnd = false, ...options }: NoticeOptions,
): Page {
  return renderPage({
    ...options,
    lang,
    title,
    body: html`!${renderBadge(icon)}
<h1>${title}</h1>
<p>${why}</p>
<p class="next">${next}</p>!${isDeadEnd ? html`<p class="link"><a href="/">${startPageWords[lang]}</a></p>` : ''}`,
  })
}

/** The page of a blocked, inactive, not yet open or expired link, or for a visitor whom a rule refuses; null for other decisions. */
export function closedLinkPage(
  decision: VisitDecision,
  lang: Language,
  { id, blockCause }: Pick<Route, 'id' | 'blockCause'>,
  abuseContact: string | undefined,
): Page | null {
  switch (decision.kind) {
    case 'blocked':
      return blockedPage(lang, { blockCause, reference: id, contact: abuseContact ?? null })
    case 'inactive':
      return missingPage(lang)
    case 'not started':
      return notYetPage(lang, decision.startsAt)
    case 'expired':
      return expiredPage(lang, decision.reason)
    case 'refused':
      return refusedPage(lang, decision.rule)
    default:
      return null
  }
}

const missingWords: Translations<Notice> = {
  en: {
    title: 'There is no link here',
    why: 'The address may have a small typing mistake, or the link is no longer in use.',
    next: 'Check the address letter by letter, or ask whoever shared it with you.',
  },
  de: {
    title: 'Hier gibt es keinen Link',
    why: 'Vielleicht enthält die Adresse einen Tippfehler, oder der Link wird nicht mehr verwendet.',
    next: 'Prüfen Sie die Adresse Buchstabe für Buchstabe, oder fragen Sie die Person, von der Sie sie haben.',
  },
  fr: {
    title: 'Il n’y a pas de lien ici',
    why: 'L’adresse contient peut-être une faute de frappe, ou le lien n’est plus utilisé.',
    next: 'Vérifiez l’adresse lettre par lettre, ou adressez-vous à la personne qui vous l’a transmise.',
  },
  es: {
    title: 'Aquí no hay ningún enlace',
    why: 'Puede que la dirección tenga una errata o que el enlace ya no se utilice.',
    next: 'Compruebe la dirección letra por letra o pregunte a quien se la envió.',
  },
}

/** Status 404. Unknown, deleted and inactive links get the same bytes, so that visitors cannot distinguish them. */
export function missingPage(lang: Language): Page {
  return noticePage(lang, missingWords[lang], { status: 404, icon: 'broken', isDeadEnd: true })
}

const notYetWords: Translations<{ title: string; why: string; next: (when: string) => string }> = {
  en: {
    title: 'This link is not open yet',
    why: 'Whoever made it gave it a start date, which has not come yet.',
    next: (when) => `It opens on ${when}. Come back then.`,
  },
  de: {
    title: 'Dieser Link ist noch nicht geöffnet',
    why: 'Wer ihn erstellt hat, hat ein Startdatum festgelegt, das noch nicht erreicht ist.',
    next: (when) => `Er öffnet sich am ${when}. Kommen Sie dann wieder.`,
  },
  fr: {
    title: 'Ce lien n’est pas encore ouvert',
    why: 'La personne qui l’a créé lui a donné une date de début, qui n’est pas encore arrivée.',
    next: (when) => `Il s’ouvrira le ${when}. Revenez à ce moment-là.`,
  },
  es: {
    title: 'Este enlace todavía no está abierto',
    why: 'Quien lo creó le puso una fecha de inicio, que aún no ha llegado.',
    next: (when) => `Se abrirá el ${when}. Vuelva entonces.`,
  },
}

/** Status 404: the time from which the link is open has not come. The page names it in UTC. */
export function notYetPage(lang: Language, startsAt: Date): Page {
  const { title, why, next } = notYetWords[lang]
  const notice = { title, why, next: next(formatInstant(lang, startsAt)) }
  return noticePage(lang, notice, { status: 404, icon: 'clock' })
}

const expiredWords: Translations<Readonly<Record<ExpiryReason, Notice>>> = {
  en: {
    date: {
      title: 'This link has expired',
      why: 'Whoever made it gave it an end date, and that date has passed.',
      next: 'Still need it? Ask whoever shared it with you for a new link.',
    },
    click_limit: {
      title: 'This link has been used up',
      why: 'It could be opened only a limited number of times, and that number has been reached.',
      next: 'Still need it? Ask whoever shared it with you for a new link.',
    },
  },
  de: {
    date: {
      title: 'Dieser Link ist abgelaufen',
      why: 'Wer ihn erstellt hat, hat ein Enddatum festgelegt, und dieses Datum ist vorbei.',
      next: 'Sie brauchen ihn noch? Bitten Sie die Person, von der Sie ihn haben, um einen neuen Link.',
    },
    click_limit: {
      title: 'Dieser Link ist aufgebraucht',
      why: 'Er ließ sich nur begrenzt oft öffnen, und diese Zahl ist erreicht.',
      next: 'Sie brauchen ihn noch? Bitten Sie die Person, von der Sie ihn haben, um einen neuen Link.',
    },
  },
  fr: {
    date: {
      title: 'Ce lien a expiré',
      why: 'La personne qui l’a créé lui a donné une date de fin, et cette date est passée.',
      next: 'Vous en avez encore besoin\u202f? Demandez un nouveau lien à la personne qui vous l’a transmis.',
    },
    click_limit: {
      title: 'Ce lien est épuisé',
      why: 'Il ne pouvait être ouvert qu’un nombre limité de fois, et ce nombre est atteint.',
      next: 'Vous en avez encore besoin\u202f? Demandez un nouveau lien à la personne qui vous l’a transmis.',
    },
  },
  es: {
    date: {
      title: 'Este enlace ha caducado',
      why: 'Quien lo creó le puso una fecha de fin, y esa fecha ya ha pasado.',
      next: '¿Todavía lo necesita? Pida un enlace nuevo a quien se lo envió.',
    },
    click_limit: {
      title: 'Este enlace se ha agotado',
      why: 'Solo se podía abrir un número limitado de veces, y ese número ya se ha alcanzado.',
      next: '¿Todavía lo necesita? Pida un enlace nuevo a quien se lo envió.',
    },
  },
}

/** Status 410: the expiry date has passed, or the click limit is used up. */
export function expiredPage(lang: Language, reason: ExpiryReason): Page {
  const icon = reason === 'date' ? 'clock' : 'full'
  return noticePage(lang, expiredWords[lang][reason], { status: 410, icon, isDeadEnd: true })
}

const unavailableWords: Translations<{ title: string; why: string; again: string }> = {
  en: {
    title: 'We cannot open this link right now',
    why: 'Something on our side is not answering. Nothing is wrong with the link or with your device. Please try again in a moment.',
    again: 'Try again',
  },
  de: {
    title: 'Wir können diesen Link gerade nicht öffnen',
    why: 'Bei uns antwortet etwas nicht. Mit dem Link und mit Ihrem Gerät ist alles in Ordnung. Bitte versuchen Sie es gleich noch einmal.',
    again: 'Noch einmal versuchen',
  },
  fr: {
    title: 'Nous ne pouvons pas ouvrir ce lien pour le moment',
    why: 'De notre côté, quelque chose ne répond pas. Ni le lien ni votre appareil ne sont en cause. Veuillez réessayer dans un instant.',
    again: 'Réessayer',
  },
  es: {
    title: 'Ahora mismo no podemos abrir este enlace',
    why: 'Algo no responde por nuestra parte. Ni el enlace ni su dispositivo tienen ningún problema. Vuelva a intentarlo dentro de un momento.',
    again: 'Intentar de nuevo',
  },
}

/** Status 503 with `Retry-After`, for temporary errors of the service. */
export function unavailablePage(lang: Language): Page {
  const { title, why, again } = unavailableWords[lang]
  return renderPage({
    status: 503,
    lang,
    title,
    headers: { 'retry-after': '10' },
    // An empty `href` is the address of the page, including its query.
    body: html`!${renderBadge('retry')}
<h1>${title}</h1>
<p>${why}</p>
<a class="button" href="">${again}</a>`,
  })
}

const tooManyWords: Translations = {
  en: 'Many links were opened from your network in a short time, so we are taking a short break.',
  de: 'Aus Ihrem Netzwerk wurden in kurzer Zeit viele Links geöffnet, deshalb legen wir eine kurze Pause ein.',
  fr: 'De nombreux liens ont été ouverts depuis votre réseau en peu de temps\u202f; nous faisons donc une courte pause.',
  es: 'Desde su red se han abierto muchos enlaces en poco tiempo, así que hacemos una breve pausa.',
}

/** Status 429 with `Retry-After`: the network has opened too many links. */
export function tooManyPage(lang: Language, retryAfterSeconds: number): Page {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
  const notice = {
    title: translator(lang)('page.rateLimit.title'),
    why: tooManyWords[lang],
    next: waitSentence(lang, seconds),
  }
  return noticePage(lang, notice, { status: 429, icon: 'pause', headers: { 'retry-after': String(seconds) } })
}
