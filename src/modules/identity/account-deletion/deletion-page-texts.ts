import type { Translations } from '../../../platform/web/language.ts'

const english = {
  title: 'Delete your account',
  undo: (day: string) =>
    `You can undo this for 7 days, until ${day}: log in and keep the account. After that nothing can be brought back.`,
  ends: 'What ends at once',
  endings: [
    'Your logins on other devices.',
    'Access by your API keys and by applications.',
    'The links, QR codes and pages of the workspaces that are deleted. Their addresses are never given to anybody else.',
  ],
  workspaces: 'Your workspaces',
  isDeleted: 'Is deleted with all its data.',
  isDeletedFor: (count: number) => `Is deleted with all its data, also for its other members (${count}).`,
  stays: 'Stays with its data, also with what you made in it. You leave it.',
  archiveLead: 'Take your data with you first. After the deletion was requested, you cannot download it any more.',
  archive: 'Your data as a file',
  address: (email: string) => `To confirm, type your e-mail address: ${email}`,
  wrongAddress: 'This is not the e-mail address of your account.',
  delete: 'Delete the account',
  keep: 'Keep the account',
}

export const deletionPageTexts: Translations<typeof english> = {
  en: english,
  de: {
    title: 'Konto löschen',
    undo: (day) =>
      `Sie können das 7 Tage lang rückgängig machen, bis zum ${day}: Melden Sie sich an und behalten Sie das Konto. Danach lässt sich nichts mehr zurückholen.`,
    ends: 'Was sofort endet',
    endings: [
      'Ihre Anmeldungen auf anderen Geräten.',
      'Der Zugriff durch Ihre API-Schlüssel und durch Anwendungen.',
      'Die Links, QR-Codes und Seiten der Arbeitsbereiche, die gelöscht werden. Ihre Adressen bekommt nie jemand anderes.',
    ],
    workspaces: 'Ihre Arbeitsbereiche',
    isDeleted: 'Wird mit allen Daten gelöscht.',
    isDeletedFor: (count) => `Wird mit allen Daten gelöscht, auch für die anderen Mitglieder (${count}).`,
    stays: 'Bleibt mit allen Daten, auch mit dem, was Sie darin angelegt haben. Sie verlassen ihn.',
    archiveLead:
      'Nehmen Sie zuerst Ihre Daten mit. Sobald die Löschung beantragt ist, können Sie sie nicht mehr herunterladen.',
    archive: 'Ihre Daten als Datei',
    address: (email) => `Geben Sie zur Bestätigung Ihre E-Mail-Adresse ein: ${email}`,
    wrongAddress: 'Das ist nicht die E-Mail-Adresse Ihres Kontos.',
    delete: 'Konto löschen',
    keep: 'Konto behalten',
  },
  fr: {
    title: 'Supprimer votre compte',
    undo: (day) =>
      `Vous pouvez annuler pendant 7 jours, jusqu’au ${day}\u00a0: connectez-vous et gardez le compte. Ensuite, rien ne peut être récupéré.`,
    ends: 'Ce qui prend fin tout de suite',
    endings: [
      'Vos connexions sur d’autres appareils.',
      'L’accès par vos clés d’API et par les applications.',
      'Les liens, codes QR et pages des espaces de travail supprimés. Leurs adresses ne sont jamais données à quelqu’un d’autre.',
    ],
    workspaces: 'Vos espaces de travail',
    isDeleted: 'Est supprimé avec toutes ses données.',
    isDeletedFor: (count) => `Est supprimé avec toutes ses données, aussi pour ses autres membres (${count}).`,
    stays: 'Reste avec ses données, y compris ce que vous y avez créé. Vous le quittez.',
    archiveLead:
      'Emportez d’abord vos données. Une fois la suppression demandée, vous ne pourrez plus les télécharger.',
    archive: 'Vos données dans un fichier',
    address: (email) => `Pour confirmer, saisissez votre adresse e-mail\u00a0: ${email}`,
    wrongAddress: 'Ce n’est pas l’adresse e-mail de votre compte.',
    delete: 'Supprimer le compte',
    keep: 'Garder le compte',
  },
  es: {
    title: 'Eliminar su cuenta',
    undo: (day) =>
      `Puede deshacerlo durante 7 días, hasta el ${day}: inicie sesión y conserve la cuenta. Después no se puede recuperar nada.`,
    ends: 'Lo que termina enseguida',
    endings: [
      'Sus sesiones en otros dispositivos.',
      'El acceso con sus claves de API y de las aplicaciones.',
      'Los enlaces, códigos QR y páginas de los espacios de trabajo que se eliminan. Sus direcciones no se dan nunca a nadie más.',
    ],
    workspaces: 'Sus espacios de trabajo',
    isDeleted: 'Se elimina con todos sus datos.',
    isDeletedFor: (count) => `Se elimina con todos sus datos, también para sus otros miembros (${count}).`,
    stays: 'Se conserva con sus datos, también con lo que usted creó en él. Usted lo abandona.',
    archiveLead: 'Llévese antes sus datos. Cuando haya pedido la eliminación, ya no podrá descargarlos.',
    archive: 'Sus datos en un archivo',
    address: (email) => `Para confirmar, escriba su correo electrónico: ${email}`,
    wrongAddress: 'Este no es el correo electrónico de su cuenta.',
    delete: 'Eliminar la cuenta',
    keep: 'Conservar la cuenta',
  },
}
