import type { Translations } from '../../../../platform/web/language.ts'

const english = {
  title: 'Verify your e-mail address',
  lead: 'Verify it only if you have registered here yourself.',
  confirm: 'Verify the address',
  loginLead: 'Log in to the account with this address. After that you verify it.',
  notMeLead:
    'You have not registered here? Then somebody else has used your address. Choose a password: all that gave them access ends, and the account is yours.',
  notMe: 'That was not me',
  done: 'Your address is verified',
  doneLead: 'If you ever forget your password, it is where the link for a new one goes.',
}

export const verificationTexts: Translations<typeof english> = {
  en: english,
  de: {
    title: 'E-Mail-Adresse bestätigen',
    lead: 'Bestätigen Sie sie nur, wenn Sie sich hier selbst registriert haben.',
    confirm: 'Adresse bestätigen',
    loginLead: 'Melden Sie sich in dem Konto mit dieser Adresse an. Danach bestätigen Sie sie.',
    notMeLead:
      'Sie haben sich hier nicht registriert? Dann hat jemand anderes Ihre Adresse benutzt. Wählen Sie ein Passwort: Alles, was anderen Zugang gab, endet, und das Konto gehört Ihnen.',
    notMe: 'Das war ich nicht',
    done: 'Ihre Adresse ist bestätigt',
    doneLead: 'Falls Sie einmal Ihr Passwort vergessen, geht der Link für ein neues dorthin.',
  },
  fr: {
    title: 'Confirmez votre adresse e-mail',
    lead: 'Ne la confirmez que si vous avez créé ce compte vous-même.',
    confirm: 'Confirmer l’adresse',
    loginLead: 'Connectez-vous au compte qui a cette adresse. Vous la confirmerez ensuite.',
    notMeLead:
      'Vous n’avez pas créé de compte ici\u202f? Quelqu’un d’autre a donc utilisé votre adresse. Choisissez un mot de passe\u00a0: tout ce qui donnait accès à d’autres prend fin, et le compte est à vous.',
    notMe: 'Ce n’était pas moi',
    done: 'Votre adresse est confirmée',
    doneLead: 'Si vous oubliez votre mot de passe, c’est là que sera envoyé le lien pour en choisir un autre.',
  },
  es: {
    title: 'Confirme su correo electrónico',
    lead: 'Confírmelo solo si se ha registrado aquí usted mismo.',
    confirm: 'Confirmar la dirección',
    loginLead: 'Inicie sesión en la cuenta que tiene esta dirección. Después la confirmará.',
    notMeLead:
      '¿No se ha registrado aquí? Entonces otra persona ha usado su dirección. Elija una contraseña: todo lo que le daba acceso a otros termina, y la cuenta es suya.',
    notMe: 'No he sido yo',
    done: 'Su dirección está confirmada',
    doneLead: 'Si alguna vez olvida su contraseña, allí llegará el enlace para elegir otra.',
  },
}
