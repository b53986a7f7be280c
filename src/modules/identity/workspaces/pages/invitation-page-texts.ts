import type { Translations } from '../../../../platform/web/language.ts'

const english = {
  title: 'You are invited to a workspace',
  lead: 'Its members share their short links.',
  workspace: 'Workspace',
  inviter: 'Invited by',
  notVerified: 'This address is not verified: it may belong to another person.',
  address: 'Invited address',
  role: 'Your role',
  expires: 'Valid until',
  join: 'Join the workspace',
  decline: 'Decline',
  logInLead: 'To join, log in with the invited address, or create an account with it.',
  otherAccount: (email: string) =>
    `You are logged in as ${email}. Log in with the invited address, or ask for an invitation of yours.`,
  changeAccount: 'Log in with another account',
  verifyLead: 'First show that the address is yours: we send a mail with a link. Follow it, then open this page again.',
  sendMail: 'Send the mail',
  mailSent: 'The mail is on its way. Follow its link, then open this page again.',
  full: 'The workspace has no room for another member. Ask who invited you to make some, and try again.',
  goOn: 'Go on',
  joined: { title: 'You have joined the workspace', lead: 'You can use its links from now on.' },
  closed: {
    accepted: { title: 'This invitation was accepted', lead: 'It works once. If you have joined, log in to go on.' },
    declined: {
      title: 'This invitation was declined',
      lead: 'If you want to join after all, ask who invited you for a new one.',
    },
    revoked: {
      title: 'This invitation was withdrawn',
      lead: 'Ask who invited you why, or for a new one.',
    },
    expired: {
      title: 'This invitation has expired',
      lead: 'It was valid for 14 days. Ask who invited you for a new one.',
    },
    unknown: {
      title: 'There is no such invitation',
      lead: 'The link may be incomplete: open it again from the mail. Old invitations are deleted; then ask for a new one.',
    },
  },
}

export type InvitationPageTexts = typeof english

