import { html } from 'ghtml'
import type { Translations } from '../../../../platform/web/language.ts'
import { MailLinkInvalid } from '../account.errors.ts'
import { consumeAccountToken, findAccountToken } from '../mails/account-tokens.ts'
import { SecondFactorRequired } from '../second-factors/second-factor.errors.ts'
import type { SignInService } from '../second-factors/sign-in.service.ts'
import type { BrowserCookies } from './browser-cookies.ts'
import { renderFormPage, renderTextPage, renderToken } from './form-pages.ts'
import { readField } from './form-requests.ts'
import { type PageAnswer, type PageRoute, type PageVisit, redirectTo } from './page-visit.ts'
import { showSecondStep } from './second-step.ts'

const english = {
  title: 'Log in by a link',
  lead: (email: string) => `The operator of this service has made a link for the account ${email}. It is valid once.`,
  button: 'Log in',
  invalid: 'This link is not valid',
  invalidLead: 'It has expired, was used, or is incomplete. Ask the operator for a new one.',
  login: 'Other ways to log in',
}

const linkTexts: Translations<typeof english> = {
  en: english,
  de: {
    title: 'Mit einem Link anmelden',
    lead: (email) => `Der Betreiber dieses Dienstes hat einen Link für das Konto ${email} erstellt. Er gilt einmal.`,
    button: 'Anmelden',
    invalid: 'Dieser Link gilt nicht',
    invalidLead: 'Er ist abgelaufen, wurde benutzt oder ist unvollständig. Bitten Sie den Betreiber um einen neuen.',
    login: 'Anders anmelden',
  },
  fr: {
    title: 'Se connecter par un lien',
    lead: (email) => `L’exploitant de ce service a créé un lien pour le compte ${email}. Il est valable une fois.`,
    button: 'Se connecter',
    invalid: 'Ce lien n’est pas valable',
    invalidLead: 'Il a expiré, a été utilisé ou est incomplet. Demandez-en un nouveau à l’exploitant.',
    login: 'Se connecter autrement',
  },
  es: {
    title: 'Iniciar sesión con un enlace',
    lead: (email) => `El operador de este servicio ha creado un enlace para la cuenta ${email}. Es válido una vez.`,
    button: 'Iniciar sesión',
    invalid: 'Este enlace no es válido',
    invalidLead: 'Ha caducado, se ha usado o está incompleto. Pida uno nuevo al operador.',
    login: 'Iniciar sesión de otra forma',
  },
}

interface LoginLinkDependencies {
  readonly cookies: BrowserCookies
  readonly signInService: SignInService
}

/** The page of a link that the operator has made (`admin login-link`). Opening it uses nothing: programs look at links. */
export function createLoginLinkPage({ cookies, signInService }: LoginLinkDependencies): PageRoute {
  return {
    url: '/account/link',
    show: (visit) =>
      orInvalid(visit, async () => {
        const { context } = visit.request
        const { account } = await findAccountToken(context.em, ['login'], visit.query('token'), context.now())
        const { email } = await account.loadOrFail()
        const { lang, token } = visit.form()
        const { title, lead, button } = linkTexts[lang]
        return renderFormPage(lang, {
          title,
          body: html`<h1>${title}</h1>
<p>${lead(email)}</p>
<form method="post">
!${renderToken(token)}
<input type="hidden" name="link" value="${visit.query('token')}">
<button>${button}</button>
</form>`,
        })
      }),
    submit: (visit) => orInvalid(visit, () => logIn(visit)),
  }

  async function logIn(visit: PageVisit): Promise<PageAnswer> {
    const { context } = visit.request
    const { account } = await context.em.transactional((em) =>
      consumeAccountToken(em, ['login'], readField(visit.request, 'link'), context.now()),
    )
    try {
      const { token } = await signInService.open(context, { account, methods: ['operator_link'] })
      cookies.startSession(visit.reply, token)
      return redirectTo('security')
    } catch (error) {
      if (!(error instanceof SecondFactorRequired)) throw error
      return showSecondStep(signInService, visit, { challenge: error.challenge, loginPath: 'login?next=security' })
    }
  }

  async function orInvalid(visit: PageVisit, answer: () => Promise<PageAnswer>): Promise<PageAnswer> {
    try {
      return await answer()
    } catch (error) {
      if (!(error instanceof MailLinkInvalid)) throw error
      const { invalid, invalidLead, login } = linkTexts[visit.lang]
      const page = { status: 404, title: invalid, lead: invalidLead }
      return renderTextPage(visit.lang, page, html`<a class="button" href="login">${login}</a>`)
    }
  }
}
