import type { Translated } from '../../server/language.ts'

/** What the page of a link that was just made says. */
export interface MadeTexts {
  readonly heading: string
  readonly address: string
  /** `until` is an instant in words of the same language. */
  works(until: string): string
  readonly open: string
  readonly preview: string
  readonly qr: string
  readonly another: string
}

export const madeTexts: Translated<MadeTexts> = {
  en: {
    heading: 'Your short link is ready',
    address: 'Short address',
    works: (until) => `It works until ${until}.`,
    open: 'Open the link',
    preview: 'See where it leads',
    qr: 'Get its QR code',
    another: 'Shorten another address',
  },
  de: {
    heading: 'Ihr kurzer Link ist fertig',
    address: 'Kurze Adresse',
    works: (until) => `Er gilt bis zum ${until}.`,
    open: 'Link öffnen',
    preview: 'Ansehen, wohin er führt',
    qr: 'QR-Code dazu',
    another: 'Noch eine Adresse kürzen',
  },
  fr: {
    heading: 'Votre lien court est prêt',
    address: 'Adresse courte',
    works: (until) => `Il fonctionne jusqu’au ${until}.`,
    open: 'Ouvrir le lien',
    preview: 'Voir où il mène',
    qr: 'Obtenir son code QR',
    another: 'Raccourcir une autre adresse',
  },
  es: {
    heading: 'Su enlace corto está listo',
    address: 'Dirección corta',
    works: (until) => `Funciona hasta el ${until}.`,
    open: 'Abrir el enlace',
    preview: 'Ver adónde lleva',
    qr: 'Obtener su código QR',
    another: 'Acortar otra dirección',
  },
}
