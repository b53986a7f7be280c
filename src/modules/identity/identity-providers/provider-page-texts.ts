import type { Translations } from '../../../platform/web/language.ts'

/** `name` is the name of a provider. */
const english = {
  connect: {
    title: 'Connect both once',
    lead: (name: string, email: string) =>
      `An account here has the address ${email}. Enter its password to log in with ${name} from now on.`,
    button: 'Connect and log in',
    claimLead:
      'Nobody has proved yet that this address is theirs. If you have not chosen the password, somebody else has: begin anew. The password and all that gives access to the account end, its links stay.',
    claim: 'Begin anew without the password',
  },
  unreachable: {
    title: 'The login does not answer',
    lead: (name: string) => `${name} cannot be reached at the moment. Please try again in a few minutes.`,
  },
  mistaken: {
    title: 'This login was not accepted',
    lead: (name: string) =>
      `The answer of ${name} does not belong to your login. Please try again, and tell the operator if it happens again.`,
  },
  declined: {
    title: 'You are not logged in',
    lead: (name: string) => `The login with ${name} was cancelled, or you may not use it for this service.`,
  },
  expired: {
    title: 'Please log in again',
    lead: (name: string) =>
      `This login with ${name} took too long, was completed already, or began in another browser. Nothing was changed.`,
  },
  domain: {
    title: 'You cannot log in with this address',
    lead: (name: string) =>
      `Only people with a verified address of certain organisations log in with ${name}. Ask the operator if you should be one of them.`,
  },
  noEmail: {
    title: 'Your e-mail address is missing',
    lead: (name: string) => `${name} does not say which e-mail address you have, and an account needs one.`,
  },
  noAccount: {
    title: 'You have no account here',
    lead: (name: string) => `A login with ${name} creates no account. Ask the operator for one.`,
  },
  taken: {
    title: 'This address has an account already',
    lead: (name: string) =>
      `It is not connected with ${name}, and the address does not prove that it is yours. Log in as you did before, then connect both on the page of your account.`,
  },
  connected: {
    title: 'Another account is connected',
    lead: (name: string) =>
      `You have another account here, which is connected with ${name}. Log in with ${name} to reach it, and remove the connection there first.`,
  },
  unproven: {
    title: 'You were not asked again',
    lead: (name: string) =>
      `${name} does not say that you have logged in just now, so this proves nothing. Log out here and there, then log in again.`,
  },
  stranger: {
    title: 'This is somebody else',
    lead: (name: string) =>
      `Your account here is not connected with the person who has logged in with ${name}. Nothing was changed.`,
  },
  suspended: {
    title: 'This account is suspended',
    lead: (name: string) =>
      `The login with ${name} is right, but the operator of this service has suspended your account. Please contact them.`,
  },
  again: 'Back to the login',
  back: 'Back',
}

export type ProviderPageTexts = typeof english

