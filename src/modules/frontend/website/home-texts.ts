import type { IconName } from '../../../platform/web/icons.ts'
import type { Translations } from '../../../platform/web/language.ts'

/** The features of an account. */
export interface Offer {
  readonly icon: IconName
  readonly title: string
  readonly text: string
}

/** Texts of the home page, in the order of the page. */
export interface HomeTexts {
  readonly navigation: string
  readonly logIn: string
  /** Leads a logged-in person of this name to the console. */
  readonly workspace: (name: string) => string
  readonly heading: string
  readonly lead: string
  readonly address: string
  readonly placeholder: string
  readonly customCode: string
  readonly codePlaceholder: string
  readonly customCodeHint: string
  readonly shorten: string
  readonly terms: string
  /** The terms of a logged-in person. */
  readonly ownTerms: string
  readonly account: string
  readonly offers: readonly Offer[]
  readonly register: string
  /** What is behind the account, with a picture and its description. */
  readonly console: string
  readonly consoleText: string
  readonly consolePicture: string
  readonly numbers: string
  readonly links: string
  readonly clicks: string
  readonly users: string
  readonly active: string
  readonly reference: string
  readonly errors: string
  readonly graphqlApi: string
  readonly report: string
}

export const homeTexts: Translations<HomeTexts> = {
  en: {
    navigation: 'Tack',
    logIn: 'Log in',
    workspace: (name) => `${name}’s workspace`,
    heading: 'Short links, counted honestly',
    lead: 'Paste a long address and get a short one to share, with its QR code. No account needed.',
    address: 'Long address',
    placeholder: 'https://example.com/a-very-long-address',
    customCode: 'Ending of your choice (optional)',
    codePlaceholder: 'spring-sale',
    customCodeHint: '5 to 64 letters, digits and dashes. Left empty, we choose one.',
    shorten: 'Shorten',
    terms: 'The short link works for 7 days.',
    ownTerms: 'The short link belongs to your account.',
    account: 'More with an account',
    offers: [
      {
        icon: 'link',
        title: 'Links that last',
        text: 'Endings, passwords, expiry dates and click limits of your own.',
      },
      {
        icon: 'chart',
        title: 'Clicks you can trust',
        text: 'Countries, devices and sources. Robots are counted apart, and no IP address is stored.',
      },
      {
        icon: 'qr',
        title: 'QR codes for print',
        text: 'In your colours, with your logo. Their target can change after printing.',
      },
      { icon: 'code', title: 'An API for all of it', text: 'GraphQL and REST, webhooks and OAuth.' },
    ],
    register: 'Create an account',
    console: 'See who came, and from where',
    consoleText:
      'An account shows every click as it comes: countries, sources, devices and hours, for one link or for all, with files to hand over.',
    consolePicture: 'Statistics in the console: clicks a day, a map, countries, sources and devices',
    numbers: 'Tack in numbers',
    links: 'Short links',
    clicks: 'Clicks so far',
    users: 'Accounts',
    active: 'Active in the last 30 days',
    reference: 'Reference of the REST API',
    errors: 'All error codes',
    graphqlApi: 'GraphQL API',
    report: 'Report a link',
  },
  de: {
    navigation: 'Tack',
    logIn: 'Anmelden',
    workspace: (name) => `Arbeitsbereich von ${name}`,
    heading: 'Kurze Links, ehrlich gezählt',
    lead: 'Fügen Sie eine lange Adresse ein und teilen Sie eine kurze, samt QR-Code. Ein Konto brauchen Sie nicht.',
    address: 'Lange Adresse',
    placeholder: 'https://example.com/eine-sehr-lange-adresse',
    customCode: 'Eigene Endung (optional)',
    codePlaceholder: 'sommerfest',
    customCodeHint: '5 bis 64 Buchstaben, Ziffern und Bindestriche. Bleibt das Feld leer, wählen wir eine.',
    shorten: 'Kürzen',
    terms: 'Der kurze Link gilt 7 Tage.',
    ownTerms: 'Der kurze Link gehört zu Ihrem Konto.',
    account: 'Mehr mit einem Konto',
    offers: [
      {
        icon: 'link',
        title: 'Links, die bleiben',
        text: 'Mit eigenen Endungen, Passwörtern, Ablaufdaten und Klickgrenzen.',
      },
      {
        icon: 'chart',
        title: 'Klicks, die stimmen',
        text: 'Länder, Geräte und Herkunft. Roboter zählen extra, und keine IP-Adresse wird gespeichert.',
      },
      {
        icon: 'qr',
        title: 'QR-Codes für den Druck',
        text: 'In Ihren Farben, mit Ihrem Logo. Das Ziel lässt sich auch nach dem Druck ändern.',
      },
      { icon: 'code', title: 'Eine API für alles', text: 'GraphQL und REST, Webhooks und OAuth.' },
    ],
    register: 'Konto anlegen',
    console: 'Sehen, wer kam und woher',
    consoleText:
      'Ein Konto zeigt jeden Klick, sobald er kommt: Länder, Herkunft, Geräte und Uhrzeiten, für einen Link oder für alle, auch als Datei.',
    consolePicture: 'Statistik in der Konsole: Klicks pro Tag, eine Karte, Länder, Herkunft und Geräte',
    numbers: 'Tack in Zahlen',
    links: 'Kurze Links',
    clicks: 'Klicks bisher',
    users: 'Konten',
    active: 'In den letzten 30 Tagen aktiv',
    reference: 'Referenz der REST-API',
    errors: 'Alle Fehlercodes',
    graphqlApi: 'GraphQL-API',
    report: 'Einen Link melden',
  },
  fr: {
    navigation: 'Tack',
    logIn: 'Connexion',
    workspace: (name) => `Espace ${/^[aeiouyàâéèêîôh]/i.test(name) ? 'd’' : 'de '}${name}`,
    heading: 'Des liens courts, comptés honnêtement',
    lead: 'Collez une longue adresse et partagez-en une courte, avec son code QR. Aucun compte n’est nécessaire.',
    address: 'Adresse longue',
    placeholder: 'https://example.com/une-tres-longue-adresse',
    customCode: 'Terminaison de votre choix (facultatif)',
    codePlaceholder: 'soldes-ete',
    customCodeHint: 'De 5 à 64 lettres, chiffres et tirets. Si le champ reste vide, nous en choisissons une.',
    shorten: 'Raccourcir',
    terms: 'Le lien court fonctionne pendant 7 jours.',
    ownTerms: 'Le lien court appartient à votre compte.',
    account: 'Davantage avec un compte',
    offers: [
      {
        icon: 'link',
        title: 'Des liens durables',
        text: 'Avec vos terminaisons, mots de passe, dates d’expiration et limites de clics.',
      },
      {
        icon: 'chart',
        title: 'Des clics fiables',
        text: 'Pays, appareils et sources. Les robots sont comptés à part, et aucune adresse IP n’est conservée.',
      },
      {
        icon: 'qr',
        title: 'Des codes QR à imprimer',
        text: 'À vos couleurs, avec votre logo. Leur cible peut changer après l’impression.',
      },
      { icon: 'code', title: 'Une API pour tout', text: 'GraphQL et REST, webhooks et OAuth.' },
    ],
    register: 'Créer un compte',
    console: 'Voyez qui est venu, et d’où',
    consoleText:
      'Un compte montre chaque clic dès qu’il arrive : pays, sources, appareils et heures, pour un lien ou pour tous, avec des fichiers à remettre.',
    consolePicture: 'Statistiques dans la console : clics par jour, une carte, pays, sources et appareils',
    numbers: 'Tack en chiffres',
    links: 'Liens courts',
    clicks: 'Clics à ce jour',
    users: 'Comptes',
    active: 'Actifs ces 30 derniers jours',
    reference: 'Référence de l’API REST',
    errors: 'Tous les codes d’erreur',
    graphqlApi: 'API GraphQL',
    report: 'Signaler un lien',
  },
  es: {
    navigation: 'Tack',
    logIn: 'Iniciar sesión',
    workspace: (name) => `Espacio de ${name}`,
    heading: 'Enlaces cortos, contados con honestidad',
    lead: 'Pegue una dirección larga y comparta una corta, con su código QR. No necesita cuenta.',
    address: 'Dirección larga',
    placeholder: 'https://example.com/una-direccion-muy-larga',
    customCode: 'Terminación a su elección (opcional)',
    codePlaceholder: 'rebajas-verano',
    customCodeHint: 'De 5 a 64 letras, cifras y guiones. Si deja el campo vacío, elegimos una.',
    shorten: 'Acortar',
    terms: 'El enlace corto funciona durante 7 días.',
    ownTerms: 'El enlace corto pertenece a su cuenta.',
    account: 'Más con una cuenta',
    offers: [
      {
        icon: 'link',
        title: 'Enlaces que duran',
        text: 'Con terminaciones, contraseñas, fechas de caducidad y límites de clics propios.',
      },
      {
        icon: 'chart',
        title: 'Clics fiables',
        text: 'Países, dispositivos y orígenes. Los robots se cuentan aparte y no se guarda ninguna dirección IP.',
      },
      {
        icon: 'qr',
        title: 'Códigos QR para imprimir',
        text: 'Con sus colores y su logotipo. Su destino puede cambiar después de imprimirlos.',
      },
      { icon: 'code', title: 'Una API para todo', text: 'GraphQL y REST, webhooks y OAuth.' },
    ],
    register: 'Crear una cuenta',
    console: 'Vea quién vino y de dónde',
    consoleText:
      'Una cuenta muestra cada clic en cuanto llega: países, procedencias, dispositivos y horas, de un enlace o de todos, también como archivo.',
    consolePicture: 'Estadísticas en la consola: clics por día, un mapa, países, procedencias y dispositivos',
    numbers: 'Tack en cifras',
    links: 'Enlaces cortos',
    clicks: 'Clics hasta ahora',
    users: 'Cuentas',
    active: 'Activas en los últimos 30 días',
    reference: 'Referencia de la API REST',
    errors: 'Todos los códigos de error',
    graphqlApi: 'API de GraphQL',
    report: 'Denunciar un enlace',
  },
}
