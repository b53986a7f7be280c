import type { Translations } from '../../../../platform/web/language.ts'
import { type DomainNotice, unprovenDays } from './domain.entity.ts'

interface DomainMailTexts {
  readonly subject: Readonly<Record<DomainNotice, (host: string) => string>>
  readonly lead: Readonly<Record<DomainNotice, (host: string) => string>>
  readonly record: (name: string, value: string) => string
  readonly advice: Readonly<Record<DomainNotice, string>>
}

export const domainMailTexts: Translations<DomainMailTexts> = {
  en: {
    subject: {
      warning: (host) => `The DNS record of ${host} is missing`,
      release: (host) => `${host} was released`,
    },
    lead: {
      warning: (host) => `We could not find the DNS record that proves that ${host} belongs to your workspace.`,
      release: (host) =>
        `The DNS record that proves that ${host} belongs to your workspace was missing for ${unprovenDays} days. The links of the domain no longer work.`,
    },
    record: (name, value) => `It is a TXT record with the name ${name} and the value ${value}.`,
    advice: {
      warning: `Set it again and keep it: we look it up every day. After ${unprovenDays} days without it, the links of the domain stop working, and somebody else can add the domain.`,
      release: 'If the domain is still yours, set the record again and verify the domain. Then its links work again.',
    },
  },
  de: {
    subject: {
      warning: (host) => `Der DNS-Eintrag von ${host} fehlt`,
      release: (host) => `${host} wurde freigegeben`,
    },
    lead: {
      warning: (host) =>
        `Wir konnten den DNS-Eintrag nicht finden, der belegt, dass ${host} zu Ihrem Arbeitsbereich gehört.`,
      release: (host) =>
        `Der DNS-Eintrag, der belegt, dass ${host} zu Ihrem Arbeitsbereich gehört, fehlte ${unprovenDays} Tage lang. Die Links der Domain funktionieren nicht mehr.`,
    },
    record: (name, value) => `Es ist ein TXT-Eintrag mit dem Namen ${name} und dem Wert ${value}.`,
    advice: {
      warning: `Setzen Sie ihn wieder, und behalten Sie ihn: Wir suchen ihn jeden Tag. Nach ${unprovenDays} Tagen ohne ihn funktionieren die Links der Domain nicht mehr, und jemand anderes kann sie hinzufügen.`,
      release:
        'Wenn die Domain noch Ihnen gehört, setzen Sie den Eintrag wieder und bestätigen Sie die Domain. Dann funktionieren ihre Links wieder.',
    },
  },
  fr: {
    subject: {
      warning: (host) => `L’enregistrement DNS de ${host} est introuvable`,
      release: (host) => `${host} a été libéré`,
    },
    lead: {
      warning: (host) =>
        `Nous n’avons pas trouvé l’enregistrement DNS qui prouve que ${host} appartient à votre espace de travail.`,
      release: (host) =>
        `L’enregistrement DNS qui prouve que ${host} appartient à votre espace de travail est resté introuvable pendant ${unprovenDays} jours. Les liens du domaine ne fonctionnent plus.`,
    },
    record: (name, value) => `C’est un enregistrement TXT nommé ${name}, dont la valeur est ${value}.`,
    advice: {
      warning: `Rétablissez-le et conservez-le\u00a0: nous le cherchons chaque jour. Après ${unprovenDays} jours sans lui, les liens du domaine cessent de fonctionner et une autre personne peut ajouter le domaine.`,
      release:
        'Si le domaine est toujours à vous, rétablissez l’enregistrement et vérifiez le domaine. Ses liens fonctionneront de nouveau.',
    },
  },
  es: {
    subject: {
      warning: (host) => `Falta el registro DNS de ${host}`,
      release: (host) => `Se ha liberado ${host}`,
    },
    lead: {
      warning: (host) =>
        `No hemos encontrado el registro DNS que demuestra que ${host} pertenece a su espacio de trabajo.`,
      release: (host) =>
        `El registro DNS que demuestra que ${host} pertenece a su espacio de trabajo ha faltado durante ${unprovenDays} días. Los enlaces del dominio ya no funcionan.`,
    },
    record: (name, value) => `Es un registro TXT con el nombre ${name} y el valor ${value}.`,
    advice: {
      warning: `Vuelva a crearlo y consérvelo: lo buscamos cada día. Tras ${unprovenDays} días sin él, los enlaces del dominio dejan de funcionar y otra persona puede añadir el dominio.`,
      release:
        'Si el dominio sigue siendo suyo, vuelva a crear el registro y verifique el dominio. Entonces sus enlaces funcionarán de nuevo.',
    },
  },
}
