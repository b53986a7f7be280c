import type { MailContent } from '../../../../platform/mail/mail.ts'
import type { Translations } from '../../../../platform/web/language.ts'
import type { LinkMailTexts } from './account-mail-texts.ts'

export const emailChangeTexts: Translations<LinkMailTexts> = {
  en: {
    subject: 'Confirm your new e-mail address',
    paragraphs: (email) => [`${email} is to become the address of an account. Confirm that it is yours.`],
    action: 'Confirm the address',
    notes: [
      'The link works once, for three days.',
      'If you did not ask for this, ignore this message: the account keeps its address.',
    ],
  },
  de: {
    subject: 'Neue E-Mail-Adresse bestätigen',
    paragraphs: (email) => [`${email} soll die Adresse eines Kontos werden. Bestätigen Sie, dass es Ihre Adresse ist.`],
    action: 'Adresse bestätigen',
    notes: [
      'Der Link gilt einmal und drei Tage lang.',
      'Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Das Konto behält seine Adresse.',
    ],
  },
  fr: {
    subject: 'Confirmez votre nouvelle adresse e-mail',
    paragraphs: (email) => [`${email} doit devenir l’adresse d’un compte. Confirmez qu’il s’agit bien de la vôtre.`],
    action: 'Confirmer l’adresse',
    notes: [
      'Le lien fonctionne une seule fois, pendant trois jours.',
      'Si vous n’avez rien demandé, ignorez ce message\u00a0: le compte garde son adresse.',
    ],
  },
  es: {
    subject: 'Confirme su nuevo correo electrónico',
    paragraphs: (email) => [`${email} va a ser la dirección de una cuenta. Confirme que es suya.`],
    action: 'Confirmar la dirección',
    notes: [
      'El enlace funciona una sola vez, durante tres días.',
      'Si no lo ha pedido, ignore este mensaje: la cuenta conserva su dirección.',
    ],
  },
}

/** The mail to the former address. It does not contain the new address. */
export const emailChangedTexts: Translations<MailContent> = {
  en: {
    subject: 'Your e-mail address was changed',
    paragraphs: ['Your account has another e-mail address now. It gets no more messages at this one.'],
    notes: ['If this was not you, contact the operator of this service at once.'],
  },
  de: {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    paragraphs: ['Ihr Konto hat jetzt eine andere E-Mail-Adresse. An diese hier gehen keine Nachrichten mehr.'],
    notes: ['Wenn Sie das nicht waren, wenden Sie sich sofort an den Betreiber dieses Dienstes.'],
  },
  fr: {
    subject: 'Votre adresse e-mail a été modifiée',
    paragraphs: ['Votre compte a maintenant une autre adresse e-mail. Celle-ci ne reçoit plus de messages.'],
    notes: ['Si ce n’était pas vous, contactez tout de suite l’exploitant de ce service.'],
  },
  es: {
    subject: 'Se ha cambiado su correo electrónico',
    paragraphs: ['Su cuenta tiene ahora otra dirección de correo. A esta ya no llegarán mensajes.'],
    notes: ['Si no ha sido usted, póngase en contacto enseguida con quien gestiona este servicio.'],
  },
}
