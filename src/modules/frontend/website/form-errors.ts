import type { ServiceError } from '../../../platform/shared/service-error.ts'
import type { Language, Translations } from '../../../platform/web/language.ts'

/** An error of the form: a message in the language of the page, and the field it belongs to, if any. */
export interface FormError {
  readonly status: number
  readonly field: 'longUrl' | 'customCode' | null
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

type Field = FormError['field']

/** Converts an error of the mutation to a message of the page. */
export function toFormError(serviceError: ServiceError, lang: Language): FormError {
  const texts = formErrorTexts[lang]
  const { field, message } = describeError(serviceError, texts, lang)
  return { status: serviceError.status, field, message, headers: serviceError.headers }
}

/** An error of a request that does not reach the mutation. */
export function createFormError(status: number, message: string): FormError {
  return { status, field: null, message }
}

function describeError(
  serviceError: ServiceError,
  texts: typeof english,
  lang: Language,
): { field: Field; message: string } {
  const detail = serviceError.details?.[0]
  switch (serviceError.code) {
    case 'INVALID_PARAMS':
      return detail?.field === 'code'
        ? { field: 'customCode', message: texts.invalidCode }
        : { field: 'longUrl', message: texts.address }
    case 'DESTINATION_LOOP':
      return { field: 'longUrl', message: texts.loop }
    case 'DESTINATION_NOT_ALLOWED':
      return { field: 'longUrl', message: texts.notAllowed }
    case 'DESTINATION_BLOCKED':
      return { field: 'longUrl', message: texts.blocked }
    case 'SLUG_RESERVED':
    case 'SLUG_NOT_ALLOWED':
      return { field: 'customCode', message: texts.reservedCode }
    case 'SLUG_TAKEN':
      return { field: 'customCode', message: texts.takenCode(getSuggestions(detail)) }
    case 'RATE_LIMITED':
      return { field: null, message: texts.rateLimited(formatWait(Number(serviceError.headers['retry-after']), lang)) }
    default:
      return { field: null, message: texts.unavailable }
  }
}

function getSuggestions(detail: Readonly<Record<string, unknown>> | undefined): string[] {
  return Array.isArray(detail?.suggestions) ? detail.suggestions.map(String) : []
}

/** Seconds up to 90, then minutes, rounded up so that a retry is not too early. */
function formatWait(seconds: number, lang: Language): string {
  const [value, unit] = seconds <= 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

const english = {
  title: 'Not shortened yet',
  address: 'We cannot shorten this address. It must begin with http:// or https:// and have at most 2048 characters.',
  loop: 'This address is already a short link. Use the address it leads to.',
  notAllowed: 'This address is not public. Use one that everybody can reach, such as https://example.com.',
  blocked: 'This address is on a block list, so we do not shorten it.',
  invalidCode: 'An ending has 5 to 64 letters from A to Z, digits and dashes.',
  reservedCode: 'This ending cannot be used. Choose another one, or leave the field empty.',
  /** `suggestions` are free codes. */
  takenCode: (suggestions: readonly string[]) =>
    `This ending is taken.${formatSuggestions(suggestions, 'Free, for example', 'or')}`,
  /** `duration` is a formatted duration. */
  rateLimited: (duration: string) => `Many addresses were shortened from your network. Try again in ${duration}.`,
  crossSite: 'This request came from another site. To shorten the address, press the button here.',
  unreadable: 'We could not read the form. Please fill it in again.',
  unavailable: 'One of our systems is not available. Nothing was shortened; try again in a moment.',
}

export const formErrorTexts: Translations<typeof english> = {
  en: english,
  de: {
    title: 'Noch nicht gekürzt',
    address:
      'Das ist keine Adresse, die wir kürzen können. Sie beginnt mit http:// oder https:// und hat höchstens 2048 Zeichen.',
    loop: 'Diese Adresse ist bereits eine von uns oder die eines anderen Kürzungsdienstes. Nehmen Sie die Adresse, zu der sie führt.',
    notAllowed:
      'Diese Adresse hat keinen öffentlichen Namen. Nehmen Sie eine, die alle erreichen, etwa https://example.com.',
    blocked: 'Diese Adresse steht auf einer Sperrliste, deshalb kürzen wir sie nicht.',
    invalidCode: 'Eine Endung hat 5 bis 64 Buchstaben von A bis Z, Ziffern und Bindestriche.',
    reservedCode: 'Diese Endung ist nicht möglich. Wählen Sie eine andere oder lassen Sie das Feld leer.',
    takenCode: (suggestions) =>
      `Diese Endung ist vergeben.${formatSuggestions(suggestions, 'Frei ist zum Beispiel', 'oder')}`,
    rateLimited: (duration) =>
      `Aus Ihrem Netz wurden viele Adressen gekürzt. Versuchen Sie es in ${duration} noch einmal.`,
    crossSite:
      'Diese Anfrage kam von einer anderen Website. Wenn Sie die Adresse kürzen möchten, klicken Sie hier auf die Schaltfläche.',
    unreadable: 'Das Formular kam nicht so an, wie wir es kennen. Füllen Sie es hier noch einmal aus.',
    unavailable:
      'Bei uns antwortet gerade etwas nicht. Es wurde nichts gekürzt; bitte versuchen Sie es gleich noch einmal.',
  },
  fr: {
    title: 'Pas encore raccourcie',
    address:
      'Ce n’est pas une adresse que nous pouvons raccourcir. Elle commence par http:// ou https:// et compte au plus 2048 caractères.',
    loop: 'Cette adresse est déjà l’une des nôtres ou celle d’un autre raccourcisseur. Utilisez l’adresse à laquelle elle mène.',
    notAllowed:
      'Cette adresse n’a pas de nom public. Utilisez-en une que tout le monde peut atteindre, par exemple https://example.com.',
    blocked: 'Cette adresse figure sur une liste de blocage, nous ne la raccourcissons donc pas.',
    invalidCode: 'Une terminaison compte de 5 à 64 lettres de A à Z, chiffres et tirets.',
    reservedCode: 'Cette terminaison n’est pas possible. Choisissez-en une autre ou laissez le champ vide.',
    takenCode: (suggestions) =>
      `Cette terminaison est déjà prise.${formatSuggestions(suggestions, 'Libre, par exemple :', 'ou')}`,
    rateLimited: (duration) =>
      `Beaucoup d’adresses ont été raccourcies depuis votre réseau. Réessayez dans ${duration}.`,
    crossSite: 'Cette demande venait d’un autre site. Si vous voulez raccourcir l’adresse, appuyez ici sur le bouton.',
    unreadable: 'Le formulaire n’est pas arrivé sous la forme attendue. Remplissez-le ici encore une fois.',
    unavailable: 'Quelque chose ne répond pas de notre côté. Rien n’a été raccourci ; réessayez dans un instant.',
  },
  es: {
    title: 'Aún sin acortar',
    address:
      'No es una dirección que podamos acortar. Empieza por http:// o https:// y tiene como máximo 2048 caracteres.',
    loop: 'Esta dirección ya es una de las nuestras o la de otro acortador. Use la dirección a la que lleva.',
    notAllowed:
      'Esta dirección no tiene un nombre público. Use una a la que todos puedan llegar, por ejemplo https://example.com.',
    blocked: 'Esta dirección está en una lista de bloqueo, por eso no la acortamos.',
    invalidCode: 'Una terminación tiene de 5 a 64 letras de la A a la Z, cifras y guiones.',
    reservedCode: 'Esta terminación no se puede usar. Elija otra o deje el campo vacío.',
    takenCode: (suggestions) =>
      `Esta terminación ya está ocupada.${formatSuggestions(suggestions, 'Libre, por ejemplo:', 'o')}`,
    rateLimited: (duration) => `Desde su red se han acortado muchas direcciones. Inténtelo de nuevo en ${duration}.`,
    crossSite: 'Esta solicitud venía de otro sitio. Si quiere acortar la dirección, pulse aquí el botón.',
    unreadable: 'El formulario no llegó como lo conocemos. Rellénelo aquí otra vez.',
    unavailable: 'Algo de nuestro lado no responde. No se ha acortado nada; inténtelo de nuevo en un momento.',
  },
}

function formatSuggestions(suggestions: readonly string[], lead: string, or: string): string {
  if (suggestions.length === 0) return ''
  const [last = '', ...others] = suggestions.toReversed()
  return ` ${lead} ${others.length > 0 ? `${others.toReversed().join(', ')} ${or} ${last}` : last}.`
}
