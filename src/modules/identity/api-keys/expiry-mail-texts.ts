import type { Translations } from '../../../platform/web/language.ts'

interface ExpiryMailTexts {
  readonly subject: string
  /** `date` is a day in UTC. */
  readonly lead: (name: string, preview: string, date: string) => string
  readonly advice: string
}

export const expiryMailTexts: Translations<ExpiryMailTexts> = {
  en: {
    subject: 'An API key expires soon',
    lead: (name, preview, date) => `Your API key “${name}” (${preview}) expires on ${date}.`,
    advice: 'Programs that use it are refused from then on. Create another key in time, and replace it there.',
  },
  de: {
    subject: 'Ein API-Schlüssel läuft bald ab',
    lead: (name, preview, date) => `Ihr API-Schlüssel „${name}“ (${preview}) läuft am ${date} ab.`,
    advice:
      'Programme, die ihn verwenden, werden danach abgewiesen. Erstellen Sie rechtzeitig einen neuen und tauschen Sie ihn dort aus.',
  },
  fr: {
    subject: 'Une clé d’API expire bientôt',
    lead: (name, preview, date) => `Votre clé d’API «\u00a0${name}\u00a0» (${preview}) expire le ${date}.`,
    advice:
      'Les programmes qui l’utilisent seront alors refusés. Créez une autre clé à temps, et remplacez-la dans ces programmes.',
  },
  es: {
    subject: 'Una clave de API caduca pronto',
    lead: (name, preview, date) => `Su clave de API «${name}» (${preview}) caduca el ${date}.`,
    advice:
      'A partir de entonces se rechazarán los programas que la usan. Cree otra clave a tiempo y sustitúyala en ellos.',
  },
}
