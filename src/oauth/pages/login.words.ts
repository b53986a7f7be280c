import { html } from 'ghtml'
import type { Translated } from '../../server/language.ts'

export interface LoginWords {
  readonly tab: string
  /** For the tab, after a refusal. */
  readonly again: string
  readonly title: string
  /** Takes and gives an HTML fragment. */
  readonly why: (app: string) => string
  readonly email: string
  readonly password: string
  readonly logIn: string
  readonly cancel: string
  readonly wrong: string
  readonly throttled: string
}

export const loginWords: Translated<LoginWords> = {
  en: {
    tab: 'Log in',
    again: 'Try again: log in',
    title: 'Log in to go on',
    why: (app) => html`The application !${app} would like access to your account. Log in to see what it asks for.`,
    email: 'E-mail address',
    password: 'Password',
    logIn: 'Log in',
    cancel: 'Cancel',
    wrong: 'The e-mail address or the password is not right. Check both and try again.',
    throttled: 'That was too many tries. Please wait a few minutes, then try again.',
  },
  de: {
    tab: 'Anmelden',
    again: 'Noch einmal: Anmelden',
    title: 'Melden Sie sich an, um fortzufahren',
    why: (app) =>
      html`Die Anwendung !${app} möchte auf Ihr Konto zugreifen. Melden Sie sich an, um zu sehen, worum sie bittet.`,
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    logIn: 'Anmelden',
    cancel: 'Abbrechen',
    wrong: 'Die E-Mail-Adresse oder das Passwort stimmt nicht. Prüfen Sie beides und versuchen Sie es noch einmal.',
    throttled: 'Das waren zu viele Versuche. Bitte warten Sie einige Minuten und versuchen Sie es dann noch einmal.',
  },
  fr: {
    tab: 'Connexion',
    again: 'Nouvel essai\u00a0: connexion',
    title: 'Connectez-vous pour continuer',
    why: (app) =>
      html`L’application !${app} souhaite accéder à votre compte. Connectez-vous pour voir ce qu’elle demande.`,
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    logIn: 'Se connecter',
    cancel: 'Annuler',
    wrong: 'L’adresse e-mail ou le mot de passe est incorrect. Vérifiez les deux et réessayez.',
    throttled: 'Trop de tentatives ont échoué. Veuillez patienter quelques minutes, puis réessayer.',
  },
  es: {
    tab: 'Iniciar sesión',
    again: 'Inténtelo de nuevo: iniciar sesión',
    title: 'Inicie sesión para continuar',
    why: (app) => html`La aplicación !${app} quiere acceder a su cuenta. Inicie sesión para ver qué solicita.`,
    email: 'Correo electrónico',
    password: 'Contraseña',
    logIn: 'Iniciar sesión',
    cancel: 'Cancelar',
    wrong: 'El correo electrónico o la contraseña no son correctos. Compruebe ambos e inténtelo de nuevo.',
    throttled: 'Ha habido demasiados intentos. Espere unos minutos y vuelva a intentarlo.',
  },
}
