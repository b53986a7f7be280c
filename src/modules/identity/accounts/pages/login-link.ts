import { html } from 'ghtml'
import { translator } from '../../../../platform/web/texts.ts'
import { MailLinkInvalid } from '../account.errors.ts'
import { consumeAccountToken, findAccountToken } from '../mails/account-tokens.ts'
import { SecondFactorRequired } from '../second-factors/second-factor.errors.ts'
import type { SignInService } from '../second-factors/sign-in.service.ts'
import type { BrowserCookies } from './browser-cookies.ts'
import { renderFormPage, renderTextPage, renderToken } from './form-pages.ts'
import { readField } from './form-requests.ts'
import { type PageAnswer, type PageRoute, type PageVisit, redirectTo } from './page-visit.ts'
import { showSecondStep } from './second-step.ts'

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
        const t = translator(lang)
        return renderFormPage(lang, {
          title: t('page.loginLink.title'),
          body: html`<h1>${t('page.loginLink.title')}</h1>
<p>${t('page.loginLink.lead', { email })}</p>
<form method="post">
!${renderToken(token)}
<input type="hidden" name="link" value="${visit.query('token')}">
<button>${t('page.loginLink.button')}</button>
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
      const t = translator(visit.lang)
      const page = { status: 404, title: t('page.loginLink.invalid'), lead: t('page.loginLink.invalidLead') }
      return renderTextPage(visit.lang, page, html`<a class="button" href="login">${t('page.loginLink.login')}</a>`)
    }
  }
}
