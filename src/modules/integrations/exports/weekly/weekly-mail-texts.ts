import type { Translations } from '../../../../platform/web/language.ts'

interface WeeklyMailTexts {
  readonly subject: (workspace: string) => string
  readonly lead: (workspace: string, linkCount: string) => string
  readonly label: string
  /** `date` is a day in UTC. */
  readonly expiry: (date: string) => string
  /** `url` is the page that ends the mails to this person. */
  readonly end: (url: string) => string
  /** `request` switches the export off. */
  readonly advice: (request: string) => string
}

export const weeklyMailTexts: Translations<WeeklyMailTexts> = {
  en: {
    subject: (workspace) => `Weekly export of ${workspace}`,
    lead: (workspace, count) =>
      `The links of the workspace “${workspace}” are ready as a CSV file. Number of links: ${count}.`,
    label: 'Download the file',
    expiry: (date) => `The link is valid for 7 days, until ${date}. Whoever has it can download the file.`,
    end: (url) => `To get it no more yourself, open ${url}`,
    advice: (request) =>
      `You get this mail because the weekly export of the workspace is on. An owner or admin can switch it off for all: ${request}`,
  },
  de: {
    subject: (workspace) => `Wöchentlicher Export von ${workspace}`,
    lead: (workspace, count) =>
      `Die Links des Arbeitsbereichs „${workspace}“ liegen als CSV-Datei bereit. Anzahl der Links: ${count}.`,
    label: 'Datei herunterladen',
    expiry: (date) => `Der Link gilt 7 Tage, bis zum ${date}. Wer ihn hat, kann die Datei herunterladen.`,
    end: (url) => `Um sie selbst nicht mehr zu erhalten, öffnen Sie ${url}`,
    advice: (request) =>
      `Sie erhalten diese Nachricht, weil der wöchentliche Export des Arbeitsbereichs eingeschaltet ist. Ein Inhaber oder Administrator kann ihn für alle abschalten: ${request}`,
  },
  fr: {
    subject: (workspace) => `Export hebdomadaire de ${workspace}`,
    lead: (workspace, count) =>
      `Les liens de l’espace de travail «\u00a0${workspace}\u00a0» sont prêts dans un fichier CSV. Nombre de liens\u00a0: ${count}.`,
    label: 'Télécharger le fichier',
    expiry: (date) =>
      `Le lien est valable 7 jours, jusqu’au ${date}. Toute personne qui le possède peut télécharger le fichier.`,
    end: (url) => `Pour ne plus le recevoir vous-même, ouvrez ${url}`,
    advice: (request) =>
      `Vous recevez ce message parce que l’export hebdomadaire de l’espace de travail est activé. Un propriétaire ou un administrateur peut le désactiver pour tous\u00a0: ${request}`,
  },
  es: {
    subject: (workspace) => `Exportación semanal de ${workspace}`,
    lead: (workspace, count) =>
      `Los enlaces del espacio de trabajo «${workspace}» están listos en un archivo CSV. Número de enlaces: ${count}.`,
    label: 'Descargar el archivo',
    expiry: (date) =>
      `El enlace es válido durante 7 días, hasta el ${date}. Quien lo tenga puede descargar el archivo.`,
    end: (url) => `Para no recibirlo más usted mismo, abra ${url}`,
    advice: (request) =>
      `Recibe este mensaje porque la exportación semanal del espacio de trabajo está activada. Un propietario o administrador puede desactivarla para todos: ${request}`,
  },
}
