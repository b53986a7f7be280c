import type { Translations } from '../../platform/web/language.ts'

/** Why an address was not shortened, in words for the person who sent it. */
export interface FormErrorTexts {
  readonly title: string
  readonly address: string
  readonly loop: string
  readonly notAllowed: string
  readonly blocked: string
  readonly invalidCode: string
  readonly reservedCode: string
  /** `free` names endings that nobody has. */
  takenCode(suggestions: readonly string[]): string
  /** `wait` is a stretch of time in words of the same language. */
  rateLimited(duration: string): string
  readonly crossSite: string
  readonly unreadable: string
  readonly unavailable: string
}

export const formErrorTexts: Translations<FormErrorTexts> = {
  en: {
    title: 'Not shortened yet',
    address: 'This is no address we can shorten. It begins with http:// or https:// and has at most 2048 characters.',
    loop: 'This address is one of ours already, or that of another link shortener. Use the address it leads to.',
    notAllowed: 'This address has no public name. Use one that everybody can reach, such as https://example.com.',
    blocked: 'This address is on a block list, so we do not shorten it.',
    invalidCode: 'An ending has 5 to 64 letters from A to Z, digits and dashes.',
    reservedCode: 'This ending cannot be used. Choose another one, or leave the field empty.',
    takenCode: (free) => `This ending is taken.${suggestFree(free, 'Free, for example', 'or')}`,
    rateLimited: (wait) => `Many addresses were shortened from your network. Try again in ${wait}.`,
    crossSite: 'This request came from another site. If you want to shorten the address, press the button here.',
    unreadable: 'The form did not arrive as we know it. Fill it in here once more.',
    unavailable: 'Something on our side is not answering. Nothing was shortened; try again in a moment.',
  },
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
    takenCode: (free) => `Diese Endung ist vergeben.${suggestFree(free, 'Frei ist zum Beispiel', 'oder')}`,
    rateLimited: (wait) => `Aus Ihrem Netz wurden viele Adressen gekürzt. Versuchen Sie es in ${wait} noch einmal.`,
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
    takenCode: (free) => `Cette terminaison est déjà prise.${suggestFree(free, 'Libre, par exemple :', 'ou')}`,
    rateLimited: (wait) => `Beaucoup d’adresses ont été raccourcies depuis votre réseau. Réessayez dans ${wait}.`,
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
    takenCode: (free) => `Esta terminación ya está ocupada.${suggestFree(free, 'Libre, por ejemplo:', 'o')}`,
    rateLimited: (wait) => `Desde su red se han acortado muchas direcciones. Inténtelo de nuevo en ${wait}.`,
    crossSite: 'Esta solicitud venía de otro sitio. Si quiere acortar la dirección, pulse aquí el botón.',
    unreadable: 'El formulario no llegó como lo conocemos. Rellénelo aquí otra vez.',
    unavailable: 'Algo de nuestro lado no responde. No se ha acortado nada; inténtelo de nuevo en un momento.',
  },
}

function suggestFree(free: readonly string[], lead: string, or: string): string {
  if (free.length === 0) return ''
  const [last = '', ...others] = free.toReversed()
  return ` ${lead} ${others.length > 0 ? `${others.toReversed().join(', ')} ${or} ${last}` : last}.`
}
