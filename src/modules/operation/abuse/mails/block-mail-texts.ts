import type { Translations } from '../../../../platform/web/language.ts'
import type { AbuseReason } from '../../../publishing/links/index.ts'

interface BlockMailTexts {
  readonly subject: (count: number) => string
  readonly lead: string
  /** One of the links, by its address without the scheme. */
  readonly link: (address: string, reason: AbuseReason | null) => string
  /** Links that are not named. */
  readonly others: (count: number) => string
  readonly advice: string
}

type Reasons = Readonly<Record<AbuseReason, string>>

const reasons: Translations<Reasons> = {
  en: { phishing: 'phishing', malware: 'malware', spam: 'spam', illegal: 'illegal content', other: 'abuse' },
  de: {
    phishing: 'Phishing',
    malware: 'Schadsoftware',
    spam: 'Spam',
    illegal: 'rechtswidriger Inhalt',
    other: 'Missbrauch',
  },
  fr: {
    phishing: 'hameçonnage',
    malware: 'logiciel malveillant',
    spam: 'spam',
    illegal: 'contenu illégal',
    other: 'abus',
  },
  es: { phishing: 'phishing', malware: 'programa dañino', spam: 'spam', illegal: 'contenido ilegal', other: 'abuso' },
}

const nameLink = (ofLanguage: Reasons) => (address: string, reason: AbuseReason | null) =>
  reason ? `${address} (${ofLanguage[reason]})` : address

export const blockMailTexts: Translations<BlockMailTexts> = {
  en: {
    subject: (count) => (count === 1 ? 'A short link was blocked' : `${count} short links were blocked`),
    lead: 'Visitors see a notice instead of the destination of:',
    link: nameLink(reasons.en),
    others: (count) => `And ${count} more.`,
    advice: 'If this is a mistake, appeal with the operation appealUrl of the API (POST /v1/urls/{id}/appeal).',
  },
  de: {
    subject: (count) => (count === 1 ? 'Ein Kurzlink wurde gesperrt' : `${count} Kurzlinks wurden gesperrt`),
    lead: 'Besucher sehen einen Hinweis statt des Ziels von:',
    link: nameLink(reasons.de),
    others: (count) => `Und ${count} weitere.`,
    advice:
      'Wenn das ein Irrtum ist, legen Sie Einspruch ein, mit der Operation appealUrl der API (POST /v1/urls/{id}/appeal).',
  },
  fr: {
    subject: (count) => (count === 1 ? 'Un lien court a été bloqué' : `${count} liens courts ont été bloqués`),
    lead: 'Les visiteurs voient un avis au lieu de la destination de\u00a0:',
    link: nameLink(reasons.fr),
    others: (count) => `Et ${count} de plus.`,
    advice: 'Si c’est une erreur, contestez avec l’opération appealUrl de l’API (POST /v1/urls/{id}/appeal).',
  },
  es: {
    subject: (count) => (count === 1 ? 'Se ha bloqueado un enlace corto' : `Se han bloqueado ${count} enlaces cortos`),
    lead: 'Los visitantes ven un aviso en lugar del destino de:',
    link: nameLink(reasons.es),
    others: (count) => `Y ${count} más.`,
    advice: 'Si es un error, apele con la operación appealUrl de la API (POST /v1/urls/{id}/appeal).',
  },
}
