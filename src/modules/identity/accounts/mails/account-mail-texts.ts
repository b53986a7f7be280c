import type { MailContent } from '../../../../platform/mail/mail.ts'
import type { Translations } from '../../../../platform/web/language.ts'

/**
 * The texts of a mail with one link. They do not contain the name of the account, because anybody can register the
 * address of somebody else.
 */
export interface LinkMailTexts {
  readonly subject: string
  readonly paragraphs: (email: string) => readonly string[]
  readonly action: string
  readonly notes: readonly string[]
}

export const passwordResetTexts: Translations<LinkMailTexts> = {
  en: {
    subject: 'Choose a new password',
    paragraphs: (email) => [`Somebody, probably you, asked for a new password for the account of ${email}.`],
    action: 'Choose a new password',
    notes: [
      'The link works once, for one hour.',
      'If you did not ask for it, ignore this message: the password stays as it is.',
    ],
  },
  de: {
    subject: 'Neues Passwort wählen',
    paragraphs: (email) => [`Jemand, vermutlich Sie, hat für das Konto von ${email} ein neues Passwort angefordert.`],
    action: 'Neues Passwort wählen',
    notes: [
      'Der Link gilt einmal und eine Stunde lang.',
      'Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Das Passwort bleibt, wie es ist.',
    ],
  },
  fr: {
    subject: 'Choisir un nouveau mot de passe',
    paragraphs: (email) => [
      `Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour le compte de ${email}.`,
    ],
    action: 'Choisir un nouveau mot de passe',
    notes: [
      'Le lien fonctionne une seule fois, pendant une heure.',
      'Si vous n’avez rien demandé, ignorez ce message\u00a0: le mot de passe reste le même.',
    ],
  },
  es: {
    subject: 'Elegir una contraseña nueva',
    paragraphs: (email) => [`Alguien, probablemente usted, ha pedido una contraseña nueva para la cuenta de ${email}.`],
    action: 'Elegir una contraseña nueva',
    notes: [
      'El enlace funciona una sola vez, durante una hora.',
      'Si no la ha pedido, ignore este mensaje: la contraseña no cambia.',
    ],
  },
}

export const emailVerificationTexts: Translations<LinkMailTexts> = {
  en: {
    subject: 'Verify your e-mail address',
    paragraphs: (email) => [`An account was registered with the address ${email}. Verify that it is yours.`],
    action: 'Verify the address',
    notes: [
      'The link works once, for three days.',
      'If you did not register, ignore this message. The address then stays unverified.',
    ],
  },
  de: {
    subject: 'E-Mail-Adresse bestätigen',
    paragraphs: (email) => [
      `Mit der Adresse ${email} wurde ein Konto registriert. Bestätigen Sie, dass es Ihre Adresse ist.`,
    ],
    action: 'Adresse bestätigen',
    notes: [
      'Der Link gilt einmal und drei Tage lang.',
      'Wenn Sie sich nicht registriert haben, brauchen Sie nichts zu tun. Die Adresse bleibt dann unbestätigt.',
    ],
  },
  fr: {
    subject: 'Confirmez votre adresse e-mail',
    paragraphs: (email) => [`Un compte a été créé avec l’adresse ${email}. Confirmez qu’il s’agit bien de la vôtre.`],
    action: 'Confirmer l’adresse',
    notes: [
      'Le lien fonctionne une seule fois, pendant trois jours.',
      'Si vous n’avez pas créé de compte, ignorez ce message. L’adresse ne sera pas confirmée.',
    ],
  },
  es: {
    subject: 'Confirme su correo electrónico',
    paragraphs: (email) => [`Se ha registrado una cuenta con la dirección ${email}. Confirme que es suya.`],
    action: 'Confirmar la dirección',
    notes: [
      'El enlace funciona una sola vez, durante tres días.',
      'Si no se ha registrado, ignore este mensaje. La dirección quedará sin confirmar.',
    ],
  },
}

/** The content of a mail with one link. */
export function writeLinkMail(texts: LinkMailTexts, email: string, url: string): MailContent {
  const { subject, paragraphs, action, notes } = texts
  return { subject, paragraphs: paragraphs(email), action: { label: action, url }, notes }
}

/** What to do if somebody else did it and the account may be lost. */
export const operatorNotes: Translations = {
  en: 'If this was not you, change your password at once, and contact the operator of this service.',
  de: 'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und wenden Sie sich an den Betreiber dieses Dienstes.',
  fr: 'Si ce n’était pas vous, changez tout de suite votre mot de passe et contactez l’exploitant de ce service.',
  es: 'Si no ha sido usted, cambie enseguida su contraseña y póngase en contacto con quien gestiona este servicio.',
}
