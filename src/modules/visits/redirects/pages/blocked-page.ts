import { html } from 'ghtml'
import { renderBadge } from '../../../../platform/web/icons.ts'
import type { Language, Translations } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import type { BlockCause } from '../../../publishing/links/index.ts'

interface CauseWords {
  readonly title: string
  readonly why: string
  /** What ends the block, for the owner. */
  readonly remedy: string
}

interface BlockedWords {
  readonly byCause: Readonly<Record<BlockCause, CauseWords>>
  readonly question: string
  readonly mistake: string
  /** What the owner can do when no contact is configured. */
  readonly ask: string
  /** What the owner can do otherwise. Takes and returns an HTML fragment. */
  readonly writeTo: (contact: string) => string
  readonly number: string
  readonly report: string
}

const blockedWords: Translations<BlockedWords> = {
  en: {
    byCause: {
      destination: {
        title: 'This link leads to a blocked address',
        why: 'The address behind it is on our list of harmful sites, so the link does not open. You can safely close this page.',
        remedy: 'Give it another destination, and it opens again at once.',
      },
      review: {
        title: 'This link has been blocked',
        why: 'It was reported to us as harmful, so it no longer opens. You can safely close this page.',
        remedy: 'Another destination does not open it again: we decide on the link itself.',
      },
    },
    question: 'Is it your link?',
    mistake: 'Is this a mistake?',
    ask: 'Ask the people who run this service to look at it again, and quote the report number below.',
    writeTo: (contact) => html`Write to !${contact} and quote the report number below. We will look at it again.`,
    number: 'Report number:',
    report: 'Report another link',
  },
  de: {
    byCause: {
      destination: {
        title: 'Dieser Link führt zu einer gesperrten Adresse',
        why: 'Die Adresse dahinter steht auf unserer Liste schädlicher Seiten, deshalb lässt sich der Link nicht öffnen. Sie können diese Seite gefahrlos schließen.',
        remedy: 'Geben Sie ihm ein anderes Ziel, dann öffnet er sich sofort wieder.',
      },
      review: {
        title: 'Dieser Link wurde gesperrt',
        why: 'Er wurde uns als schädlich gemeldet und lässt sich deshalb nicht mehr öffnen. Sie können diese Seite gefahrlos schließen.',
        remedy: 'Ein anderes Ziel hebt die Sperre nicht auf: Wir entscheiden über den Link selbst.',
      },
    },
    question: 'Ist es Ihr Link?',
    mistake: 'Ist das ein Irrtum?',
    ask: 'Bitten Sie die Betreiber dieses Dienstes, ihn noch einmal zu prüfen, und nennen Sie die Meldenummer unten.',
    writeTo: (contact) =>
      html`Schreiben Sie an !${contact} und nennen Sie die Meldenummer unten; dann prüfen wir ihn noch einmal.`,
    number: 'Meldenummer:',
    report: 'Einen anderen Link melden',
  },
  fr: {
    byCause: {
      destination: {
        title: 'Ce lien mène à une adresse bloquée',
        why: 'L’adresse à laquelle il mène figure sur notre liste de sites dangereux\u202f; le lien ne s’ouvre donc pas. Vous pouvez fermer cette page sans risque.',
        remedy: 'Donnez-lui une autre destination, et il s’ouvrira de nouveau aussitôt.',
      },
      review: {
        title: 'Ce lien a été bloqué',
        why: 'Il nous a été signalé comme dangereux et ne s’ouvre donc plus. Vous pouvez fermer cette page sans risque.',
        remedy: 'Une autre destination ne le débloque pas\u202f: notre décision porte sur le lien lui-même.',
      },
    },
    question: 'C’est votre lien\u202f?',
    mistake: 'Il s’agit d’une erreur\u202f?',
    ask: 'Demandez aux responsables de ce service de le réexaminer, en indiquant le numéro de signalement ci-dessous.',
    writeTo: (contact) =>
      html`Écrivez à !${contact} en indiquant le numéro de signalement ci-dessous, et nous le réexaminerons.`,
    number: 'Numéro de signalement\u00a0:',
    report: 'Signaler un autre lien',
  },
  es: {
    byCause: {
      destination: {
        title: 'Este enlace lleva a una dirección bloqueada',
        why: 'La dirección a la que lleva está en nuestra lista de sitios dañinos, por lo que el enlace no se abre. Puede cerrar esta página sin peligro.',
        remedy: 'Asígnele otro destino y volverá a abrirse de inmediato.',
      },
      review: {
        title: 'Este enlace ha sido bloqueado',
        why: 'Nos avisaron de que era dañino, por lo que ya no se abre. Puede cerrar esta página sin peligro.',
        remedy: 'Cambiar el destino no lo desbloquea: nuestra decisión es sobre el propio enlace.',
      },
    },
    question: '¿El enlace es suyo?',
    mistake: '¿Se trata de un error?',
    ask: 'Pida a los responsables de este servicio que lo revisen, indicando el número de referencia de abajo.',
    writeTo: (contact) => html`Escriba a !${contact} indicando el número de referencia de abajo y lo revisaremos.`,
    number: 'Número de referencia:',
    report: 'Denunciar otro enlace',
  },
}

export interface BlockedPageOptions {
  readonly blockCause: BlockCause | null
  /** The id of the link, with which reviewers find it and everything about it. */
  readonly reference: string
  /** The operator's e-mail or web address for appeals, or null when none is configured. */
  readonly contact: string | null
}

/**
 * Status 403. It says whether the destination or the link itself is blocked; without a cause, the link itself. Visitors
 * can quote its report number, and a mail to the contact has it in its subject. It does not show the destination.
 */
export function blockedPage(lang: Language, { blockCause, reference, contact }: BlockedPageOptions): Page {
  const { byCause, question, mistake, ask, writeTo, number, report } = blockedWords[lang]
  const { title, why, remedy } = byCause[blockCause ?? 'review']
  const subject = `${number} ${reference}`
  return renderPage({
    status: 403,
    lang,
    title,
    body: html`!${renderBadge('shield', 'warning')}
<h1>${title}</h1>
<p>${why}</p>
<p class="next">${question} ${remedy}</p>
<p class="next">${mistake} !${contact === null ? html`${ask}` : writeTo(renderContact(contact, subject))}</p>
<p class="fine">${number} <code id="reference">${reference}</code></p>
<p class="link"><a href="/report">${report}</a></p>`,
  })
}

/**
 * The operator's e-mail or web address as a link (an HTML fragment); mails get the subject. Any other text stays text.
 */
export function renderContact(contact: string, subject: string): string {
  if (/^https?:\/\//i.test(contact)) return html`<a href="${contact}">${contact.replace(/^https?:\/\//i, '')}</a>`
  if (/^[^\s@:/?#]+@[^\s@:/?#]+$/.test(contact))
    return html`<a href="mailto:${contact}?subject=${encodeURIComponent(subject)}">${contact}</a>`
  return html`${contact}`
}
