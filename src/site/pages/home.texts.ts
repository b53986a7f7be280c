import type { Translated } from '../../server/language.ts'

/** What the home page says, in the order in which it says it. */
export interface HomeTexts {
  readonly heading: string
  readonly lead: string
  readonly address: string
  readonly ending: string
  readonly endingHint: string
  readonly shorten: string
  readonly terms: string
  readonly numbers: string
  readonly links: string
  readonly clicks: string
  readonly users: string
  readonly active: string
  readonly developers: string
  readonly reference: string
  readonly errors: string
  readonly graph: string
}

export const homeTexts: Translated<HomeTexts> = {
  en: {
    heading: 'Short links, told truthfully',
    lead: 'Paste a long address and get a short one to share. No account needed.',
    address: 'Long address',
    ending: 'Ending of your choice (optional)',
    endingHint: '5 to 64 letters, digits and dashes. Left empty, we choose one.',
    shorten: 'Shorten',
    terms: 'The short link works for 7 days.',
    numbers: 'Tack in numbers',
    links: 'Short links',
    clicks: 'Clicks so far',
    users: 'Accounts',
    active: 'Active in the last 30 days',
    developers: 'For developers',
    reference: 'Reference of the REST API',
    errors: 'All error codes',
    graph: 'GraphQL API',
  },
  de: {
    heading: 'Kurze Links, ehrlich gezählt',
    lead: 'Fügen Sie eine lange Adresse ein und teilen Sie eine kurze. Ein Konto brauchen Sie nicht.',
    address: 'Lange Adresse',
    ending: 'Eigene Endung (optional)',
    endingHint: '5 bis 64 Buchstaben, Ziffern und Bindestriche. Bleibt das Feld leer, wählen wir eine.',
    shorten: 'Kürzen',
    terms: 'Der kurze Link gilt 7 Tage.',
    numbers: 'Tack in Zahlen',
    links: 'Kurze Links',
    clicks: 'Klicks bisher',
    users: 'Konten',
    active: 'In den letzten 30 Tagen aktiv',
    developers: 'Für Entwickler',
    reference: 'Referenz der REST-API',
    errors: 'Alle Fehlercodes',
    graph: 'GraphQL-API',
  },
  fr: {
    heading: 'Des liens courts, comptés honnêtement',
    lead: 'Collez une longue adresse et partagez-en une courte. Aucun compte n’est nécessaire.',
    address: 'Adresse longue',
    ending: 'Terminaison de votre choix (facultatif)',
    endingHint: 'De 5 à 64 lettres, chiffres et tirets. Si le champ reste vide, nous en choisissons une.',
    shorten: 'Raccourcir',
    terms: 'Le lien court fonctionne pendant 7 jours.',
    numbers: 'Tack en chiffres',
    links: 'Liens courts',
    clicks: 'Clics à ce jour',
    users: 'Comptes',
    active: 'Actifs ces 30 derniers jours',
    developers: 'Pour les développeurs',
    reference: 'Référence de l’API REST',
    errors: 'Tous les codes d’erreur',
    graph: 'API GraphQL',
  },
  es: {
    heading: 'Enlaces cortos, contados con honestidad',
    lead: 'Pegue una dirección larga y comparta una corta. No necesita cuenta.',
    address: 'Dirección larga',
    ending: 'Terminación a su elección (opcional)',
    endingHint: 'De 5 a 64 letras, cifras y guiones. Si deja el campo vacío, elegimos una.',
    shorten: 'Acortar',
    terms: 'El enlace corto funciona durante 7 días.',
    numbers: 'Tack en cifras',
    links: 'Enlaces cortos',
    clicks: 'Clics hasta ahora',
    users: 'Cuentas',
    active: 'Activas en los últimos 30 días',
    developers: 'Para desarrolladores',
    reference: 'Referencia de la API REST',
    errors: 'Todos los códigos de error',
    graph: 'API de GraphQL',
  },
}