export const invitationPageTexts: Translations<InvitationPageTexts> = {
  en: english,
  de: {
    title: 'Sie sind in einen Arbeitsbereich eingeladen',
    lead: 'Seine Mitglieder verwalten ihre Kurzlinks gemeinsam.',
    workspace: 'Arbeitsbereich',
    inviter: 'Eingeladen von',
    notVerified: 'Diese Adresse ist nicht bestätigt: Sie gehört vielleicht jemand anderem.',
    address: 'Eingeladene Adresse',
    role: 'Ihre Rolle',
    expires: 'Gültig bis',
    join: 'Dem Arbeitsbereich beitreten',
    decline: 'Ablehnen',
    logInLead: 'Melden Sie sich zum Beitreten mit der eingeladenen Adresse an oder legen Sie damit ein Konto an.',
    otherAccount: (email) =>
      `Sie sind als ${email} angemeldet. Melden Sie sich mit der eingeladenen Adresse an oder bitten Sie um eine Einladung für Ihre.`,
    changeAccount: 'Mit einem anderen Konto anmelden',
    verifyLead:
      'Zeigen Sie zuerst, dass die Adresse Ihnen gehört: Wir senden eine Nachricht mit einem Link. Folgen Sie ihm und öffnen Sie dann diese Seite noch einmal.',
    sendMail: 'Nachricht senden',
    mailSent: 'Die Nachricht ist unterwegs. Folgen Sie ihrem Link und öffnen Sie dann diese Seite noch einmal.',
    full: 'Im Arbeitsbereich ist kein Platz für ein weiteres Mitglied. Bitten Sie die einladende Person, Platz zu schaffen, und versuchen Sie es noch einmal.',
    goOn: 'Weiter',
    joined: { title: 'Sie sind dem Arbeitsbereich beigetreten', lead: 'Ab jetzt können Sie seine Links benutzen.' },
    closed: {
      accepted: {
        title: 'Diese Einladung wurde angenommen',
        lead: 'Sie gilt nur einmal. Wenn Sie beigetreten sind, melden Sie sich an.',
      },
      declined: {
        title: 'Diese Einladung wurde abgelehnt',
        lead: 'Wenn Sie doch beitreten möchten, bitten Sie die einladende Person um eine neue.',
      },
      revoked: {
        title: 'Diese Einladung wurde zurückgezogen',
        lead: 'Fragen Sie die einladende Person nach dem Grund oder bitten Sie um eine neue.',
      },
      expired: {
        title: 'Diese Einladung ist abgelaufen',
        lead: 'Sie galt 14 Tage lang. Bitten Sie die einladende Person um eine neue.',
      },
      unknown: {
        title: 'Diese Einladung gibt es nicht',
        lead: 'Der Link ist vielleicht unvollständig: Öffnen Sie ihn noch einmal aus der Nachricht. Alte Einladungen werden gelöscht; bitten Sie dann um eine neue.',
      },
    },
  },
  fr: {
    title: 'Vous êtes invité dans un espace de travail',
    lead: 'Ses membres partagent leurs liens courts.',
    workspace: 'Espace de travail',
    inviter: 'Invité par',
    notVerified: 'Cette adresse n’est pas confirmée\u00a0: elle est peut-être celle d’une autre personne.',
    address: 'Adresse invitée',
    role: 'Votre rôle',
    expires: 'Valable jusqu’au',
    join: 'Rejoindre l’espace de travail',
    decline: 'Refuser',
    logInLead: 'Pour le rejoindre, connectez-vous avec l’adresse invitée, ou créez un compte avec elle.',
    otherAccount: (email) =>
      `Vous êtes connecté en tant que ${email}. Connectez-vous avec l’adresse invitée, ou demandez une invitation pour la vôtre.`,
    changeAccount: 'Se connecter avec un autre compte',
    verifyLead:
      'Montrez d’abord que l’adresse est la vôtre\u00a0: nous envoyons un message avec un lien. Suivez-le, puis rouvrez cette page.',
    sendMail: 'Envoyer le message',
    mailSent: 'Le message est en route. Suivez son lien, puis rouvrez cette page.',
    full: 'L’espace de travail n’a plus de place. Demandez à la personne qui vous invite d’en faire, puis réessayez.',
    goOn: 'Continuer',
    joined: {
      title: 'Vous avez rejoint l’espace de travail',
      lead: 'Vous pouvez dès maintenant utiliser ses liens.',
    },
    closed: {
      accepted: {
        title: 'Cette invitation a été acceptée',
        lead: 'Elle ne sert qu’une fois. Si vous avez rejoint l’espace, connectez-vous.',
      },
      declined: {
        title: 'Cette invitation a été refusée',
        lead: 'Si vous souhaitez malgré tout rejoindre l’espace, demandez une nouvelle invitation.',
      },
      revoked: {
        title: 'Cette invitation a été retirée',
        lead: 'Demandez pourquoi à la personne qui vous invite, ou demandez-en une nouvelle.',
      },
      expired: {
        title: 'Cette invitation a expiré',
        lead: 'Elle était valable 14 jours. Demandez-en une nouvelle à la personne qui vous invite.',
      },
      unknown: {
        title: 'Cette invitation n’existe pas',
        lead: 'Le lien est peut-être incomplet\u00a0: rouvrez-le depuis le message. Les anciennes invitations sont supprimées\u00a0; demandez-en alors une nouvelle.',
      },
    },
  },
  es: {
    title: 'Tiene una invitación a un espacio de trabajo',
    lead: 'Sus miembros comparten sus enlaces cortos.',
    workspace: 'Espacio de trabajo',
    inviter: 'Invitación de',
    notVerified: 'Esta dirección no está confirmada: puede ser la de otra persona.',
    address: 'Dirección invitada',
    role: 'Su rol',
    expires: 'Válida hasta',
    join: 'Unirse al espacio de trabajo',
    decline: 'Rechazar',
    logInLead: 'Para unirse, inicie sesión con la dirección invitada o cree una cuenta con ella.',
    otherAccount: (email) =>
      `Ha iniciado sesión como ${email}. Inicie sesión con la dirección invitada o pida una invitación para la suya.`,
    changeAccount: 'Iniciar sesión con otra cuenta',
    verifyLead:
      'Demuestre primero que la dirección es suya: enviamos un mensaje con un enlace. Sígalo y vuelva a abrir esta página.',
    sendMail: 'Enviar el mensaje',
    mailSent: 'El mensaje está en camino. Siga su enlace y vuelva a abrir esta página.',
    full: 'En el espacio de trabajo no cabe otro miembro. Pida a quien le invita que haga sitio e inténtelo de nuevo.',
    goOn: 'Continuar',
    joined: { title: 'Se ha unido al espacio de trabajo', lead: 'Desde ahora puede usar sus enlaces.' },
    closed: {
      accepted: {
        title: 'Esta invitación ya se aceptó',
        lead: 'Solo sirve una vez. Si se ha unido, inicie sesión.',
      },
      declined: {
        title: 'Esta invitación se rechazó',
        lead: 'Si al final quiere unirse, pida una nueva a quien le invita.',
      },
      revoked: {
        title: 'Esta invitación se ha retirado',
        lead: 'Pregunte el motivo a quien le invita o pida una nueva.',
      },
      expired: {
        title: 'Esta invitación ha caducado',
        lead: 'Era válida durante 14 días. Pida una nueva a quien le invita.',
      },
      unknown: {
        title: 'Esta invitación no existe',
        lead: 'Puede que el enlace esté incompleto: vuelva a abrirlo desde el mensaje. Las invitaciones antiguas se borran; pida entonces una nueva.',
      },
    },
  },
}
