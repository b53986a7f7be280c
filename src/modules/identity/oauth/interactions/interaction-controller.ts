import type { FastifyReply } from 'fastify'
import type { InteractionResults } from 'oidc-provider'
import type { FormMutations } from '../../../../platform/graphql/form-mutations.ts'
import { ServiceError } from '../../../../platform/shared/service-error.ts'
import { requestLanguage } from '../../../../platform/web/language.ts'
import { type Page, sendPage } from '../../../../platform/web/page.ts'
import {
  type Account,
  type AccountService,
  LoginChallengeInvalid,
  loginErrorOf,
  PasskeyProblem,
  type RegistrationPageOptions,
  readField,
  readProof,
  registerByForm,
  registrationPage,
  SecondFactorRequired,
  toFormError,
} from '../../accounts/index.ts'
import type { InteractionLogins } from '../../identity-providers/index.ts'
import { type DeviceStepDependencies, DeviceSteps } from '../device/device-steps.ts'
import { continuePage } from './consent-page.ts'
import { sendExpiredPage } from './error-pages.ts'
import {
  findAccount,
  findInteraction,
  findLogin,
  findRequest,
  type Interaction,
  type InteractionRequest,
  isInteractionExpired,
  toConsent,
} from './interaction.ts'
import { isPossibleEmail, isPossiblePassword } from './interaction-form.ts'
import { type InteractionPageDependencies, InteractionPages } from './interaction-pages.ts'

/** The values of the consent form after a click on "Allow". */
interface AllowedAccess {
  readonly interaction: Interaction
  readonly account: Account
  /** The values of its checkboxes, of any type. */
  readonly workspaceIds: ReadonlySet<unknown>
}

interface InteractionDependencies extends Omit<InteractionPageDependencies, 'devices'>, DeviceStepDependencies {
  readonly accountService: AccountService
  readonly formMutations: FormMutations
  readonly interactionLogins: InteractionLogins
}

/**
 * The login and consent pages of an authorization, at one URL. The interaction stores the login until the user decides
 * about consent; then the provider continues.
 */
export class InteractionController {
  private readonly pages: InteractionPages
  private readonly devices: DeviceSteps

  constructor(private readonly dependencies: InteractionDependencies) {
    this.devices = new DeviceSteps(dependencies)
    this.pages = new InteractionPages({ ...dependencies, devices: this.devices })
  }

  /** Answers with the login page or, after the login, with the consent page. */
  async showPage(request: InteractionRequest, reply: FastifyReply): Promise<FastifyReply> {
    const interaction = await findInteraction(this.dependencies.provider, request, reply)
    if (!interaction) return sendExpiredPage(request, reply)
    if ('passkey' in (request.query as object) && !findLogin(interaction))
      return sendPage(reply, await this.pages.createPasskeyPage(request, interaction))
    const login = this.dependencies.interactionLogins.take(request, reply, interaction.uid)
    if (!login) return sendPage(reply, await this.createPage(request, interaction))
    const { accountId: id, tokenVersion, challenge } = login
    if (challenge) return sendPage(reply, await this.pages.createCodePage(request, interaction, challenge))
    await this.saveLogin(request, reply, { id, tokenVersion })
    return this.redirectToPage(reply, interaction)
  }

  /** Handles the form of either page. */
  async handleForm(request: InteractionRequest, reply: FastifyReply): Promise<FastifyReply> {
    const interaction = await findInteraction(this.dependencies.provider, request, reply)
    const { token, act: action, email, password, workspace } = (request.body ?? {}) as Readonly<Record<string, unknown>>
    const challenge = readField(request, 'challenge')
    if (!interaction || !this.dependencies.formTokens.isValid(interaction.uid, token))
      return sendExpiredPage(request, reply)
    if (action === 'deny') return this.refuse(request, reply, interaction)
    if ((action === 'allow' || action === 'code') && findLogin(interaction)) {
      const account = await findAccount(request, interaction)
      if (!account) return sendExpiredPage(request, reply)
      if (this.devices.lacksCode(interaction)) {
        const page = await this.devices.acceptCode(request, interaction, account)
        return page ? sendPage(reply, page) : this.redirectToPage(reply, interaction)
      }
      return this.grantAccess(request, reply, { interaction, account, workspaceIds: new Set([workspace].flat()) })
    }
    if (challenge) return this.completeLogin(request, reply, interaction, challenge)
    if (readField(request, 'credential')) return this.logInByPasskey(request, reply, interaction)
    if (!allowsPasswords(request)) return this.redirectToPage(reply, interaction)
    const rejection = await this.attemptLogin(request, reply, email, password)
    if (rejection instanceof SecondFactorRequired)
      return sendPage(reply, await this.pages.createCodePage(request, interaction, rejection.challenge))
    if (rejection) {
      if (rejection.status === 429) reply.headers(rejection.headers)
      const loginError = loginErrorOf(rejection)
      const fields = { loginError, ...(isPossibleEmail(email) && { email }) }
      return sendPage(reply, await this.pages.createLoginPage(request, interaction, fields))
    }
    return this.redirectToPage(reply, interaction)
  }

