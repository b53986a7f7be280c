import type { BrowserCookies } from '../pages/browser-cookies.ts'
import { finishLogin } from '../pages/finish-login.ts'
import { readField, toFormError } from '../pages/form-requests.ts'
import { type PageAnswer, type PageRoute, type PageVisit, redirectTo } from '../pages/page-visit.ts'
import type { SignInService } from '../second-factors/sign-in.service.ts'
import { passkeyLoginPage } from './passkey-pages.ts'

interface PasskeyPageDependencies {
  readonly cookies: BrowserCookies
  readonly signInService: SignInService
}

/** The page that logs in with a passkey alone, beside the one with the password. */
export function createPasskeyPage({ cookies, signInService }: PasskeyPageDependencies): PageRoute {
  return {
    url: '/account/passkey',
    show: async (visit) => show(visit),
    submit: async (visit) => {
      const { request } = visit
      try {
        const proof = { credential: readField(request, 'credential'), browser: readField(request, 'token') }
        const login = await signInService.proveByPasskey(request.context, proof)
        const { token } = await signInService.open(request.context, login)
        return await finishLogin(cookies, visit, token)
      } catch (error) {
        return show(visit, error)
      }
    },
  }

  function show(visit: PageVisit, error?: unknown): PageAnswer {
    const form = visit.form()
    const loginPath = `login${visit.search}`
    const options = signInService.requestPasskey(form.token)
    if (!options) return redirectTo(loginPath)
    return passkeyLoginPage(form, {
      options,
      loginPath,
      ...(error !== undefined && { error: toFormError(visit.request, error) }),
    })
  }
}
