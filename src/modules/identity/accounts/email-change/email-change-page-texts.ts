import type { Translations } from '../../../../platform/web/language.ts'

const english = {
  confirm: {
    title: 'Confirm your new e-mail address',
    lead: 'From then on you log in with it, and messages about your account go there.',
    button: 'Confirm the address',
  },
  needsLogin: {
    lead: 'Log in to the account whose address changes. After that you confirm the new one.',
    logIn: 'Log in',
  },
  changed: {
    title: 'Your address was changed',
    lead: 'You log in with it from now on. The former address gets a message.',
    goOn: 'Go to your links',
  },
  ended: {
    title: 'This change was ended',
    lead: 'The account keeps its address. A change ends when it is stopped at the present address, when another one is requested, and with the login that requested it: by a new password, a logout or its removal.',
    goOn: 'Go on',
  },
  stop: {
    title: 'Stop the change of your address?',
    lead: 'Somebody who was logged in to your account asked for another e-mail address in the place of this one. If it was not you, stop it.',
    button: 'Stop the change',
  },
  stopped: {
    title: 'The change was stopped',
    lead: 'Your account keeps its address. If you did not ask for the change, somebody else was logged in: protect your account now.',
    forgot: 'Choose a new password',
    security: 'How you log in',
  },
  done: {
    title: 'The address was changed already',
    lead: 'The change cannot be stopped any more. If it was not you, contact the operator of this service at once.',
  },
}

export const emailChangePageTexts: Translations<typeof english> = {
  en: english,
  de: {
    confirm: {
      title: 'Neue E-Mail-Adresse bestätigen',
      lead: 'Von da an melden Sie sich mit ihr an, und Nachrichten zu Ihrem Konto gehen dorthin.',
      button: 'Adresse bestätigen',
    },
    needsLogin: {
      lead: 'Melden Sie sich in dem Konto an, dessen Adresse sich ändert. Danach bestätigen Sie die neue.',
      logIn: 'Anmelden',
    },
    changed: {
      title: 'Ihre Adresse wurde geändert',
      lead: 'Von jetzt an melden Sie sich mit ihr an. Die frühere Adresse bekommt eine Nachricht.',
      goOn: 'Zu Ihren Links',
    },
    ended: {
      title: 'Diese Änderung wurde beendet',
      lead: 'Das Konto behält seine Adresse. Eine Änderung endet, wenn sie an der bisherigen Adresse gestoppt oder eine andere angefordert wird, und mit der Anmeldung, die sie angefordert hat: durch ein neues Passwort, eine Abmeldung oder ihre Entfernung.',
      goOn: 'Weiter',
    },
    stop: {
      title: 'Änderung Ihrer Adresse stoppen?',
      lead: 'Jemand, der in Ihrem Konto angemeldet war, hat an Stelle dieser eine andere E-Mail-Adresse angefordert. Wenn Sie das nicht waren, stoppen Sie es.',
      button: 'Änderung stoppen',
    },
    stopped: {
      title: 'Die Änderung wurde gestoppt',
      lead: 'Ihr Konto behält seine Adresse. Wenn Sie die Änderung nicht angefordert haben, war jemand anderes angemeldet: Schützen Sie Ihr Konto jetzt.',
      forgot: 'Neues Passwort wählen',
      security: 'Wie Sie sich anmelden',
    },
    done: {
      title: 'Die Adresse wurde schon geändert',
      lead: 'Die Änderung lässt sich nicht mehr stoppen. Wenn Sie das nicht waren, wenden Sie sich sofort an den Betreiber dieses Dienstes.',
    },
  },
  fr: {
    confirm: {
      title: 'Confirmez votre nouvelle adresse e-mail',
      lead: 'Vous vous connecterez ensuite avec elle, et les messages sur votre compte y seront envoyés.',
      button: 'Confirmer l’adresse',
    },
    needsLogin: {
      lead: 'Connectez-vous au compte dont l’adresse change. Vous confirmerez ensuite la nouvelle.',
      logIn: 'Se connecter',
    },
    changed: {
      title: 'Votre adresse a été modifiée',
      lead: 'Vous vous connectez désormais avec elle. L’ancienne adresse reçoit un message.',
      goOn: 'Vers vos liens',
    },
    ended: {
      title: 'Cette modification a pris fin',
      lead: 'Le compte garde son adresse. Une modification prend fin lorsqu’elle est arrêtée à l’adresse actuelle, lorsqu’une autre est demandée, et avec la connexion qui l’a demandée\u00a0: par un nouveau mot de passe, une déconnexion ou sa suppression.',
      goOn: 'Continuer',
    },
    stop: {
      title: 'Arrêter la modification de votre adresse\u00a0?',
      lead: 'Une personne connectée à votre compte a demandé une autre adresse e-mail à la place de celle-ci. Si ce n’était pas vous, arrêtez-la.',
      button: 'Arrêter la modification',
    },
    stopped: {
      title: 'La modification a été arrêtée',
      lead: 'Votre compte garde son adresse. Si vous n’avez pas demandé la modification, quelqu’un d’autre était connecté\u00a0: protégez votre compte maintenant.',
      forgot: 'Choisir un nouveau mot de passe',
      security: 'Comment vous vous connectez',
    },
    done: {
      title: 'L’adresse a déjà été modifiée',
      lead: 'La modification ne peut plus être arrêtée. Si ce n’était pas vous, contactez tout de suite l’exploitant de ce service.',
    },
  },
  es: {
    confirm: {
      title: 'Confirme su nuevo correo electrónico',
      lead: 'A partir de entonces iniciará sesión con él, y los mensajes sobre su cuenta llegarán allí.',
      button: 'Confirmar la dirección',
    },
    needsLogin: {
      lead: 'Inicie sesión en la cuenta cuya dirección cambia. Después confirmará la nueva.',
      logIn: 'Iniciar sesión',
    },
    changed: {
      title: 'Se ha cambiado su dirección',
      lead: 'Desde ahora inicia sesión con ella. La dirección anterior recibe un mensaje.',
      goOn: 'Ir a sus enlaces',
    },
    ended: {
      title: 'Este cambio ha terminado',
      lead: 'La cuenta conserva su dirección. Un cambio termina cuando se detiene en la dirección actual, cuando se pide otro, y con la sesión que lo pidió: por una contraseña nueva, un cierre de sesión o su eliminación.',
      goOn: 'Continuar',
    },
    stop: {
      title: '¿Detener el cambio de su dirección?',
      lead: 'Alguien con la sesión iniciada en su cuenta ha pedido otra dirección de correo en lugar de esta. Si no ha sido usted, deténgalo.',
      button: 'Detener el cambio',
    },
    stopped: {
      title: 'Se ha detenido el cambio',
      lead: 'Su cuenta conserva su dirección. Si no ha pedido el cambio, otra persona tenía la sesión iniciada: proteja su cuenta ahora.',
      forgot: 'Elegir una contraseña nueva',
      security: 'Cómo inicia sesión',
    },
    done: {
      title: 'La dirección ya se ha cambiado',
      lead: 'El cambio ya no se puede detener. Si no ha sido usted, póngase en contacto enseguida con quien gestiona este servicio.',
    },
  },
}
