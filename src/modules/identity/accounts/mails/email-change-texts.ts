import type { MailContent } from '../../../../platform/mail/mail.ts'
import type { Translations } from '../../../../platform/web/language.ts'
import type { LinkMailTexts } from './account-mail-texts.ts'

export const emailChangeTexts: Translations<LinkMailTexts> = {
  en: {
    subject: 'Confirm your new e-mail address',
    paragraphs: (email) => [`${email} is to become the address of an account. Confirm that it is yours.`],
    action: 'Confirm the address',
    notes: [
      'The link works once, for three days. You confirm the address logged in to that account.',
      'If you did not ask for this, ignore this message: the account keeps its address.',
    ],
  },
  de: {
    subject: 'Neue E-Mail-Adresse bestätigen',
    paragraphs: (email) => [`${email} soll die Adresse eines Kontos werden. Bestätigen Sie, dass es Ihre Adresse ist.`],
    action: 'Adresse bestätigen',
    notes: [
      'Der Link gilt einmal und drei Tage lang. Sie bestätigen die Adresse angemeldet in diesem Konto.',
      'Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Das Konto behält seine Adresse.',
    ],
  },
  fr: {
    subject: 'Confirmez votre nouvelle adresse e-mail',
    paragraphs: (email) => [`${email} doit devenir l’adresse d’un compte. Confirmez qu’il s’agit bien de la vôtre.`],
    action: 'Confirmer l’adresse',
    notes: [
      'Le lien fonctionne une seule fois, pendant trois jours. Vous confirmez l’adresse en étant connecté à ce compte.',
      'Si vous n’avez rien demandé, ignorez ce message\u00a0: le compte garde son adresse.',
    ],
  },
  es: {
    subject: 'Confirme su nuevo correo electrónico',
    paragraphs: (email) => [`${email} va a ser la dirección de una cuenta. Confirme que es suya.`],
    action: 'Confirmar la dirección',
    notes: [
      'El enlace funciona una sola vez, durante tres días. Confirme la dirección con la sesión de esa cuenta iniciada.',
      'Si no lo ha pedido, ignore este mensaje: la cuenta conserva su dirección.',
    ],
  },
}

/** The mail to the present address when a change is asked for. It does not contain the new address. */
export const emailChangeStopTexts: Translations<LinkMailTexts> = {
  en: {
    subject: 'Your e-mail address is to be changed',
    paragraphs: (email) => [`Somebody, probably you, asked for another e-mail address for the account of ${email}.`],
    action: 'Stop the change',
    notes: [
      'If it was you, there is nothing to do here: confirm the change by the message to the new address.',
      'If it was not you, stop the change, and choose a new password: whoever asked for it was logged in to your account.',
    ],
  },
  de: {
    subject: 'Ihre E-Mail-Adresse soll geändert werden',
    paragraphs: (email) => [
      `Jemand, vermutlich Sie, hat für das Konto von ${email} eine andere E-Mail-Adresse angefordert.`,
    ],
    action: 'Änderung stoppen',
    notes: [
      'Wenn Sie das waren, ist hier nichts zu tun: Bestätigen Sie die Änderung mit der Nachricht an die neue Adresse.',
      'Wenn Sie das nicht waren, stoppen Sie die Änderung und wählen Sie ein neues Passwort: Wer sie angefordert hat, war in Ihrem Konto angemeldet.',
    ],
  },
  fr: {
    subject: 'Votre adresse e-mail va être modifiée',
    paragraphs: (email) => [
      `Quelqu’un, sans doute vous, a demandé une autre adresse e-mail pour le compte de ${email}.`,
    ],
    action: 'Arrêter la modification',
    notes: [
      'Si c’était vous, il n’y a rien à faire ici\u00a0: confirmez la modification avec le message envoyé à la nouvelle adresse.',
      'Sinon, arrêtez la modification et choisissez un nouveau mot de passe\u00a0: la personne qui l’a demandée était connectée à votre compte.',
    ],
  },
  es: {
    subject: 'Se va a cambiar su correo electrónico',
    paragraphs: (email) => [
      `Alguien, probablemente usted, ha pedido otra dirección de correo para la cuenta de ${email}.`,
    ],
    action: 'Detener el cambio',
    notes: [
      'Si ha sido usted, aquí no hay nada que hacer: confirme el cambio con el mensaje enviado a la dirección nueva.',
      'Si no ha sido usted, detenga el cambio y elija una contraseña nueva: quien lo pidió tenía la sesión iniciada en su cuenta.',
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
