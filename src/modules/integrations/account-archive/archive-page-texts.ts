import type { Translations } from '../../../platform/web/language.ts'

const english = {
  title: 'Your data as a file',
  lead: 'A ZIP file with all data of your account, and of the workspaces that you own. A file in it says what is in each of the others.',
  writing: 'Your file is being written. A mail says when it is ready; it is then here.',
  again: 'Look again',
  ready: (until: string) => `Your file is ready. It can be downloaded here until ${until}.`,
  failed: 'The file could not be written. Request another one.',
  download: 'Download the file',
  request: 'Write the file',
  another: 'Write a new file',
  back: 'Back to your account',
}

export const archivePageTexts: Translations<typeof english> = {
  en: english,
  de: {
    title: 'Ihre Daten als Datei',
    lead: 'Eine ZIP-Datei mit allen Daten Ihres Kontos und der Arbeitsbereiche, die Ihnen gehören. Eine Datei darin sagt, was in jeder der anderen steht.',
    writing: 'Ihre Datei wird geschrieben. Eine E-Mail sagt, wann sie fertig ist; dann ist sie hier.',
    again: 'Noch einmal nachsehen',
    ready: (until) => `Ihre Datei ist fertig. Sie können sie hier herunterladen bis zum ${until}.`,
    failed: 'Die Datei konnte nicht geschrieben werden. Fordern Sie eine andere an.',
    download: 'Datei herunterladen',
    request: 'Datei schreiben lassen',
    another: 'Neue Datei schreiben lassen',
    back: 'Zurück zu Ihrem Konto',
  },
  fr: {
    title: 'Vos données dans un fichier',
    lead: 'Un fichier ZIP avec toutes les données de votre compte et des espaces de travail qui vous appartiennent. Un fichier y explique le contenu des autres.',
    writing: 'Votre fichier est en cours d’écriture. Un e-mail vous préviendra\u00a0; il sera alors ici.',
    again: 'Regarder de nouveau',
    ready: (until) => `Votre fichier est prêt. Vous pouvez le télécharger ici jusqu’au ${until}.`,
    failed: 'Le fichier n’a pas pu être écrit. Demandez-en un autre.',
    download: 'Télécharger le fichier',
    request: 'Créer le fichier',
    another: 'Créer un nouveau fichier',
    back: 'Retour à votre compte',
  },
  es: {
    title: 'Sus datos en un archivo',
    lead: 'Un archivo ZIP con todos los datos de su cuenta y de los espacios de trabajo que le pertenecen. Un texto dentro explica el contenido de cada archivo.',
    writing: 'Su archivo se está escribiendo. Un correo avisa cuando esté listo; entonces estará aquí.',
    again: 'Mirar otra vez',
    ready: (until) => `Su archivo está listo. Puede descargarlo aquí hasta el ${until}.`,
    failed: 'No se ha podido escribir el archivo. Pida otro.',
    download: 'Descargar el archivo',
    request: 'Crear el archivo',
    another: 'Crear un archivo nuevo',
    back: 'Volver a su cuenta',
  },
}
