import type { Translations } from '../../../../platform/web/language.ts'
import type { SharedStatsSubject } from '../shared-stats-page.entity.ts'

export interface StatsPageTexts {
  /** The heading of a page without a title. */
  readonly heading: Readonly<Record<SharedStatsSubject, string>>
  readonly allTime: string
  readonly asOf: (time: string) => string
  readonly totals: string
  readonly clicks: string
  readonly visitors: string
  readonly countries: string
  readonly timeline: string
  /** The text that a screen reader says instead of the bars. */
  readonly timelineSummary: (highest: string, when: string) => string
  readonly table: string
  readonly time: string
  readonly map: string
  readonly mapSummary: string
  readonly byCountry: string
  /** Names whose file the countries come from. Its licence asks for these English words. */
  readonly countrySource: string
  readonly devices: string
  readonly browsers: string
  readonly systems: string
  readonly referrers: string
  readonly links: string
  readonly others: string
  readonly unknown: string
  readonly direct: string
  readonly deviceNames: Readonly<Record<string, string>>
  readonly empty: string
  readonly notes: readonly string[]
  readonly partialVisitors: string
  readonly gone: Notice
  readonly missing: Notice
}

export interface Notice {
  readonly title: string
  readonly why: string
  readonly next: string
}

export const statsPageTexts: Translations<StatsPageTexts> = {
  en: {
    heading: {
      link: 'Statistics of a link',
      folder: 'Statistics of several links',
      tag: 'Statistics of several links',
    },
    allTime: 'All time',
    asOf: (time) => `as of ${time}`,
    totals: 'Totals',
    clicks: 'Clicks',
    visitors: 'Visitors',
    countries: 'Countries',
    timeline: 'Clicks over time',
    timelineSummary: (highest, when) => `A bar for each part of the period. The highest is ${highest} clicks, ${when}.`,
    table: 'Show as a table',
    time: 'Time',
    map: 'Where clicks come from',
    mapSummary: 'A dot for each country, as large as its number of clicks. The list of countries has the same numbers.',
    byCountry: 'Countries',
    countrySource: 'Country data: IP Geolocation by DB-IP',
    devices: 'Devices',
    browsers: 'Browsers',
    systems: 'Operating systems',
    referrers: 'Where visitors came from',
    links: 'Most clicked links',
    others: 'Others',
    unknown: 'Unknown',
    direct: 'Direct',
    deviceNames: { Desktop: 'Computer', Mobile: 'Phone', Tablet: 'Tablet', TV: 'Television' },
    empty: 'There are no clicks in this period yet.',
    notes: [
      'Clicks by people; robots are not counted. A person counts as a visitor once a day for each link.',
      'What has fewer than three clicks is under “Others”, and times and links with fewer are left out. Numbers are updated every hour.',
    ],
    partialVisitors: 'Some visitors asked not to be recognized, so there were more.',
    gone: {
      title: 'These statistics are no longer shared',
      why: 'The page has reached its end date, or its owner has closed it.',
      next: 'If you still need the numbers, ask whoever gave you the address.',
    },
    missing: {
      title: 'There are no statistics here',
      why: 'The address may be incomplete or have a typing mistake.',
      next: 'Copy the whole address again, or ask whoever gave it to you.',
    },
  },
  de: {
    heading: { link: 'Statistik eines Links', folder: 'Statistik mehrerer Links', tag: 'Statistik mehrerer Links' },
    allTime: 'Gesamter Zeitraum',
    asOf: (time) => `Stand: ${time}`,
    totals: 'Summen',
    clicks: 'Klicks',
    visitors: 'Besucher',
    countries: 'Länder',
    timeline: 'Klicks im Zeitverlauf',
    timelineSummary: (highest, when) =>
      `Ein Balken für jeden Teil des Zeitraums. Der höchste steht für ${highest} Klicks, ${when}.`,
    table: 'Als Tabelle zeigen',
    time: 'Zeit',
    map: 'Woher die Klicks kommen',
    mapSummary:
      'Ein Punkt für jedes Land, so groß wie die Zahl seiner Klicks. Die Liste der Länder hat dieselben Zahlen.',
    byCountry: 'Länder',
    countrySource: 'Länderdaten: IP Geolocation by DB-IP',
    devices: 'Geräte',
    browsers: 'Browser',
    systems: 'Betriebssysteme',
    referrers: 'Woher Besucher kamen',
    links: 'Meistgeklickte Links',
    others: 'Andere',
    unknown: 'Unbekannt',
    direct: 'Direkt',
    deviceNames: { Desktop: 'Computer', Mobile: 'Telefon', Tablet: 'Tablet', TV: 'Fernseher' },
    empty: 'In diesem Zeitraum gibt es noch keine Klicks.',
    notes: [
      'Klicks von Menschen; Roboter zählen nicht. Eine Person zählt je Link einmal am Tag als Besucher.',
      'Was weniger als drei Klicks hat, steht unter „Andere“; Zeiten und Links mit weniger fehlen. Die Zahlen werden jede Stunde erneuert.',
    ],
    partialVisitors: 'Einige Besucher wollten nicht wiedererkannt werden; es waren also mehr.',
    gone: {
      title: 'Diese Statistik wird nicht mehr geteilt',
      why: 'Das Enddatum der Seite ist erreicht, oder ihr Eigentümer hat sie geschlossen.',
      next: 'Wenn Sie die Zahlen noch brauchen, fragen Sie die Person, von der Sie die Adresse haben.',
    },
    missing: {
      title: 'Hier gibt es keine Statistik',
      why: 'Vielleicht ist die Adresse unvollständig oder enthält einen Tippfehler.',
      next: 'Kopieren Sie die ganze Adresse noch einmal, oder fragen Sie die Person, von der Sie sie haben.',
    },
  },
  fr: {
    heading: {
      link: 'Statistiques d’un lien',
      folder: 'Statistiques de plusieurs liens',
      tag: 'Statistiques de plusieurs liens',
    },
    allTime: 'Toute la période',
    asOf: (time) => `état au ${time}`,
    totals: 'Totaux',
    clicks: 'Clics',
    visitors: 'Visiteurs',
    countries: 'Pays',
    timeline: 'Clics au fil du temps',
    timelineSummary: (highest, when) =>
      `Une barre pour chaque partie de la période. La plus haute représente ${highest} clics, ${when}.`,
    table: 'Afficher en tableau',
    time: 'Date',
    map: 'D’où viennent les clics',
    mapSummary:
      'Un point pour chaque pays, aussi grand que son nombre de clics. La liste des pays a les mêmes nombres.',
    byCountry: 'Pays',
    countrySource: 'Données des pays\u00a0: IP Geolocation by DB-IP',
    devices: 'Appareils',
    browsers: 'Navigateurs',
    systems: 'Systèmes d’exploitation',
    referrers: 'D’où sont venus les visiteurs',
    links: 'Liens les plus ouverts',
    others: 'Autres',
    unknown: 'Inconnu',
    direct: 'Accès direct',
    deviceNames: { Desktop: 'Ordinateur', Mobile: 'Téléphone', Tablet: 'Tablette', TV: 'Télévision' },
    empty: 'Il n’y a pas encore de clics dans cette période.',
    notes: [
      'Clics de personnes\u202f; les robots ne sont pas comptés. Une personne compte comme visiteur une fois par jour et par lien.',
      'Ce qui a moins de trois clics est sous «\u202fAutres\u202f»\u202f; les moments et les liens qui en ont moins sont omis. Les nombres sont mis à jour toutes les heures.',
    ],
    partialVisitors: 'Certains visiteurs ont demandé à ne pas être reconnus\u202f; ils étaient donc plus nombreux.',
    gone: {
      title: 'Ces statistiques ne sont plus partagées',
      why: 'La page a atteint sa date de fin, ou son propriétaire l’a fermée.',
      next: 'Si vous avez encore besoin des nombres, adressez-vous à la personne qui vous a donné l’adresse.',
    },
    missing: {
      title: 'Il n’y a pas de statistiques ici',
      why: 'L’adresse est peut-être incomplète ou contient une faute de frappe.',
      next: 'Copiez à nouveau l’adresse entière, ou adressez-vous à la personne qui vous l’a donnée.',
    },
  },
  es: {
    heading: {
      link: 'Estadísticas de un enlace',
      folder: 'Estadísticas de varios enlaces',
      tag: 'Estadísticas de varios enlaces',
    },
    allTime: 'Todo el período',
    asOf: (time) => `a fecha de ${time}`,
    totals: 'Totales',
    clicks: 'Clics',
    visitors: 'Visitantes',
    countries: 'Países',
    timeline: 'Clics a lo largo del tiempo',
    timelineSummary: (highest, when) =>
      `Una barra por cada parte del período. La más alta es de ${highest} clics, ${when}.`,
    table: 'Mostrar como tabla',
    time: 'Fecha',
    map: 'De dónde vienen los clics',
    mapSummary:
      'Un punto por cada país, tan grande como su número de clics. La lista de países tiene los mismos números.',
    byCountry: 'Países',
    countrySource: 'Datos de países: IP Geolocation by DB-IP',
    devices: 'Dispositivos',
    browsers: 'Navegadores',
    systems: 'Sistemas operativos',
    referrers: 'De dónde llegaron los visitantes',
    links: 'Enlaces con más clics',
    others: 'Otros',
    unknown: 'Desconocido',
    direct: 'Directo',
    deviceNames: { Desktop: 'Ordenador', Mobile: 'Teléfono', Tablet: 'Tableta', TV: 'Televisor' },
    empty: 'Todavía no hay clics en este período.',
    notes: [
      'Clics de personas; los robots no cuentan. Una persona cuenta como visitante una vez al día por enlace.',
      'Lo que tiene menos de tres clics está en «Otros», y los momentos y enlaces con menos se omiten. Los números se actualizan cada hora.',
    ],
    partialVisitors: 'Algunos visitantes pidieron no ser reconocidos, así que hubo más.',
    gone: {
      title: 'Estas estadísticas ya no se comparten',
      why: 'La página ha llegado a su fecha de fin, o su propietario la ha cerrado.',
      next: 'Si todavía necesita los números, pregunte a quien le dio la dirección.',
    },
    missing: {
      title: 'Aquí no hay estadísticas',
      why: 'Puede que la dirección esté incompleta o tenga una errata.',
      next: 'Copie otra vez la dirección entera o pregunte a quien se la dio.',
    },
  },
}
