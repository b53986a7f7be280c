import { html } from 'ghtml'
import { formPolicy } from '../../../../platform/web/form-tokens.ts'
import type { Language, Translations } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'

interface UnsubscribeTexts {
  readonly title: string
  readonly question: string
  readonly end: string
  readonly ended: string
  readonly resume: string
  readonly resumed: string
  readonly invalid: string
}

const unsubscribeTexts: Translations<UnsubscribeTexts> = {
  en: {
    title: 'Weekly export by mail',
    question:
      'Do you want to get no more mails with the weekly export of this workspace? Its other owners and admins still get them.',
    end: 'Send me no more',
    ended: 'You get no more mails with the weekly export of this workspace.',
    resume: 'Send them again',
    resumed: 'You get the mails with the weekly export again.',
    invalid: 'This address is not complete. Open the one in the mail.',
  },
  de: {
    title: 'Wöchentlicher Export per E-Mail',
    question:
      'Möchten Sie keine Nachrichten mit dem wöchentlichen Export dieses Arbeitsbereichs mehr erhalten? Die anderen Inhaber und Administratoren erhalten sie weiterhin.',
    end: 'Keine mehr senden',
    ended: 'Sie erhalten keine Nachrichten mit dem wöchentlichen Export dieses Arbeitsbereichs mehr.',
    resume: 'Wieder senden',
    resumed: 'Sie erhalten die Nachrichten mit dem wöchentlichen Export wieder.',
    invalid: 'Diese Adresse ist nicht vollständig. Öffnen Sie die aus der Nachricht.',
  },
  fr: {
    title: 'Export hebdomadaire par e-mail',
    question:
      'Ne voulez-vous plus recevoir de messages avec l’export hebdomadaire de cet espace de travail\u202f? Les autres propriétaires et administrateurs les reçoivent toujours.',
    end: 'Ne plus en envoyer',
    ended: 'Vous ne recevez plus de messages avec l’export hebdomadaire de cet espace de travail.',
    resume: 'En envoyer de nouveau',
    resumed: 'Vous recevez de nouveau les messages avec l’export hebdomadaire.',
    invalid: 'Cette adresse est incomplète. Ouvrez celle du message.',
  },
  es: {
    title: 'Exportación semanal por correo',
    question:
      '¿No quiere recibir más mensajes con la exportación semanal de este espacio de trabajo? Los demás propietarios y administradores los siguen recibiendo.',
    end: 'No enviar más',
    ended: 'Ya no recibe mensajes con la exportación semanal de este espacio de trabajo.',
    resume: 'Enviar de nuevo',
    resumed: 'Vuelve a recibir los mensajes con la exportación semanal.',
    invalid: 'Esta dirección no está completa. Abra la del mensaje.',
  },
}

/** The page with the question, or 400 for an address that this service has not sent. */
export function unsubscribePage(lang: Language, isValid: boolean): Page {
  const texts = unsubscribeTexts[lang]
  if (!isValid) return renderAnswer(lang, texts.invalid, '', 400)
  return renderAnswer(lang, texts.question, renderButton('end', texts.end))
}

/** Shows the new setting, and a form to change it back. */
export function unsubscribedPage(lang: Language, getsWeeklyMail: boolean): Page {
  const texts = unsubscribeTexts[lang]
  return getsWeeklyMail
    ? renderAnswer(lang, texts.resumed, renderButton('end', texts.end))
    : renderAnswer(lang, texts.ended, renderButton('resume', texts.resume))
}

function renderAnswer(lang: Language, text: string, form: string, status = 200): Page {
  const { title } = unsubscribeTexts[lang]
  const body = html`<h1>${title}</h1>
<p>${text}</p>
!${form}`
  return renderPage({ status, lang, title: `${title} – Tack`, body, csp: formPolicy })
}

/** Without an action, so that the form goes to the address of the page with its token. */
function renderButton(act: 'end' | 'resume', label: string): string {
  return html`<form method="post"><button name="act" value="${act}">${label}</button></form>`
}
