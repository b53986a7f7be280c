import { parse } from 'graphql'
import { authorize, requireAccount, signInChangeRule } from '../../../../platform/auth/authorization.ts'
import type { FormMutations } from '../../../../platform/graphql/form-mutations.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Page } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
import type { AccountService } from '../account.service.ts'
import type { PasskeyService } from '../passkeys/passkey.service.ts'
import { addPasskeyPage } from '../passkeys/passkey-pages.ts'
import { recoveryCodesPage } from '../second-factors/factor-pages.ts'
import { findProofForms } from '../second-factors/proof-forms.ts'
import type { SecondFactorService } from '../second-factors/second-factor.service.ts'
import type { SignInMethods } from '../second-factors/second-factor.types.ts'
import type { SignInService } from '../second-factors/sign-in.service.ts'
import type { SessionService } from '../sessions/session.service.ts'
import type { BrowserCookies } from './browser-cookies.ts'
import type { FormError } from './credential-fields.ts'
import { questionPage } from './form-pages.ts'
import { readField, readOwnerProof, toFormError, toOwnerError } from './form-requests.ts'
import type { FindLogoutTarget } from './logout-target.ts'
import {
  accountPage,
  isStepUpRequired,
  type PageAnswer,
  type PageRoute,
  type PageVisit,
  redirectTo,
} from './page-visit.ts'
import type { LoginProvider } from './provider-links.ts'
import { addAppPage, provePage, securityPage } from './second-factor-pages.ts'

export interface SecurityPageDependencies {
  readonly formMutations: FormMutations
  readonly accountService: AccountService
  readonly factorService: SecondFactorService
  readonly sessionService: SessionService
  readonly signInService: SignInService
  readonly passkeyService: PasskeyService
  readonly cookies: BrowserCookies
  readonly findLogoutTarget: FindLogoutTarget
  readonly hasBundledCountries: boolean
  readonly providers: readonly (LoginProvider & { readonly issuer: string })[]
  readonly allowsPasswords: boolean
}

const documents = {
  add: parse('mutation { addAuthenticatorApp { uri } }'),
  confirm: parse('mutation ($code: String!) { confirmAuthenticatorApp(code: $code) { codes } }'),
  remove: parse('mutation { removeAuthenticatorApp { success } }'),
  renew: parse('mutation { renewRecoveryCodes { codes } }'),
  end: parse('mutation ($id: ID!) { endSession(id: $id) { success } }'),
  prove: parse(
    'mutation ($code: String, $password: String) { proveIdentity(code: $code, password: $password) { id } }',
  ),
  renamePasskey: parse('mutation ($id: ID!, $name: String!) { renamePasskey(id: $id, name: $name) { id } }'),
  removePasskey: parse('mutation ($id: ID!) { removePasskey(id: $id) { success } }'),
}

