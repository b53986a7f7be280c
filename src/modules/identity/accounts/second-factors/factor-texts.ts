import type { Translations } from '../../../../platform/web/language.ts'

const english = {
  recovery: {
    title: 'Your recovery codes',
    lead: 'Keep them where you find them without your phone. Each replaces your second factor once. They are not shown again.',
    of: (email: string, address: string) => `Recovery codes of ${email} at ${address}`,
    copy: 'Copy',
    copied: 'Copied',
    /** For browsers that do not let a page copy. */
    selected: 'The codes are selected. Copy them now.',
    download: 'Download as a text file',
    print: 'Print',
    done: 'I have kept them',
  },
  removal: {
    app: 'Remove the authenticator app?',
    passkey: 'Remove the passkey?',
    others: 'Your other second factors stay.',
    last: 'It is your only second factor. Without it, your password or your identity provider alone is enough to log in, and your recovery codes end.',
    keep: 'Keep it',
  },
  renewal: {
    title: 'Create new recovery codes?',
    lead: 'The earlier ones are not accepted any more from then on.',
    keep: 'Keep the earlier ones',
  },
}

/** Texts of the pages that show and replace recovery codes, and remove a second factor. */
export const factorTexts: Translations<typeof english> = {
  en: english,
  de: {
    recovery: {
      title: 'Ihre Wiederherstellungs\u00adcodes',
      lead: 'Bewahren Sie sie dort auf, wo Sie sie ohne Ihr Telefon finden. Jeder ersetzt einmal Ihren zweiten Faktor. Sie werden nicht noch einmal gezeigt.',
      of: (email, address) => `Wiederherstellungscodes von ${email} bei ${address}`,
      copy: 'Kopieren',
      copied: 'Kopiert',
      selected: 'Die Codes sind markiert. Kopieren Sie sie jetzt.',
      download: 'Als Textdatei herunterladen',
      print: 'Drucken',
      done: 'Ich habe sie aufbewahrt',
    },
    removal: {
      app: 'Authenticator-App entfernen?',
      passkey: 'Passkey entfernen?',
      others: 'Ihre anderen zweiten Faktoren bleiben.',
      last: 'Das ist Ihr einziger zweiter Faktor. Ohne ihn reicht Ihr Passwort oder Ihr Identitätsanbieter allein zur Anmeldung, und Ihre Wiederherstellungscodes enden.',
      keep: 'Behalten',
    },
    renewal: {
      title: 'Neue Wiederherstellungs\u00adcodes erzeugen?',
      lead: 'Die bisherigen gelten dann nicht mehr.',
      keep: 'Bisherige behalten',
    },
  },
  fr: {
    recovery: {
      title: 'Vos codes de secours',
      lead: 'Gardez-les là où vous les trouverez sans votre téléphone. Chacun remplace une fois votre second facteur. Ils ne seront plus affichés.',
      of: (email, address) => `Codes de secours de ${email} sur ${address}`,
      copy: 'Copier',
      copied: 'Copiés',
      selected: 'Les codes sont sélectionnés. Copiez-les maintenant.',
      download: 'Télécharger en fichier texte',
      print: 'Imprimer',
      done: 'Je les ai gardés',
    },
    removal: {
      app: 'Retirer l’application d’authentification\u202f?',
      passkey: 'Retirer la clé d’accès\u202f?',
      others: 'Vos autres seconds facteurs restent.',
      last: 'C’est votre seul second facteur. Sans elle, votre mot de passe ou votre fournisseur d’identité suffit pour vous connecter, et vos codes de secours prennent fin.',
      keep: 'La garder',
    },
    renewal: {
      title: 'Créer de nouveaux codes de secours\u202f?',
      lead: 'Les précédents ne seront plus acceptés.',
      keep: 'Garder les précédents',
    },
  },
  es: {
    recovery: {
      title: 'Sus códigos de recuperación',
      lead: 'Guárdelos donde los encuentre sin su teléfono. Cada uno sustituye una vez a su segundo factor. No se volverán a mostrar.',
      of: (email, address) => `Códigos de recuperación de ${email} en ${address}`,
      copy: 'Copiar',
      copied: 'Copiados',
      selected: 'Los códigos están seleccionados. Cópielos ahora.',
      download: 'Descargar como archivo de texto',
      print: 'Imprimir',
      done: 'Los he guardado',
    },
    removal: {
      app: '¿Quitar la aplicación de autenticación?',
      passkey: '¿Quitar la clave de acceso?',
      others: 'Sus otros segundos factores se conservan.',
      last: 'Es su único segundo factor. Sin ella, su contraseña o su proveedor de identidad basta para iniciar sesión, y sus códigos de recuperación terminan.',
      keep: 'Conservarla',
    },
    renewal: {
      title: '¿Crear nuevos códigos de recuperación?',
      lead: 'Los anteriores dejarán de aceptarse.',
      keep: 'Conservar los anteriores',
    },
  },
}
