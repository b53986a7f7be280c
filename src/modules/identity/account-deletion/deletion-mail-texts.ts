import type { Translations } from '../../../platform/web/language.ts'

interface DeletionMailTexts {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly action: string
  readonly notes: readonly string[]
}

export const deletionRequestedTexts: Translations<DeletionMailTexts> = {
  en: {
    subject: 'Your account is being deleted',
    paragraphs: [
      'The deletion of your account was requested. In 7 days it is deleted with all its data, and its links do not work from now on.',
    ],
    action: 'Log in and keep the account',
    notes: ['If this was not you, log in, keep the account, and choose a new password.'],
  },
  de: {
    subject: 'Ihr Konto wird gelöscht',
    paragraphs: [
      'Für Ihr Konto wurde die Löschung beantragt. In 7 Tagen wird es mit allen Daten gelöscht; seine Links funktionieren ab sofort nicht mehr.',
    ],
    action: 'Anmelden und Konto behalten',
    notes: ['Wenn Sie das nicht waren, melden Sie sich an, behalten Sie das Konto und wählen Sie ein neues Passwort.'],
  },
  fr: {
    subject: 'Votre compte va être supprimé',
    paragraphs: [
      'La suppression de votre compte a été demandée. Dans 7 jours, il sera supprimé avec toutes ses données\u00a0; ses liens ne fonctionnent plus dès maintenant.',
    ],
    action: 'Se connecter et garder le compte',
    notes: ['Si ce n’était pas vous, connectez-vous, gardez le compte et choisissez un nouveau mot de passe.'],
  },
  es: {
    subject: 'Su cuenta se va a eliminar',
    paragraphs: [
      'Se ha pedido la eliminación de su cuenta. En 7 días se eliminará con todos sus datos; sus enlaces dejan de funcionar desde ahora.',
    ],
    action: 'Entrar y conservar la cuenta',
    notes: ['Si no ha sido usted, entre, conserve la cuenta y elija una contraseña nueva.'],
  },
}
