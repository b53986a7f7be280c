import { html } from 'ghtml'
import type { Translated } from '../../server/language.ts'

/** All but the buttons and the tab are HTML fragments, and so is what they take. */
export interface ConsentWords {
  readonly tab: string
  readonly question: (app: string) => string
  /** Who is logged in, and the beginning of a sentence that each scope ends. */
  readonly account: (name: string, email: string) => string
  readonly answer: (destination: string) => string
  /** Where the answer goes when it is no host: an application that has taken this scheme on the device. */
  readonly onDevice: (scheme: string) => string
  readonly allow: string
  readonly deny: string
}

export const consentWords: Translated<ConsentWords> = {
  en: {
    tab: 'Allow access to your account?',
    question: (app) => html`Allow !${app} access to your account?`,
    account: (name, email) => html`You are logged in as !${name} (!${email}). If you allow it, the application may:`,
    answer: (destination) =>
      html`Your answer is sent to !${destination}. Access ends after 30 days, or when you withdraw it.`,
    onDevice: (scheme) => html`an application on this device (!${scheme})`,
    allow: 'Allow',
    deny: 'Do not allow',
  },
  de: {
    tab: 'Zugriff auf Ihr Konto erlauben?',
    question: (app) => html`!${app} den Zugriff auf Ihr Konto erlauben?`,
    account: (name, email) =>
      html`Sie sind als !${name} (!${email}) angemeldet. Wenn Sie es erlauben, darf die Anwendung:`,
    answer: (destination) =>
      html`Ihre Antwort geht an !${destination}. Der Zugriff endet nach 30 Tagen oder sobald Sie ihn widerrufen.`,
    onDevice: (scheme) => html`eine Anwendung auf diesem Gerät (!${scheme})`,
    allow: 'Erlauben',
    deny: 'Nicht erlauben',
  },
  fr: {
    tab: 'Autoriser l’accès à votre compte\u202f?',
    question: (app) => html`Autoriser !${app} à accéder à votre compte&#8239;?`,
    account: (name, email) =>
      html`Votre session est ouverte au nom de !${name} (!${email}). Si vous l’autorisez, l’application pourra&#160;:`,
    answer: (destination) =>
      html`Votre réponse sera envoyée à !${destination}. L’accès prendra fin au bout de 30 jours, ou dès que vous le retirerez.`,
    onDevice: (scheme) => html`une application sur cet appareil (!${scheme})`,
    allow: 'Autoriser',
    deny: 'Ne pas autoriser',
  },
  es: {
    tab: '¿Permitir el acceso a su cuenta?',
    question: (app) => html`¿Permitir que !${app} acceda a su cuenta?`,
    account: (name, email) => html`Ha iniciado sesión como !${name} (!${email}). Si lo permite, la aplicación podrá:`,
    answer: (destination) =>
      html`Su respuesta se enviará a !${destination}. El acceso terminará a los 30 días o cuando usted lo retire.`,
    onDevice: (scheme) => html`una aplicación de este dispositivo (!${scheme})`,
    allow: 'Permitir',
    deny: 'No permitir',
  },
}
