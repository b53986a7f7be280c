import type { Translations } from '../../../../platform/web/language.ts'

const english = {
  title: 'Log in with your organisation',
  lead: 'With an identity provider that is connected, you log in without the password of this account.',
  none: 'None is connected yet.',
  unavailable: 'This service has no identity provider with which you could log in. Whoever runs it can add one.',
  since: (day: string) => `Connected since ${day}.`,
  connect: (name: string) => `Connect ${name}`,
  remove: 'Remove',
  question: {
    title: 'Remove this provider?',
    lead: 'You then no longer log in with it. Logins that began with it end, but for this one.',
    keep: 'Keep it',
  },
  back: 'Back to your account',
  going: (name: string) => `On to ${name}`,
  goingLead: 'Log in there to go on.',
  loggedOut: 'You are logged out here. Log out there too.',
  go: 'Go on',
  errors: {
    onlyWay: 'This is the only way to log in to your account. Choose a password first.',
    missing: 'It was removed already.',
  },
}

export type IdentityPageTexts = typeof english

/** Texts of the page about the identity providers of an account, and of the page that leads to one. */
export const identityPageTexts: Translations<IdentityPageTexts> = {
  en: english,
  de: {
    title: 'Mit Ihrer Organisation anmelden',
    lead: 'Mit einem verbundenen Identitätsanbieter melden Sie sich ohne das Passwort dieses Kontos an.',
    none: 'Noch ist keiner verbunden.',
    unavailable:
      'Dieser Dienst hat keinen Identitätsanbieter, mit dem Sie sich anmelden könnten. Wer ihn betreibt, kann einen hinzufügen.',
    since: (day) => `Verbunden seit ${day}.`,
    connect: (name) => `${name} verbinden`,
    remove: 'Entfernen',
    question: {
      title: 'Diesen Anbieter entfernen?',
      lead: 'Sie melden sich dann nicht mehr mit ihm an. Anmeldungen, die mit ihm begonnen haben, enden, außer dieser.',
      keep: 'Behalten',
    },
    back: 'Zurück zu Ihrem Konto',
    going: (name) => `Weiter zu ${name}`,
    goingLead: 'Melden Sie sich dort an, um fortzufahren.',
    loggedOut: 'Hier sind Sie abgemeldet. Melden Sie sich auch dort ab.',
    go: 'Weiter',
    errors: {
      onlyWay: 'Anders können Sie sich bei Ihrem Konto nicht anmelden. Wählen Sie zuerst ein Passwort.',
      missing: 'Er wurde schon entfernt.',
    },
  },
  fr: {
    title: 'Se connecter avec votre organisation',
    lead: 'Avec un fournisseur d’identité associé, vous vous connectez sans le mot de passe de ce compte.',
    none: 'Aucun n’est encore associé.',
    unavailable:
      'Ce service n’a aucun fournisseur d’identité avec lequel vous pourriez vous connecter. Son exploitant peut en ajouter un.',
    since: (day) => `Associé depuis le ${day}.`,
    connect: (name) => `Associer ${name}`,
    remove: 'Supprimer',
    question: {
      title: 'Supprimer ce fournisseur\u202f?',
      lead: 'Vous ne vous connecterez plus avec lui. Les connexions ouvertes avec lui prennent fin, sauf celle-ci.',
      keep: 'Le garder',
    },
    back: 'Retour à votre compte',
    going: (name) => `Vers ${name}`,
    goingLead: 'Connectez-vous là-bas pour continuer.',
    loggedOut: 'Vous êtes déconnecté ici. Déconnectez-vous aussi là-bas.',
    go: 'Continuer',
    errors: {
      onlyWay: 'C’est le seul moyen de vous connecter à votre compte. Choisissez d’abord un mot de passe.',
      missing: 'Il a déjà été supprimé.',
    },
  },
  es: {
    title: 'Iniciar sesión con su organización',
    lead: 'Con un proveedor de identidad conectado, inicia sesión sin la contraseña de esta cuenta.',
    none: 'Todavía no hay ninguno conectado.',
    unavailable:
      'Este servicio no tiene ningún proveedor de identidad con el que pueda iniciar sesión. Quien lo gestiona puede añadir uno.',
    since: (day) => `Conectado desde el ${day}.`,
    connect: (name) => `Conectar ${name}`,
    remove: 'Quitar',
    question: {
      title: '¿Quitar este proveedor?',
      lead: 'Ya no iniciará sesión con él. Las sesiones que empezaron con él terminan, salvo esta.',
      keep: 'Conservarlo',
    },
    back: 'Volver a su cuenta',
    going: (name) => `A ${name}`,
    goingLead: 'Inicie sesión allí para continuar.',
    loggedOut: 'Aquí ha cerrado la sesión. Ciérrela también allí.',
    go: 'Continuar',
    errors: {
      onlyWay: 'Es la única forma de iniciar sesión en su cuenta. Elija primero una contraseña.',
      missing: 'Ya se ha quitado.',
    },
  },
}
