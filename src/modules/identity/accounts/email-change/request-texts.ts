import type { Translations } from '../../../../platform/web/language.ts'

const english = {
  title: 'Change your address',
  lead: 'We send a link to the new e-mail address. When you have confirmed it there, you log in with it, and messages about your account go there.',
  present: 'Present address',
  next: 'New address',
  waiting: (email: string) => `A link is on its way to ${email}. Open it within three days and confirm the address.`,
  until:
    'Until then everything stays as it is. Stay logged in here: the end of this login ends the change too. The present address gets a message with a link that stops the change.',
  send: 'Send the link',
  another: 'Another address, or another link',
  back: 'Back to your account',
}

/** Texts of the page on which a new address is asked for. */
export const requestTexts: Translations<typeof english> = {
  en: english,
  de: {
    title: 'E-Mail-Adresse ändern',
    lead: 'Wir senden einen Link an die neue Adresse. Sobald Sie sie dort bestätigt haben, melden Sie sich mit ihr an, und Nachrichten zu Ihrem Konto gehen dorthin.',
    present: 'Bisherige Adresse',
    next: 'Neue Adresse',
    waiting: (email) =>
      `Ein Link ist unterwegs an ${email}. Öffnen Sie ihn innerhalb von drei Tagen und bestätigen Sie die Adresse.`,
    until:
      'Bis dahin bleibt alles, wie es ist. Bleiben Sie hier angemeldet: Mit dieser Anmeldung endet auch die Änderung. Die bisherige Adresse bekommt eine Nachricht mit einem Link, der die Änderung stoppt.',
    send: 'Link senden',
    another: 'Andere Adresse oder neuer Link',
    back: 'Zurück zu Ihrem Konto',
  },
  fr: {
    title: 'Changer votre adresse e-mail',
    lead: 'Nous envoyons un lien à la nouvelle adresse. Une fois confirmée, elle servira à vous connecter, et les messages sur votre compte y seront envoyés.',
    present: 'Adresse actuelle',
    next: 'Nouvelle adresse',
    waiting: (email) => `Un lien est en route vers ${email}. Ouvrez-le dans les trois jours et confirmez l’adresse.`,
    until:
      'D’ici là, rien ne change. Restez connecté ici\u00a0: la fin de cette connexion met aussi fin à la modification. L’adresse actuelle reçoit un message avec un lien qui arrête la modification.',
    send: 'Envoyer le lien',
    another: 'Une autre adresse, ou un autre lien',
    back: 'Retour à votre compte',
  },
  es: {
    title: 'Cambiar su correo electrónico',
    lead: 'Enviamos un enlace a la nueva dirección. Cuando la haya confirmado allí, iniciará sesión con ella, y los mensajes sobre su cuenta llegarán allí.',
    present: 'Dirección actual',
    next: 'Dirección nueva',
    waiting: (email) => `Un enlace está en camino a ${email}. Ábralo en un plazo de tres días y confirme la dirección.`,
    until:
      'Hasta entonces todo sigue igual. No cierre la sesión aquí: el final de esta sesión termina también el cambio. La dirección actual recibe un mensaje con un enlace que detiene el cambio.',
    send: 'Enviar el enlace',
    another: 'Otra dirección u otro enlace',
    back: 'Volver a su cuenta',
  },
}