export const providerPageTexts: Translations<ProviderPageTexts> = {
  en: english,
  de: {
    connect: {
      title: 'Einmal verbinden',
      lead: (name, email) =>
        `Ein Konto hat hier die Adresse ${email}. Geben Sie sein Passwort ein, um sich künftig mit ${name} anzumelden.`,
      button: 'Verbinden und anmelden',
      claimLead:
        'Noch niemand hat bewiesen, dass diese Adresse die eigene ist. Wenn Sie das Passwort nicht gewählt haben, war es jemand anderes: Beginnen Sie neu. Das Passwort und alles, was Zugang zum Konto gibt, enden, seine Links bleiben.',
      claim: 'Ohne das Passwort neu beginnen',
    },
    unreachable: {
      title: 'Die Anmeldung antwortet nicht',
      lead: (name) =>
        `${name} ist im Moment nicht zu erreichen. Bitte versuchen Sie es in einigen Minuten noch einmal.`,
    },
    mistaken: {
      title: 'Diese Anmeldung wurde nicht angenommen',
      lead: (name) =>
        `Die Antwort von ${name} gehört nicht zu Ihrer Anmeldung. Versuchen Sie es noch einmal, und sagen Sie dem Betreiber Bescheid, wenn es wieder geschieht.`,
    },
    declined: {
      title: 'Sie sind nicht angemeldet',
      lead: (name) =>
        `Die Anmeldung mit ${name} wurde abgebrochen, oder Sie dürfen sie für diesen Dienst nicht benutzen.`,
    },
    expired: {
      title: 'Bitte melden Sie sich noch einmal an',
      lead: (name) =>
        `Diese Anmeldung mit ${name} hat zu lange gedauert, war schon abgeschlossen oder begann in einem anderen Browser. Es wurde nichts geändert.`,
    },
    domain: {
      title: 'Mit dieser Adresse können Sie sich nicht anmelden',
      lead: (name) =>
        `Mit ${name} melden sich nur Personen mit bestätigten Adressen bestimmter Organisationen an. Fragen Sie den Betreiber, wenn Sie dazugehören.`,
    },
    noEmail: {
      title: 'Ihre E-Mail-Adresse fehlt',
      lead: (name) => `${name} teilt Ihre E-Mail-Adresse nicht mit, und ein Konto braucht eine.`,
    },
    noAccount: {
      title: 'Sie haben hier kein Konto',
      lead: (name) => `Eine Anmeldung mit ${name} legt kein Konto an. Bitten Sie den Betreiber um eines.`,
    },
    taken: {
      title: 'Zu dieser Adresse gibt es schon ein Konto',
      lead: (name) =>
        `Es ist nicht mit ${name} verbunden, und die Adresse beweist nicht, dass es Ihres ist. Melden Sie sich wie bisher an und verbinden Sie beide auf der Seite Ihres Kontos.`,
    },
    connected: {
      title: 'Ein anderes Konto ist verbunden',
      lead: (name) =>
        `Sie haben hier ein anderes Konto, das mit ${name} verbunden ist. Melden Sie sich mit ${name} an, um dorthin zu gelangen, und entfernen Sie die Verbindung zuerst dort.`,
    },
    unproven: {
      title: 'Sie wurden nicht noch einmal gefragt',
      lead: (name) =>
        `${name} sagt nicht, dass Sie sich gerade angemeldet haben. Das beweist also nichts. Melden Sie sich hier und dort ab und dann wieder an.`,
    },
    stranger: {
      title: 'Das ist jemand anders',
      lead: (name) =>
        `Ihr Konto hier ist nicht mit der Person verbunden, die sich mit ${name} angemeldet hat. Es wurde nichts geändert.`,
    },
    suspended: {
      title: 'Dieses Konto ist gesperrt',
      lead: (name) =>
        `Die Anmeldung mit ${name} stimmt, aber der Betreiber dieses Dienstes hat Ihr Konto gesperrt. Bitte wenden Sie sich an ihn.`,
    },
    again: 'Zurück zur Anmeldung',
    back: 'Zurück',
  },
  fr: {
    connect: {
      title: 'Associer les deux une fois',
      lead: (name, email) =>
        `Un compte a ici l’adresse ${email}. Saisissez son mot de passe pour vous connecter désormais avec ${name}.`,
      button: 'Associer et se connecter',
      claimLead:
        'Personne n’a encore prouvé que cette adresse est la sienne. Si vous n’avez pas choisi le mot de passe, quelqu’un d’autre l’a fait\u00a0: recommencez à neuf. Le mot de passe et tout ce qui donne accès au compte prennent fin, ses liens restent.',
      claim: 'Recommencer sans le mot de passe',
    },
    unreachable: {
      title: 'La connexion ne répond pas',
      lead: (name) => `${name} est injoignable pour le moment. Veuillez réessayer dans quelques minutes.`,
    },
    mistaken: {
      title: 'Cette connexion n’a pas été acceptée',
      lead: (name) =>
        `La réponse de ${name} ne correspond pas à votre connexion. Réessayez, et prévenez l’exploitant si cela se reproduit.`,
    },
    declined: {
      title: 'Vous n’êtes pas connecté',
      lead: (name) => `La connexion avec ${name} a été annulée, ou vous ne pouvez pas l’utiliser pour ce service.`,
    },
    expired: {
      title: 'Veuillez vous reconnecter',
      lead: (name) =>
        `Cette connexion avec ${name} a pris trop de temps, était déjà terminée ou a commencé dans un autre navigateur. Rien n’a été modifié.`,
    },
    domain: {
      title: 'Cette adresse ne permet pas de se connecter',
      lead: (name) =>
        `Seules les personnes ayant une adresse confirmée de certaines organisations se connectent avec ${name}. Demandez à l’exploitant si vous devriez en faire partie.`,
    },
    noEmail: {
      title: 'Votre adresse e-mail manque',
      lead: (name) => `${name} n’indique pas votre adresse e-mail, et un compte en a besoin.`,
    },
    noAccount: {
      title: 'Vous n’avez pas de compte ici',
      lead: (name) => `Une connexion avec ${name} ne crée pas de compte. Demandez-en un à l’exploitant.`,
    },
    taken: {
      title: 'Cette adresse a déjà un compte',
      lead: (name) =>
        `Il n’est pas associé à ${name}, et l’adresse ne prouve pas qu’il est le vôtre. Connectez-vous comme avant, puis associez les deux sur la page de votre compte.`,
    },
    connected: {
      title: 'Un autre compte est associé',
      lead: (name) =>
        `Vous avez ici un autre compte, associé à ${name}. Connectez-vous avec ${name} pour y accéder, et supprimez-y d’abord l’association.`,
    },
    unproven: {
      title: 'Vous n’avez pas été interrogé de nouveau',
      lead: (name) =>
        `${name} n’indique pas que vous venez de vous connecter\u00a0: cela ne prouve donc rien. Déconnectez-vous ici et là-bas, puis reconnectez-vous.`,
    },
    stranger: {
      title: 'C’est quelqu’un d’autre',
      lead: (name) =>
        `Votre compte n’est pas associé à la personne qui s’est connectée avec ${name}. Rien n’a été modifié.`,
    },
    suspended: {
      title: 'Ce compte est suspendu',
      lead: (name) =>
        `La connexion avec ${name} est correcte, mais l’exploitant de ce service a suspendu votre compte. Veuillez le contacter.`,
    },
    again: 'Retour à la connexion',
    back: 'Retour',
  },
  es: {
    connect: {
      title: 'Conectar ambos una vez',
      lead: (name, email) =>
        `Una cuenta tiene aquí la dirección ${email}. Escriba su contraseña para iniciar sesión con ${name} a partir de ahora.`,
      button: 'Conectar e iniciar sesión',
      claimLead:
        'Nadie ha demostrado todavía que esta dirección es suya. Si usted no ha elegido la contraseña, lo ha hecho otra persona: empiece de nuevo. La contraseña y todo lo que da acceso a la cuenta terminan, sus enlaces se quedan.',
      claim: 'Empezar de nuevo sin la contraseña',
    },
    unreachable: {
      title: 'El inicio de sesión no responde',
      lead: (name) => `No se puede acceder a ${name} en este momento. Vuelva a intentarlo en unos minutos.`,
    },
    mistaken: {
      title: 'Este inicio de sesión no se ha aceptado',
      lead: (name) =>
        `La respuesta de ${name} no corresponde a su inicio de sesión. Inténtelo de nuevo y avise al operador si vuelve a ocurrir.`,
    },
    declined: {
      title: 'No ha iniciado sesión',
      lead: (name) => `El inicio de sesión con ${name} se canceló, o no puede usarlo para este servicio.`,
    },
    expired: {
      title: 'Inicie sesión de nuevo',
      lead: (name) =>
        `Este inicio de sesión con ${name} tardó demasiado, ya se había completado o empezó en otro navegador. No se ha cambiado nada.`,
    },
    domain: {
      title: 'Con esta dirección no puede iniciar sesión',
      lead: (name) =>
        `Con ${name} solo inician sesión personas con una dirección confirmada de ciertas organizaciones. Pregunte al operador si debería ser una de ellas.`,
    },
    noEmail: {
      title: 'Falta su correo electrónico',
      lead: (name) => `${name} no indica su correo electrónico, y una cuenta necesita uno.`,
    },
    noAccount: {
      title: 'No tiene una cuenta aquí',
      lead: (name) => `Iniciar sesión con ${name} no crea ninguna cuenta. Pida una al operador.`,
    },
    taken: {
      title: 'Esta dirección ya tiene una cuenta',
      lead: (name) =>
        `No está conectada con ${name}, y la dirección no demuestra que sea suya. Inicie sesión como antes y conecte ambas en la página de su cuenta.`,
    },
    connected: {
      title: 'Otra cuenta está conectada',
      lead: (name) =>
        `Tiene aquí otra cuenta, conectada con ${name}. Inicie sesión con ${name} para acceder a ella y quite allí primero la conexión.`,
    },
    unproven: {
      title: 'No se le ha preguntado de nuevo',
      lead: (name) =>
        `${name} no indica que acabe de iniciar sesión, así que esto no prueba nada. Cierre la sesión aquí y allí, y vuelva a iniciarla.`,
    },
    stranger: {
      title: 'Es otra persona',
      lead: (name) =>
        `Su cuenta no está conectada con la persona que ha iniciado sesión con ${name}. No se ha cambiado nada.`,
    },
    suspended: {
      title: 'Esta cuenta está suspendida',
      lead: (name) =>
        `El inicio de sesión con ${name} es correcto, pero el operador de este servicio ha suspendido su cuenta. Póngase en contacto con él.`,
    },
    again: 'Volver al inicio de sesión',
    back: 'Volver',
  },
}
