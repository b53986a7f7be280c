import { parse } from 'graphql'
import { AccountSuspended } from '../../../../platform/auth/auth.errors.ts'
import { toServiceError } from '../../../../platform/graphql/error-formatting.ts'
import type { FormMutations } from '../../../../platform/graphql/form-mutations.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Page } from '../../../../platform/web/page.ts'
import type { AccountService } from '../account.service.ts'
import type { AccountRecoveryService } from '../account-recovery.service.ts'
import { LoginChallengeInvalid, SecondFactorRequired } from '../second-factors/second-factor.errors.ts'
import type { SignInService } from '../second-factors/sign-in.service.ts'
import {
  forgotPage,
  forgotSentPage,
  invalidLinkPage,
  loginPage,
  overviewPage,
  problemPage,
  registrationPage,
  resetPage,
} from './account-pages.ts'
import type { BrowserCookies } from './browser-cookies.ts'
import { type FormError, type LoginError, loginErrorOf } from './credential-fields.ts'
import { earlierMembersPath, finishLogin } from './finish-login.ts'
import { isInvalidLink, readField, readProof, registerByForm, toFormError } from './form-requests.ts'
import type { FindLogoutTarget } from './logout-target.ts'
import { accountPage, type PageAnswer, type PageRoute, type PageVisit, redirectTo } from './page-visit.ts'
import { type LoginProvider, renderProviderLinks } from './provider-links.ts'
import { showSecondStep } from './second-step.ts'

export interface AccountPageDependencies {
  readonly cookies: BrowserCookies
  readonly formMutations: FormMutations
  readonly accountService: AccountService
  readonly recoveryService: AccountRecoveryService
  readonly signInService: SignInService
  readonly hasGraphiql: boolean
  readonly providers: readonly LoginProvider[]
  readonly allowsPasswords: boolean
  readonly findLogoutTarget: FindLogoutTarget
}

const documents = {
  login: parse(
    'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }',
  ),
  requestReset: parse('mutation ($email: String!) { requestPasswordReset(email: $email) { success } }'),
  reset: parse(`mutation ($token: String!, $newPassword: String!, $revokeApiKeys: Boolean!, $code: String) {
    resetPassword(token: $token, newPassword: $newPassword, revokeApiKeys: $revokeApiKeys, code: $code) { token user { hasEarlierMembers } } }`),
  requestVerification: parse('mutation { requestEmailVerification { success } }'),
  complete: parse(
    'mutation ($challenge: String!, $code: String!) { completeLogin(challenge: $challenge, code: $code) { token } }',
  ),
  logout: parse('mutation { logout { success } }'),
  keep: parse('mutation { cancelAccountDeletion { requestedAt } }'),
}

interface ResetAnswer {
  readonly token: string
  readonly user: { readonly hasEarlierMembers: boolean }
}