/** The pages about how a person logs in. Each form runs a mutation. */
export function createSecurityPages(dependencies: SecurityPageDependencies): readonly PageRoute[] {
  const { formMutations, accountService, factorService, sessionService, signInService, passkeyService } = dependencies
  const { providers, allowsPasswords, hasBundledCountries, cookies, findLogoutTarget } = dependencies
  const run = <T>(context: RequestContext, name: keyof typeof documents, variables: object = {}) =>
    formMutations.run(context, documents[name], { ...variables }) as Promise<T>
  return [
    accountPage({
      url: '/account/security',
      next: 'security',
      show: showSecurity,
      submit: async (visit, context) => {
        try {
          return await handleAct(visit, context)
        } catch (error) {
          if (isStepUpRequired(error)) throw error
          return showSecurity(visit, context, toFormError(visit.request, error))
        }
      },
    }),
    accountPage({
      url: '/account/prove',
      show: showProof,
      submit: async (visit, context) => {
        try {
          const proof = readOwnerProof(visit.request)
          if ('credential' in proof) await signInService.proveAgain(context, proof)
          else await run(context, 'prove', proof)
          return redirectTo(visit.next ?? 'security')
        } catch (error) {
          // The account has got a second factor meanwhile, or the field was empty: the page asks for what is missing.
          const formError = toOwnerError(visit.request, error)
          return showProof(
            visit,
            context,
            formError.status === 400 && formError.field === 'password' ? undefined : formError,
          )
        }
      },
    }),
  ]

  async function showProof(visit: PageVisit, context: RequestContext, error?: FormError): Promise<Page> {
    const { email } = await accountService.me(context)
    const [form, { search }] = [visit.form(), visit]
    const offered = await signInService.offerOwnFactors(context, form.token)
    return provePage(form, { ...(await findProofForms(context, providers)), offered, email, search, error })
  }

  async function handleAct(visit: PageVisit, context: RequestContext): Promise<PageAnswer> {
    const act = readField(visit.request, 'act')
    if (act === 'add') {
      const { addAuthenticatorApp } = await run<{ addAuthenticatorApp: { uri: string } }>(context, 'add')
      return addAppPage(visit.form(), addAuthenticatorApp.uri)
    }
    if (act === 'confirm') return confirmApp(visit, context)
    if (act === 'renew') return askForRenewal(visit, context)
    if (act === 'confirm-renew') {
      const { renewRecoveryCodes } = await run<{ renewRecoveryCodes: { codes: string[] } }>(context, 'renew')
      return showCodes(visit, context, renewRecoveryCodes.codes)
    }
    if (act === 'remove') return askForAppRemoval(visit, context)
    if (act === 'add-passkey') {
      const form = visit.form()
      return addPasskeyPage(form, await passkeyService.requestRegistration(context, form.token))
    }
    if (act === 'confirm-passkey') {
      const proof = { credential: readField(visit.request, 'credential'), browser: readField(visit.request, 'token') }
      const codes = await passkeyService.add(context, proof, visit.lang)
      return codes ? showCodes(visit, context, codes) : redirectTo('security')
    }
    const passkey = readField(visit.request, 'passkey')
    if (act === 'rename-passkey')
      await run(context, 'renamePasskey', { id: passkey, name: readField(visit.request, `name-${passkey}`) })
    if (act === 'remove-passkey') return askForPasskeyRemoval(visit, context, passkey)
    if (act === 'confirm-remove-passkey') await run(context, 'removePasskey', { id: passkey })
    if (act === 'confirm-remove') await run(context, 'remove')
    if (act === 'end') return endSession(visit, context, readField(visit.request, 'session'))
    return redirectTo('security')
  }

  /** What the account has, for a question that would be in vain without the proof that its act needs. */
  function findForQuestion(context: RequestContext): Promise<SignInMethods> {
    authorize(context.caller, signInChangeRule)
    return factorService.get(context)
  }

  async function askForAppRemoval(visit: PageVisit, context: RequestContext): Promise<PageAnswer> {
    const { passkeys } = await findForQuestion(context)
    const t = translator(visit.lang)
    return questionPage(visit.form(), {
      title: t('page.factor.removal.app'),
      lead: passkeys.length === 0 ? t('page.factor.removal.last') : t('page.factor.removal.others'),
      label: t('page.secondFactor.security.remove'),
      act: 'confirm-remove',
      keep: t('page.factor.removal.keep'),
      keepPath: 'security',
    })
  }

  async function askForPasskeyRemoval(visit: PageVisit, context: RequestContext, id: string): Promise<PageAnswer> {
    const { passkeys, authenticatorAppSince } = await findForQuestion(context)
    const passkey = passkeys.find((each) => each.id === id)
    if (!passkey) return redirectTo('security')
    const t = translator(visit.lang)
    return questionPage(visit.form(), {
      title: t('page.factor.removal.passkey'),
      name: passkey.name,
      lead:
        passkeys.length === 1 && authenticatorAppSince === null
          ? t('page.factor.removal.last')
          : t('page.factor.removal.others'),
      label: t('page.passkey.list.remove'),
      act: 'confirm-remove-passkey',
      field: { name: 'passkey', value: id },
      keep: t('page.factor.removal.keep'),
      keepPath: 'security',
    })
  }

  async function askForRenewal(visit: PageVisit, context: RequestContext): Promise<PageAnswer> {
    await findForQuestion(context)
    const t = translator(visit.lang)
    return questionPage(visit.form(), {
      title: t('page.factor.renewal.title'),
      lead: t('page.factor.renewal.lead'),
      keep: t('page.factor.renewal.keep'),
      label: t('page.secondFactor.security.renew'),
      act: 'confirm-renew',
      keepPath: 'security',
    })
  }

  /** The end of the session of this browser is a logout of this browser alone. */
  async function endSession(visit: PageVisit, context: RequestContext, id: string): Promise<PageAnswer> {
    const isOwn = requireAccount(context.caller).sessionId === id
    const target = isOwn ? await findLogoutTarget(context) : null
    await run(context, 'end', { id })
    if (!isOwn) return redirectTo('security')
    cookies.endSession(visit.reply)
    return target?.showPage(visit.lang) ?? redirectTo('login')
  }

  async function showCodes(visit: PageVisit, context: RequestContext, codes: readonly string[]): Promise<Page> {
    const { email } = await accountService.me(context)
    return recoveryCodesPage(visit.lang, { codes, email, publicUrl: context.settings.publicUrl })
  }

  async function confirmApp(visit: PageVisit, context: RequestContext): Promise<PageAnswer> {
    try {
      const code = readField(visit.request, 'code')
      const { confirmAuthenticatorApp } = await run<{ confirmAuthenticatorApp: { codes: string[] } }>(
        context,
        'confirm',
        { code },
      )
      return showCodes(visit, context, confirmAuthenticatorApp.codes)
    } catch (error) {
      const uri = readField(visit.request, 'uri')
      const formError = toFormError(visit.request, error)
      // The page repeats what the browser sent, and draws nothing else.
      if (formError.field !== 'code' || !/^otpauth:\/\/totp\/[\x21-\x7e]{1,500}$/.test(uri)) throw error
      return addAppPage(visit.form(), uri, formError)
    }
  }

  async function showSecurity(visit: PageVisit, context: RequestContext, error?: FormError): Promise<Page> {
    const { nodes } = await sessionService.list(context, {})
    const sessions = nodes.map((session) =>
      Object.assign(session, { isCurrent: sessionService.isCurrent(context, session) }),
    )
    const methods = await factorService.get(context)
    const canAddPasskeys = signInService.hasPasskeys
    return securityPage(visit.form(), {
      methods,
      canAddPasskeys,
      sessions,
      hasBundledCountries,
      allowsPasswords,
      error,
    })
  }
}