  /** Answers with the page that creates an account for this authorization. */
  async showRegistration(request: InteractionRequest, reply: FastifyReply): Promise<FastifyReply> {
    const interaction = await findInteraction(this.dependencies.provider, request, reply)
    if (!interaction) return sendExpiredPage(request, reply)
    if (!allowsPasswords(request)) return this.redirectToPage(reply, interaction)
    return this.sendRegistration(request, reply, interaction, { form: { name: '', email: '' } })
  }

  /** Creates an account, whose owner then decides about consent. */
  async handleRegistration(request: InteractionRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { formMutations, formTokens } = this.dependencies
    const interaction = await findInteraction(this.dependencies.provider, request, reply)
    const { token } = (request.body ?? {}) as Readonly<Record<string, unknown>>
    if (!interaction || !formTokens.isValid(interaction.uid, token)) return sendExpiredPage(request, reply)
    const { form, error, registered } = await registerByForm(formMutations, request)
    if (!registered) return this.sendRegistration(request, reply, interaction, { form, error })
    await this.saveLogin(request, reply, { id: registered.id, tokenVersion: 0 })
    return this.redirectToPage(reply, interaction)
  }

  private sendRegistration(
    request: InteractionRequest,
    reply: FastifyReply,
    { uid }: Interaction,
    page: Omit<RegistrationPageOptions, 'loginPath' | 'providerLinks'>,
  ): FastifyReply {
    const options = { lang: requestLanguage(request), token: this.dependencies.formTokens.issue(uid) }
    const loginPath = this.dependencies.addresses.interactionUrl(uid)
    const providerLinks = this.pages.renderProviderLinks(request, uid)
    return sendPage(reply, registrationPage(options, { ...page, loginPath, providerLinks }))
  }

