import type { Translations } from '../../../../platform/web/language.ts'

/** About people of whom the provider does not say that their address belongs to them. `name` is the name of the provider. */
const english = {
  address: {
    sent: 'Look into your inbox',
    sentLead: (name: string, email: string) =>
      `${name} does not say that the address ${email} belongs to you. We have sent a link to it. Open it in this browser within an hour, and your account is created.`,
    sentHint: 'Nothing there after a few minutes? Look into the folder for spam, or log in again.',
    title: 'Create your account',
    lead: (name: string) => `Go on if you have just logged in with ${name}. The account then has this address.`,
    button: 'Create the account',
  },
  unverified: {
    title: 'Your e-mail address is not verified',
    lead: (name: string) =>
      `${name} does not say that your address belongs to you. Verify it there, then log in again.`,
  },
  elsewhere: {
    title: 'This link does not belong to this browser',
    lead: () =>
      'Open it in the browser in which you began to log in, within an hour. If you did not begin a login, close this page. Nothing was changed.',
  },
}

export type AddressPageTexts = typeof english

export const addressPageTexts: Translations<AddressPageTexts> = {
  en: english,
  de: {
    address: {
      sent: 'Sehen Sie in Ihr Postfach',
      sentLead: (name, email) =>
        `${name} sagt nicht, dass die Adresse ${email} Ihnen gehört. Wir haben einen Link an sie geschickt. Öffnen Sie ihn innerhalb einer Stunde in diesem Browser, dann wird Ihr Konto angelegt.`,
      sentHint:
        'Nach ein paar Minuten noch nichts da? Sehen Sie im Spam-Ordner nach, oder melden Sie sich noch einmal an.',
      title: 'Ihr Konto anlegen',
      lead: (name) =>
        `Fahren Sie fort, wenn Sie sich gerade mit ${name} angemeldet haben. Das Konto hat dann diese Adresse.`,
      button: 'Konto anlegen',
    },
    unverified: {
      title: 'Ihre E-Mail-Adresse ist nicht bestätigt',
      lead: (name) =>
        `${name} sagt nicht, dass die Adresse Ihnen gehört. Bestätigen Sie sie dort, und melden Sie sich dann noch einmal an.`,
    },
    elsewhere: {
      title: 'Dieser Link gehört nicht zu diesem Browser',
      lead: () =>
        'Öffnen Sie ihn innerhalb einer Stunde in dem Browser, in dem Sie die Anmeldung begonnen haben. Wenn Sie keine begonnen haben, schließen Sie diese Seite. Es wurde nichts geändert.',
    },
  },
  fr: {
    address: {
      sent: 'Consultez votre messagerie',
      sentLead: (name, email) =>
        `${name} ne dit pas que l’adresse ${email} vous appartient. Nous y avons envoyé un lien. Ouvrez-le dans ce navigateur dans l’heure, et votre compte sera créé.`,
      sentHint: 'Toujours rien après quelques minutes\u202f? Regardez dans les indésirables, ou reconnectez-vous.',
      title: 'Créer votre compte',
      lead: (name) => `Continuez si vous venez de vous connecter avec ${name}. Le compte aura cette adresse.`,
      button: 'Créer le compte',
    },
    unverified: {
      title: 'Votre adresse e-mail n’est pas confirmée',
      lead: (name) => `${name} ne dit pas que l’adresse vous appartient. Confirmez-la là-bas, puis reconnectez-vous.`,
    },
    elsewhere: {
      title: 'Ce lien ne correspond pas à ce navigateur',
      lead: () =>
        'Ouvrez-le dans l’heure dans le navigateur où vous avez commencé à vous connecter. Si vous n’avez rien commencé, fermez cette page. Rien n’a été modifié.',
    },
  },
  es: {
    address: {
      sent: 'Mire su correo',
      sentLead: (name, email) =>
        `${name} no dice que la dirección ${email} le pertenezca. Le hemos enviado un enlace. Ábralo en este navegador antes de una hora y se creará su cuenta.`,
      sentHint: '¿No llega nada en unos minutos? Mire en la carpeta de correo no deseado o vuelva a iniciar sesión.',
      title: 'Crear su cuenta',
      lead: (name) => `Continúe si acaba de iniciar sesión con ${name}. La cuenta tendrá esta dirección.`,
      button: 'Crear la cuenta',
    },
    unverified: {
      title: 'Su dirección de correo no está confirmada',
      lead: (name) => `${name} no dice que la dirección le pertenezca. Confírmela allí y vuelva a iniciar sesión.`,
    },
    elsewhere: {
      title: 'Este enlace no corresponde a este navegador',
      lead: () =>
        'Ábralo antes de una hora en el navegador en el que empezó a iniciar sesión. Si no ha empezado nada, cierre esta página. No se ha cambiado nada.',
    },
  },
}
