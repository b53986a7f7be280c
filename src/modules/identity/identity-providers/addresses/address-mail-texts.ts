import type { Translations } from '../../../../platform/web/language.ts'
import type { LinkMailTexts } from '../../accounts/index.ts'

/** The mail names neither the person nor the provider's name for them: a stranger may have written both there. */
export const addressMailTexts: Translations<LinkMailTexts> = {
  en: {
    subject: 'Verify your e-mail address',
    paragraphs: (email) => [`Somebody, probably you, is about to create an account with the address ${email}.`],
    action: 'Go on',
    notes: [
      'Open the link in the browser in which you began to log in. It works for one hour.',
      'If you did not begin a login, ignore this message: no account is created.',
    ],
  },
  de: {
    subject: 'E-Mail-Adresse bestätigen',
    paragraphs: (email) => [`Jemand, vermutlich Sie, ist dabei, mit der Adresse ${email} ein Konto anzulegen.`],
    action: 'Weiter',
    notes: [
      'Öffnen Sie den Link in dem Browser, in dem Sie die Anmeldung begonnen haben. Er gilt eine Stunde lang.',
      'Wenn Sie keine Anmeldung begonnen haben, brauchen Sie nichts zu tun: Es wird kein Konto angelegt.',
    ],
  },
  fr: {
    subject: 'Confirmez votre adresse e-mail',
    paragraphs: (email) => [`Quelqu’un, sans doute vous, s’apprête à créer un compte avec l’adresse ${email}.`],
    action: 'Continuer',
    notes: [
      'Ouvrez le lien dans le navigateur où vous avez commencé à vous connecter. Il fonctionne pendant une heure.',
      'Si vous n’avez pas commencé de connexion, ignorez ce message\u00a0: aucun compte n’est créé.',
    ],
  },
  es: {
    subject: 'Confirme su correo electrónico',
    paragraphs: (email) => [
      `Alguien, probablemente usted, está a punto de crear una cuenta con la dirección ${email}.`,
    ],
    action: 'Continuar',
    notes: [
      'Abra el enlace en el navegador en el que empezó a iniciar sesión. Funciona durante una hora.',
      'Si no ha empezado a iniciar sesión, ignore este mensaje: no se crea ninguna cuenta.',
    ],
  },
}