  private redirectToPage(reply: FastifyReply, { uid }: Interaction): FastifyReply {
    return reply
      .status(303)
      .headers({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
      .header('location', this.dependencies.addresses.interactionUrl(uid))
      .send()
  }

  /** Logs in and stores the login in the interaction. Returns the status and headers of a rejected login, or null. */
  private async attemptLogin(
    request: InteractionRequest,
    reply: FastifyReply,
    email: unknown,
    password: unknown,
  ): Promise<Pick<ServiceError, 'status' | 'headers'> | null> {
    // Impossible values get the same answer as wrong ones.
    if (!isPossibleEmail(email) || !isPossiblePassword(password)) return { status: 401, headers: {} }
    try {
      const { accountService, signInService } = this.dependencies
      const account = await accountService.authenticate(request.context, { email, password })
      await signInService.assertComplete(request.context, { account, methods: ['password'] })
      await this.saveLogin(request, reply, account)
      return null
    } catch (error) {
      if (error instanceof ServiceError && [401, 403, 429].includes(error.status)) return error
      throw error
    }
  }

  /** Logs in with a passkey alone. */
  private async logInByPasskey(
    request: InteractionRequest,
    reply: FastifyReply,
    interaction: Interaction,
  ): Promise<FastifyReply> {
    try {
      const proof = { credential: readField(request, 'credential'), browser: readField(request, 'token') }
      const { account } = await this.dependencies.signInService.proveByPasskey(request.context, proof)
      await this.saveLogin(request, reply, account)
      return this.redirectToPage(reply, interaction)
    } catch (error) {
      if (!isExpected(error)) throw error
      return sendPage(reply, await this.pages.createPasskeyPage(request, interaction, toFormError(request, error)))
    }
  }

  /** The second step of a login. Another attempt begins with the password when the first step is too old. */
  private async completeLogin(
    request: InteractionRequest,
    reply: FastifyReply,
    interaction: Interaction,
    challenge: string,
  ): Promise<FastifyReply> {
    try {
      const { signInService } = this.dependencies
      const { account } = await signInService.prove(request.context, challenge, readProof(request))
      await this.saveLogin(request, reply, account)
      return this.redirectToPage(reply, interaction)
    } catch (error) {
      if (!isExpected(error)) throw error
      if (error instanceof LoginChallengeInvalid)
        return sendPage(reply, await this.pages.createLoginPage(request, interaction, { loginError: 'expired' }))
      return sendPage(
        reply,
        await this.pages.createCodePage(request, interaction, challenge, toFormError(request, error)),
      )
    }
  }

  private saveLogin(
    request: InteractionRequest,
    reply: FastifyReply,
    { id: accountId, tokenVersion }: Pick<Account, 'id' | 'tokenVersion'>,
  ): Promise<void> {
    return this.saveResult(request, reply, { login: { accountId, tokenVersion, remember: false } })
  }

  private async grantAccess(
    request: InteractionRequest,
    reply: FastifyReply,
    { interaction, account, workspaceIds }: AllowedAccess,
  ): Promise<FastifyReply> {
    const { consents } = this.dependencies
    const { em } = request.context
    const choice = await consents.divideMemberships(em, account.id, workspaceIds)
    if (!choice) return sendPage(reply, await this.pages.createConsentPage(request, interaction, account, true))
    const consent = toConsent(interaction, account)
    try {
      const grant = await consents.saveGrant(em, consent, findRequest(interaction), choice.chosen)
      // A new password ends all grants that exist. If it came after the page was read, it has missed this grant.
      if (!(await findAccount(request, interaction))) {
        await grant.destroy()
        return sendExpiredPage(request, reply)
      }
      await consents.endReplaced(em, consent, grant.id, choice.unchosen)
      if (this.devices.isOfDevice(interaction))
        return await this.devices.allow(request, reply, { interaction, account, grant })
      const result = { ...interaction.result, consent: { grantId: grant.id } }
      return await this.complete(request, reply, interaction, result)
    } catch (error) {
      if (isInteractionExpired(error)) return sendExpiredPage(request, reply)
      throw error
    }
  }

  private refuse(request: InteractionRequest, reply: FastifyReply, interaction: Interaction): Promise<FastifyReply> {
    if (this.devices.isOfDevice(interaction)) return this.devices.refuse(request, reply, interaction)
    return this.complete(request, reply, interaction, accessDenied)
  }

  private async complete(
    request: InteractionRequest,
    reply: FastifyReply,
    { uid }: Interaction,
    result: InteractionResults,
  ): Promise<FastifyReply> {
    await this.saveResult(request, reply, result)
    return sendPage(reply, continuePage(requestLanguage(request), this.dependencies.addresses.resumeUrl(uid)))
  }

  private async saveResult(
    { raw }: InteractionRequest,
    reply: FastifyReply,
    result: InteractionResults,
  ): Promise<void> {
    await this.dependencies.provider.interactionResult(raw, reply.raw, result, { mergeWithLastSubmission: true })
  }

  private async createPage(request: InteractionRequest, interaction: Interaction): Promise<Page> {
    const account = await findAccount(request, interaction)
    if (!account) {
      const { login_hint: loginHint } = interaction.params
      return this.pages.createLoginPage(request, interaction, isPossibleEmail(loginHint) ? { email: loginHint } : {})
    }
    if (this.devices.lacksCode(interaction)) return this.devices.createCodePage(request, interaction)
    return this.pages.createConsentPage(request, interaction, account)
  }
}

/** Without passwords, the login leads to an identity provider, and nobody registers. */
function allowsPasswords({ context }: InteractionRequest): boolean {
  return context.settings.oidc.allowsPasswords
}

const accessDenied = { error: 'access_denied', error_description: 'the user denied access' } as const

/** Whether a page tells the person of the error. */
function isExpected(error: unknown): boolean {
  return error instanceof PasskeyProblem || (error instanceof ServiceError && error.status < 500)
}