/** The pages with their forms. Each form runs a mutation. */
export function createPages(dependencies: AccountPageDependencies): readonly PageRoute[] {
  const { cookies, formMutations, providers, signInService, allowsPasswords } = dependencies
  const run = <T>(
    context: RequestContext,
    name: keyof typeof documents,
    variables: Readonly<Record<string, unknown>>,
  ) => formMutations.run(context, documents[name], variables) as Promise<T>
  return [
    { url: '/account', show: async () => redirectTo('account/overview') },
    ...[createLogin(), createOverview()],
    ...(allowsPasswords ? [createRegistration(), createForgot(), createReset()] : createPagesWithoutPasswords()),
  ]

  function showLogin(
    visit: PageVisit,
    options: { readonly email?: string; readonly loginError?: LoginError } = {},
  ): Page {
    const hasPasskeys = signInService.allowsPasskeyLogin
    const otherWays = { providers, hasPasskeys, allowsPasswords }
    return loginPage(visit.form(), { email: '', search: visit.search, ...otherWays, ...options })
  }

  /** The pages about passwords then lead to the other ways to log in. */
  function createPagesWithoutPasswords(): PageRoute[] {
    const show = async (visit: PageVisit) => ({ ...showLogin(visit), status: 403 })
    return ['register', 'forgot', 'reset'].map((name) => ({ url: `/account/${name}`, show, submit: show }))
  }

  function createLogin(): PageRoute {
    return {
      url: '/account/login',
      show: async (visit) => showLogin(visit, { email: visit.query('email') }),
      submit: async (visit) => {
        if (readField(visit.request, 'challenge')) return completeLogin(visit)
        const email = readField(visit.request, 'email')
        try {
          const variables = { email, password: readField(visit.request, 'password') }
          const { login } = await run<{ login: { token: string } }>(visit.request.context, 'login', variables)
          return await finishLogin(cookies, visit, login.token)
        } catch (error) {
          const codeStep = await askForFactor(visit, error)
          if (codeStep) return codeStep
          const formError = toFormError(visit.request, error)
          if (formError.status >= 500) return problemPage(visit.lang, formError)
          if (!allowsPasswords) return { ...showLogin(visit), status: formError.status }
          const loginError = loginErrorOf(formError)
          const page = showLogin(visit, { email, loginError })
          return { ...page, ...(formError.headers && { headers: formError.headers }) }
        }
      },
    }
  }

  function createRegistration(): PageRoute {
    const linksOf = ({ lang, search }: PageVisit) => ({
      loginPath: `login${search}`,
      providerLinks: renderProviderLinks(lang, providers, { search }),
    })
    return {
      url: '/account/register',
      show: async (visit) => {
        const form = { name: '', email: visit.query('email') }
        return registrationPage(visit.form(), { form, ...linksOf(visit) })
      },
      submit: async (visit) => {
        const { form, error, registered } = await registerByForm(formMutations, visit.request)
        if (!registered) return registrationPage(visit.form(), { form, error, ...linksOf(visit) })
        return finishLogin(cookies, visit, registered.session)
      },
    }
  }

  function createForgot(): PageRoute {
    return {
      url: '/account/forgot',
      show: async (visit) =>
        'sent' in (visit.request.query as object)
          ? forgotSentPage(visit.form(), { email: visit.query('email'), backLink: findBackLink(visit) })
          : forgotPage(visit.form(), { email: visit.query('email') }),
      submit: async (visit) => {
        const email = readField(visit.request, 'email').trim()
        try {
          await run(visit.request.context, 'requestReset', { email })
          const query = new URLSearchParams(visit.search)
          query.delete('sent')
          query.set('email', email)
          return redirectTo(`forgot?sent&${query}`)
        } catch (error) {
          return forgotPage(visit.form(), { email, error: toFormError(visit.request, error) })
        }
      },
    }
  }

  function createReset(): PageRoute {
    return {
      url: '/account/reset',
      show: async (visit) => {
        return showReset(visit, visit.query('token'))
      },
      submit: async (visit) => {
        const token = readField(visit.request, 'link')
        const newPassword = readField(visit.request, 'password')
        const revokeApiKeys = readField(visit.request, 'revoke') === 'yes'
        const code = readField(visit.request, 'code')
        try {
          const variables = { token, newPassword, revokeApiKeys, ...(code && { code }) }
          const { resetPassword } = await run<{ resetPassword: ResetAnswer }>(visit.request.context, 'reset', variables)
          const target = await finishLogin(cookies, visit, resetPassword.token)
          // An account that is being deleted can only be kept, on its overview.
          const mustDecide = resetPassword.user.hasEarlierMembers && target.location !== 'overview'
          return mustDecide ? redirectTo(earlierMembersPath(target.location)) : target
        } catch (error) {
          if (isInvalidLink(error)) return invalidLinkPage(visit.lang, 'forgot')
          // The password was changed, and nobody is logged in.
          if (toServiceError(error) instanceof AccountSuspended) return showLogin(visit, { loginError: 'suspended' })
          return showReset(visit, token, toFormError(visit.request, error))
        }
      },
    }
  }

  /** The link says whether a code is missing, also when the account has got a second factor meanwhile. */
  async function showReset(visit: PageVisit, token: string, error?: FormError): Promise<Page> {
    const link = await dependencies.recoveryService.findLink(visit.request.context, ['password_reset'], token)
    return link
      ? resetPage(visit.form(), token, { ...link, ...(error && { error }) })
      : invalidLinkPage(visit.lang, 'forgot')
  }

  function createOverview(): PageRoute {
    return accountPage({
      url: '/account/overview',
      show: showOverview,
      submit: async (visit, context) => {
        try {
          const act = readField(visit.request, 'act')
          if (act === 'keep') {
            await run(context, 'keep', {})
            return redirectTo('overview')
          }
          if (act !== 'logout') {
            await run(context, 'requestVerification', {})
            return redirectTo('overview?sent')
          }
          const target = await dependencies.findLogoutTarget(context)
          await run(context, 'logout', {})
          cookies.endSession(visit.reply)
          return target?.showPage(visit.lang) ?? redirectTo('login')
        } catch (error) {
          return showOverview(visit, context, toFormError(visit.request, error))
        }
      },
    })
  }

  async function showOverview(visit: PageVisit, context: RequestContext, error?: FormError): Promise<Page> {
    const account = await dependencies.accountService.me(context)
    const loginAddress = `${context.settings.publicUrl}/v1/auth/login`
    const isSent = 'sent' in (visit.request.query as object)
    const {
      hasGraphiql,
      providers: { length },
    } = dependencies
    const hasProviders = length > 0
    return overviewPage(visit.form(), { account, loginAddress, isSent, hasGraphiql, hasProviders, error })
  }

  /** The second step of a login; null for an error that is not about it. */
  async function askForFactor(visit: PageVisit, error: unknown): Promise<Page | null> {
    const required = toServiceError(error)
    if (!(required instanceof SecondFactorRequired)) return null
    return showSecondStep(signInService, visit, { challenge: required.challenge, loginPath: `login${visit.search}` })
  }

  async function completeLogin(visit: PageVisit): Promise<PageAnswer> {
    const { request } = visit
    const [challenge, proof] = [readField(request, 'challenge'), readProof(request)]
    try {
      if (!('code' in proof))
        return await finishLogin(
          cookies,
          visit,
          (await signInService.complete(request.context, challenge, proof)).token,
        )
      const variables = { challenge, ...proof }
      const { completeLogin } = await run<{ completeLogin: { token: string } }>(request.context, 'complete', variables)
      return await finishLogin(cookies, visit, completeLogin.token)
    } catch (error) {
      if (toServiceError(error) instanceof LoginChallengeInvalid) return showLogin(visit, { loginError: 'expired' })
      const loginPath = `login${visit.search}`
      return showSecondStep(signInService, visit, { challenge, loginPath, error: toFormError(request, error) })
    }
  }
}

/** The login of an application, by the id of an interaction, or another page to go back to. */
function findBackLink({ query, next }: PageVisit) {
  const uid = query('interaction')
  if (/^[\w-]{1,64}$/.test(uid)) return { path: `../oauth/interaction/${uid}`, isApplication: true }
  return next === null ? null : { path: next, isApplication: false }
}
