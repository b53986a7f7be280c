import { html } from 'ghtml'
import type { Translations } from '../../../../platform/web/language.ts'

const english = {
  title: 'This application cannot continue',
  /** The problem, by the code of the error. `invalid_request` stands for all others. */
  reasons: {
    invalid_client: 'We do not know the application you come from. It may have been removed, or it is not set up yet.',
    invalid_redirect_uri:
      'The application wanted you sent back to an address that is not registered for it. So that nobody else receives your answer, we stopped here.',
    invalid_scope: 'The application asked for permissions that do not exist here.',
    invalid_request: 'The application sent a request that we cannot accept, or the request has expired.',
  },
  granted: 'No access was granted.',
  nextStep: 'Go back to the application and start again. If that does not help, contact its makers.',
  report: 'For the developers of the application:',
  /** Takes and returns an HTML fragment. */
  leadsTo: (destination: string) => html`The button leads to !${destination}.`,
}

/** Texts about a request of an application that was refused before a person could decide. */
export const invalidRequestTexts: Translations<typeof english> = {
  en: english,
  de: {
    title: 'Mit dieser Anwendung geht es hier nicht weiter',
    reasons: {
      invalid_client:
        'Wir kennen die Anwendung nicht, von der Sie kommen. Vielleicht wurde sie gelöscht oder ist noch nicht eingerichtet.',
      invalid_redirect_uri:
        'Die Anwendung wollte Sie an eine Adresse zurückleiten, die nicht für sie hinterlegt ist. Damit niemand sonst Ihre Antwort erhält, haben wir hier angehalten.',
      invalid_scope: 'Die Anwendung bat um Rechte, die es hier nicht gibt.',
      invalid_request:
        'Die Anwendung hat auf eine Weise angefragt, die wir nicht annehmen können, oder seitdem ist zu viel Zeit vergangen.',
    },
    granted: 'Es wurde nichts freigegeben.',
    nextStep:
      'Gehen Sie zurück zur Anwendung und beginnen Sie von vorn. Wenn das nicht hilft, wenden Sie sich an ihre Hersteller.',
    report: 'Für die Entwickler der Anwendung:',
    leadsTo: (destination) => html`Die Schaltfläche führt zu !${destination}.`,
  },
  fr: {
    title: 'Cette application ne peut pas continuer',
    reasons: {
      invalid_client:
        'Nous ne connaissons pas l’application dont vous venez. Elle a peut-être été supprimée, ou n’est pas encore configurée.',
      invalid_redirect_uri:
        'L’application voulait vous renvoyer à une adresse qui n’est pas enregistrée pour elle. Pour que personne d’autre ne reçoive votre réponse, nous nous sommes arrêtés ici.',
      invalid_scope: 'L’application a demandé des droits qui n’existent pas ici.',
      invalid_request:
        'L’application a formulé une demande que nous ne pouvons pas accepter, ou trop de temps s’est écoulé depuis.',
    },
    granted: 'Rien n’a été accordé.',
    nextStep: 'Revenez à l’application et recommencez. Si cela ne suffit pas, contactez ses responsables.',
    report: 'Pour les développeurs de l’application\u00a0:',
    leadsTo: (destination) => html`Le bouton mène à !${destination}.`,
  },
  es: {
    title: 'Esta aplicación no puede continuar',
    reasons: {
      invalid_client: 'No conocemos la aplicación de la que viene. Quizá se eliminó o todavía no está configurada.',
      invalid_redirect_uri:
        'La aplicación quería enviarle de vuelta a una dirección que no tiene registrada. Para que nadie más reciba su respuesta, nos hemos detenido aquí.',
      invalid_scope: 'La aplicación pidió permisos que aquí no existen.',
      invalid_request:
        'La aplicación hizo una solicitud que no podemos aceptar, o ha pasado demasiado tiempo desde entonces.',
    },
    granted: 'No se ha concedido nada.',
    nextStep: 'Vuelva a la aplicación y empiece de nuevo. Si eso no ayuda, póngase en contacto con sus responsables.',
    report: 'Para los desarrolladores de la aplicación:',
    leadsTo: (destination) => html`El botón lleva a !${destination}.`,
  },
}
