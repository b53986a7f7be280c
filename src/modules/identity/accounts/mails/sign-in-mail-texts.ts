import type { MailContent } from '../../../../platform/mail/mail.ts'
import type { Translations } from '../../../../platform/web/language.ts'
import { operatorNotes } from './account-mail-texts.ts'

/** What a mail tells the owner of an account about its logins. */
export type SignInNews =
  | `${'second_factor' | 'passkey' | 'identity'}_${'added' | 'removed'}`
  | 'password_changed'
  | 'recovery_code_used'
  | 'new_device'

/** `device` is the device of the request, such as `Firefox on Linux`; empty when it is unknown. */
type Write = (device: string) => MailContent

/** What to do if somebody else did it. `address` is the page that changes the password. */
export const signInMailTexts: Translations<Readonly<Record<SignInNews, Write>> & { readonly action: string }> = {
  en: {
    action: 'Change the password',
    second_factor_added: (device) => ({
      subject: 'An authenticator app was added',
      paragraphs: [
        `An authenticator app was added to your account${device && `, with ${device}`}. From now on a login needs its code.`,
      ],
      notes: [operatorNotes.en],
    }),
    second_factor_removed: (device) => ({
      subject: 'The authenticator app was removed',
      paragraphs: [
        `The authenticator app of your account was removed${device && `, with ${device}`}. A login does not ask for its code any more.`,
      ],
      notes: ['If this was not you, change your password at once, and add an authenticator app again.'],
    }),
    passkey_added: (device) => ({
      subject: 'A passkey was added',
      paragraphs: [
        `A passkey was added to your account${device && `, with ${device}`}. Whoever has its device and can unlock it can log in without the password.`,
      ],
      notes: [
        'If this was not you, remove the passkey, change your password at once, and contact the operator of this service.',
      ],
    }),
    passkey_removed: (device) => ({
      subject: 'A passkey was removed',
      paragraphs: [
        `A passkey of your account was removed${device && `, with ${device}`}. It does not log in any more.`,
      ],
      notes: ['If this was not you, change your password at once, and look at the other ways in which you log in.'],
    }),
    password_changed: (device) => ({
      subject: 'Your password was changed',
      paragraphs: [
        `The password of your account was changed${device && `, with ${device}`}. All other sessions have ended.`,
      ],
      notes: [operatorNotes.en],
    }),
    recovery_code_used: (device) => ({
      subject: 'A recovery code was used',
      paragraphs: [`A recovery code of your account was used${device && `, with ${device}`}. It is not valid again.`],
      notes: ['If this was not you, change your password at once, and create new recovery codes.'],
    }),
    identity_added: (device) => ({
      subject: 'A new way to log in was added',
      paragraphs: [
        `Your account was connected with an identity provider${device && `, with ${device}`}. From now on you can log in there.`,
      ],
      notes: [
        'If this was not you, change your password at once, and remove the provider on the page of your account.',
      ],
    }),
    identity_removed: (device) => ({
      subject: 'A way to log in was removed',
      paragraphs: [
        `An identity provider was removed from your account${device && `, with ${device}`}. You can no longer log in there.`,
      ],
      notes: [operatorNotes.en],
    }),
    new_device: (device) => ({
      subject: 'Login with a new device',
      paragraphs: [
        `Somebody, probably you, logged in to your account with a device that it did not know: ${device || 'an unknown program'}.`,
      ],
      notes: ['If this was not you, change your password at once. This ends all sessions.'],
    }),
  },
  de: {
    action: 'Passwort ändern',
    second_factor_added: (device) => ({
      subject: 'Eine Authenticator-App wurde hinzugefügt',
      paragraphs: [
        `Ihrem Konto wurde eine Authenticator-App hinzugefügt${device && `, mit ${device}`}. Ab jetzt braucht eine Anmeldung ihren Code.`,
      ],
      notes: [operatorNotes.de],
    }),
    second_factor_removed: (device) => ({
      subject: 'Die Authenticator-App wurde entfernt',
      paragraphs: [
        `Die Authenticator-App Ihres Kontos wurde entfernt${device && `, mit ${device}`}. Eine Anmeldung fragt nicht mehr nach ihrem Code.`,
      ],
      notes: ['Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und fügen Sie wieder eine App hinzu.'],
    }),
    passkey_added: (device) => ({
      subject: 'Ein Passkey wurde hinzugefügt',
      paragraphs: [
        `Ihrem Konto wurde ein Passkey hinzugefügt${device && `, mit ${device}`}. Wer sein Gerät hat und entsperren kann, kann sich ohne Passwort anmelden.`,
      ],
      notes: [
        'Wenn Sie das nicht waren, entfernen Sie den Passkey, ändern Sie sofort Ihr Passwort und wenden Sie sich an den Betreiber dieses Dienstes.',
      ],
    }),
    passkey_removed: (device) => ({
      subject: 'Ein Passkey wurde entfernt',
      paragraphs: [
        `Ein Passkey Ihres Kontos wurde entfernt${device && `, mit ${device}`}. Mit ihm meldet sich niemand mehr an.`,
      ],
      notes: ['Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und prüfen Sie, wie Sie sich sonst anmelden.'],
    }),
    password_changed: (device) => ({
      subject: 'Ihr Passwort wurde geändert',
      paragraphs: [
        `Das Passwort Ihres Kontos wurde geändert${device && `, mit ${device}`}. Alle anderen Sitzungen sind beendet.`,
      ],
      notes: [operatorNotes.de],
    }),
    recovery_code_used: (device) => ({
      subject: 'Ein Wiederherstellungscode wurde verwendet',
      paragraphs: [
        `Ein Wiederherstellungscode Ihres Kontos wurde verwendet${device && `, mit ${device}`}. Er gilt nicht noch einmal.`,
      ],
      notes: ['Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und erzeugen Sie neue Codes.'],
    }),
    identity_added: (device) => ({
      subject: 'Ein neuer Weg zur Anmeldung wurde hinzugefügt',
      paragraphs: [
        `Ihr Konto wurde mit einem Identitätsanbieter verbunden${device && `, mit ${device}`}. Ab jetzt können Sie sich dort anmelden.`,
      ],
      notes: [
        'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und entfernen Sie den Anbieter auf der Seite Ihres Kontos.',
      ],
    }),
    identity_removed: (device) => ({
      subject: 'Ein Weg zur Anmeldung wurde entfernt',
      paragraphs: [
        `Ein Identitätsanbieter wurde aus Ihrem Konto entfernt${device && `, mit ${device}`}. Sie können sich dort nicht mehr anmelden.`,
      ],
      notes: [operatorNotes.de],
    }),
    new_device: (device) => ({
      subject: 'Anmeldung mit einem neuen Gerät',
      paragraphs: [
        `Jemand, vermutlich Sie, hat sich mit einem Gerät angemeldet, das Ihr Konto noch nicht kannte: ${device || 'ein unbekanntes Programm'}.`,
      ],
      notes: ['Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort. Das beendet alle Sitzungen.'],
    }),
  },
  fr: {
    action: 'Changer le mot de passe',
    second_factor_added: (device) => ({
      subject: 'Une application d’authentification a été ajoutée',
      paragraphs: [
        `Une application d’authentification a été ajoutée à votre compte${device && `, avec ${device}`}. Désormais, la connexion demande son code.`,
      ],
      notes: [operatorNotes.fr],
    }),
    second_factor_removed: (device) => ({
      subject: 'L’application d’authentification a été retirée',
      paragraphs: [
        `L’application d’authentification de votre compte a été retirée${device && `, avec ${device}`}. La connexion ne demande plus son code.`,
      ],
      notes: [
        'Si ce n’était pas vous, changez tout de suite votre mot de passe et ajoutez de nouveau une application.',
      ],
    }),
    passkey_added: (device) => ({
      subject: 'Une clé d’accès a été ajoutée',
      paragraphs: [
        `Une clé d’accès a été ajoutée à votre compte${device && `, avec ${device}`}. Qui a son appareil et peut le déverrouiller peut se connecter sans mot de passe.`,
      ],
      notes: [
        'Si ce n’était pas vous, retirez la clé d’accès, changez tout de suite votre mot de passe et contactez l’exploitant de ce service.',
      ],
    }),
    passkey_removed: (device) => ({
      subject: 'Une clé d’accès a été retirée',
      paragraphs: [
        `Une clé d’accès de votre compte a été retirée${device && `, avec ${device}`}. Elle ne permet plus de se connecter.`,
      ],
      notes: [
        'Si ce n’était pas vous, changez tout de suite votre mot de passe et vérifiez vos autres moyens de connexion.',
      ],
    }),
    password_changed: (device) => ({
      subject: 'Votre mot de passe a été changé',
      paragraphs: [
        `Le mot de passe de votre compte a été changé${device && `, avec ${device}`}. Toutes les autres sessions ont pris fin.`,
      ],
      notes: [operatorNotes.fr],
    }),
    recovery_code_used: (device) => ({
      subject: 'Un code de secours a été utilisé',
      paragraphs: [
        `Un code de secours de votre compte a été utilisé${device && `, avec ${device}`}. Il n’est plus valable.`,
      ],
      notes: ['Si ce n’était pas vous, changez tout de suite votre mot de passe et créez de nouveaux codes.'],
    }),
    identity_added: (device) => ({
      subject: 'Un nouveau moyen de connexion a été ajouté',
      paragraphs: [
        `Votre compte a été associé à un fournisseur d’identité${device && `, avec ${device}`}. Vous pouvez désormais vous y connecter.`,
      ],
      notes: [
        'Si ce n’était pas vous, changez immédiatement votre mot de passe et supprimez le fournisseur sur la page de votre compte.',
      ],
    }),
    identity_removed: (device) => ({
      subject: 'Un moyen de connexion a été supprimé',
      paragraphs: [
        `Un fournisseur d’identité a été retiré de votre compte${device && `, avec ${device}`}. Vous ne pouvez plus vous y connecter.`,
      ],
      notes: [operatorNotes.fr],
    }),
    new_device: (device) => ({
      subject: 'Connexion avec un nouvel appareil',
      paragraphs: [
        `Quelqu’un, sans doute vous, s’est connecté avec un appareil que votre compte ne connaissait pas\u00a0: ${device || 'un programme inconnu'}.`,
      ],
      notes: [
        'Si ce n’était pas vous, changez tout de suite votre mot de passe. Toutes les sessions prennent alors fin.',
      ],
    }),
  },
  es: {
    action: 'Cambiar la contraseña',
    second_factor_added: (device) => ({
      subject: 'Se ha añadido una aplicación de autenticación',
      paragraphs: [
        `Se ha añadido una aplicación de autenticación a su cuenta${device && `, con ${device}`}. A partir de ahora, iniciar sesión requiere su código.`,
      ],
      notes: [operatorNotes.es],
    }),
    second_factor_removed: (device) => ({
      subject: 'Se ha quitado la aplicación de autenticación',
      paragraphs: [
        `Se ha quitado la aplicación de autenticación de su cuenta${device && `, con ${device}`}. Iniciar sesión ya no requiere su código.`,
      ],
      notes: ['Si no ha sido usted, cambie enseguida su contraseña y vuelva a añadir una aplicación.'],
    }),
    passkey_added: (device) => ({
      subject: 'Se ha añadido una clave de acceso',
      paragraphs: [
        `Se ha añadido una clave de acceso a su cuenta${device && `, con ${device}`}. Quien tenga su dispositivo y pueda desbloquearlo puede iniciar sesión sin la contraseña.`,
      ],
      notes: [
        'Si no ha sido usted, quite la clave de acceso, cambie enseguida su contraseña y póngase en contacto con quien gestiona este servicio.',
      ],
    }),
    passkey_removed: (device) => ({
      subject: 'Se ha quitado una clave de acceso',
      paragraphs: [
        `Se ha quitado una clave de acceso de su cuenta${device && `, con ${device}`}. Ya no permite iniciar sesión.`,
      ],
      notes: ['Si no ha sido usted, cambie enseguida su contraseña y revise sus otras formas de iniciar sesión.'],
    }),
    password_changed: (device) => ({
      subject: 'Su contraseña ha cambiado',
      paragraphs: [
        `La contraseña de su cuenta ha cambiado${device && `, con ${device}`}. Todas las demás sesiones han terminado.`,
      ],
      notes: [operatorNotes.es],
    }),
    recovery_code_used: (device) => ({
      subject: 'Se ha usado un código de recuperación',
      paragraphs: [
        `Se ha usado un código de recuperación de su cuenta${device && `, con ${device}`}. Ya no es válido.`,
      ],
      notes: ['Si no ha sido usted, cambie enseguida su contraseña y cree códigos nuevos.'],
    }),
    identity_added: (device) => ({
      subject: 'Se ha añadido una nueva forma de iniciar sesión',
      paragraphs: [
        `Su cuenta se ha conectado con un proveedor de identidad${device && `, con ${device}`}. A partir de ahora puede iniciar sesión allí.`,
      ],
      notes: ['Si no ha sido usted, cambie su contraseña de inmediato y quite el proveedor en la página de su cuenta.'],
    }),
    identity_removed: (device) => ({
      subject: 'Se ha quitado una forma de iniciar sesión',
      paragraphs: [
        `Se ha quitado un proveedor de identidad de su cuenta${device && `, con ${device}`}. Ya no puede iniciar sesión allí.`,
      ],
      notes: [operatorNotes.es],
    }),
    new_device: (device) => ({
      subject: 'Inicio de sesión con un dispositivo nuevo',
      paragraphs: [
        `Alguien, probablemente usted, ha iniciado sesión con un dispositivo que su cuenta no conocía: ${device || 'un programa desconocido'}.`,
      ],
      notes: ['Si no ha sido usted, cambie enseguida su contraseña. Así terminan todas las sesiones.'],
    }),
  },
}
