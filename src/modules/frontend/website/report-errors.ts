import type { ServiceError } from '../../../platform/shared/service-error.ts'
import type { Language, Translations } from '../../../platform/web/language.ts'
import { waitSentence } from '../../../platform/web/wait-sentence.ts'
import type { ReportError, ReportField } from './report-page.ts'

const english = {
  link: 'This is not a short link of this service.',
  reason: 'Choose what is wrong with the link.',
  details: 'Use at most 1000 characters, and no invisible ones.',
  email: 'This is not an e-mail address. You may leave the field empty.',
  rateLimited: 'Many reports came from your network.',
  crossSite: 'This request came from another site. To send the report, press the button here.',
  unreadable: 'We could not read the form. Please fill it in again.',
  unavailable: 'One of our systems is not available. Nothing was sent; try again in a moment.',
}

export const reportErrorTexts: Translations<typeof english> = {
  en: english,
  de: {
    link: 'Das ist kein Kurzlink dieses Dienstes.',
    reason: 'Wählen Sie aus, was mit dem Link nicht stimmt.',
    details: 'Verwenden Sie höchstens 1000 Zeichen und keine unsichtbaren.',
    email: 'Das ist keine E-Mail-Adresse. Sie können das Feld leer lassen.',
    rateLimited: 'Aus Ihrem Netz kamen viele Meldungen.',
    crossSite:
      'Diese Anfrage kam von einer anderen Website. Um die Meldung zu senden, klicken Sie hier auf die Schaltfläche.',
    unreadable: 'Wir konnten das Formular nicht lesen. Bitte füllen Sie es noch einmal aus.',
    unavailable: 'Bei uns antwortet etwas nicht. Es wurde nichts gesendet; bitte versuchen Sie es gleich noch einmal.',
  },
  fr: {
    link: 'Ce n’est pas un lien court de ce service.',
    reason: 'Choisissez ce qui ne va pas avec le lien.',
    details: 'Utilisez au plus 1000 caractères, sans caractères invisibles.',
    email: 'Ce n’est pas une adresse e-mail. Vous pouvez laisser le champ vide.',
    rateLimited: 'De nombreux signalements sont venus de votre réseau.',
    crossSite: 'Cette demande venait d’un autre site. Pour envoyer le signalement, appuyez ici sur le bouton.',
    unreadable: 'Nous n’avons pas pu lire le formulaire. Veuillez le remplir à nouveau.',
    unavailable: 'Quelque chose ne répond pas de notre côté. Rien n’a été envoyé\u202f; réessayez dans un instant.',
  },
  es: {
    link: 'No es un enlace corto de este servicio.',
    reason: 'Elija qué problema tiene el enlace.',
    details: 'Use como máximo 1000 caracteres, y ninguno invisible.',
    email: 'No es una dirección de correo. Puede dejar el campo vacío.',
    rateLimited: 'Desde su red han llegado muchas denuncias.',
    crossSite: 'Esta solicitud venía de otro sitio. Para enviar la denuncia, pulse aquí el botón.',
    unreadable: 'No pudimos leer el formulario. Rellénelo otra vez.',
    unavailable: 'Algo de nuestro lado no responde. No se ha enviado nada; inténtelo de nuevo en un momento.',
  },
}

const fields: Readonly<Record<string, ReportField>> = {
  shortUrlOrCode: 'link',
  reason: 'reason',
  details: 'details',
  email: 'email',
}

/** Converts an error of the mutation to a message of the page. */
export function toReportError({ status, code, details, headers }: ServiceError, lang: Language): ReportError {
  const texts = reportErrorTexts[lang]
  if (code === 'RATE_LIMITED') {
    const wait = waitSentence(lang, Math.max(1, Number(headers['retry-after'])))
    return { status, field: null, message: `${texts.rateLimited} ${wait}`, headers }
  }
  const field = code === 'INVALID_PARAMS' ? fields[String(details?.[0]?.field)] : undefined
  return field
    ? { status, field, message: texts[field] }
    : { status, field: null, message: status < 500 ? texts.unreadable : texts.unavailable, headers }
}
