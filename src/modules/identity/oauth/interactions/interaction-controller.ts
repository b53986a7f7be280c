import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults, Provider } from 'oidc-provider'
import type { FormMutations } from '../../../../platform/graphql/form-mutations.ts'
import { ServiceError } from '../../../../platform/shared/service-error.ts'
import type { FormTokens } from '../../../../platform/web/form-tokens.ts'
import { requestLanguage } from '../../../../platform/web/language.ts'
import { type Page, sendPage } from '../../../../platform/web/page.ts'
import {
  Account,
  type AccountService,
  type LoginProvider,
  type RegistrationPageOptions,
  registerByForm,
  registrationPage,
  renderProviderLinks,
} from '../../accounts/index.ts'
import type { InteractionLogins } from '../../identity-providers/index.ts'
import type { OAuthAddresses } from '../server/oauth-addresses.ts'
import type { ConsentService } from './consent.service.ts'
import { consentPage, continuePage, toRedirectDestination } from './consent-page.ts'
import { interactionExpiredPage } from './error-pages.ts'
import { findLogin, findRequestedScopes, type Interaction, isInteractionExpired, toConsent } from './interaction.ts'
import { isPossibleEmail, isPossiblePassword } from './interaction-form.ts'
import { type LoginPageOptions, loginPage } from './login-page.ts'

export type InteractionRequest = FastifyRequest<{ Params: { uid: string } }>

/** The values of the consent form after a click on "Allow". */
interface AllowedAccess {
  readonly interaction: Interaction
  readonly account: Account
  /** The values of its checkboxes, of any type. */
  readonly workspaceIds: ReadonlySet<unknown>
}

interface InteractionDependencies {
  readonly provider: Provider
  readonly consents: ConsentService
  readonly addresses: OAuthAddresses
  readonly formTokens: FormTokens
  readonly accountService: AccountService
  readonly formMutations: FormMutations
  readonly loginProviders: readonly LoginProvider[]
  readonly interactionLogins: InteractionLogins
}

/**
 * The login and consent pages of an authorization, at one URL. The interaction stores the login until the user decides
 * about consent; then the provider continues.
 */
export class InteractionController {
  constructor(private readonly dependencies: InteractionDependencies) {}

  /** Answers with the login page or, after the login, with the consent page. */
  async showPage(request: InteractionRequest, reply: FastifyReply): Promise<FastifyReply> {
    const interaction = await this.findInteraction(request, reply)
    if (!interaction) return sendExpiredPage(request, reply)
    const login = this.dependencies.interactionLogins.take(request, reply, interaction.uid)
    if (!login) return sendPage(reply, await this.createPage(request, interaction))
    const { accountId, tokenVersion } = login
    await this.saveResult(request, reply, { login: { accountId, tokenVersion, remember: false } })
    return this.redirectToPage(reply, interaction)
  }

  /** Handles the form of either page. */
  async handleForm(request: InteractionRequest, reply: FastifyReply): Promise<FastifyReply> {
    const interaction = await this.findInteraction(request, reply)
    const { token, act: action, email, password, workspace } = (request.body ?? {}) as Readonly<Record<string, unknown>>
    if (!interaction || !this.dependencies.formTokens.isValid(interaction.uid, token))
      return sendExpiredPage(request, reply)
    if (action === 'deny') return this.complete(request, reply, interaction, accessDenied)
    if (action === 'allow' && findLogin(interaction)) {
      const account = await this.findAccount(request, interaction)
      if (!account) return sendExpiredPage(request, reply)
      return this.grantAccess(request, reply, { interaction, account, workspaceIds: new Set([workspace].flat()) })
    }
    const rejection = await this.attemptLogin(request, reply, email, password)
    if (rejection) {
      if (rejection.status === 429) reply.headers(rejection.headers)
      const loginError = rejection.status === 429 ? 'throttled' : 'wrong'
      return sendPage(
        reply,
        await this.createLoginPage(request, interaction, { loginError, ...(isPossibleEmail(email) && { email }) }),
      )
    }
    return this.redirectToPage(reply, interaction)
  }

  /** Answers with the page that creates an account for this authorization. */
  async showRegistration(request: InteractionRequest, reply: FastifyReply): Promise<FastifyReply> {
    const interaction = await this.findInteraction(request, reply)
    if (!interaction) return sendExpiredPage(request, reply)
    return this.sendRegistration(request, reply, interaction, { form: { name: '', email: '' } })
  }

  /** Creates an account, whose owner then decides about consent. */
  async handleRegistration(request: InteractionRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { formMutations, formTokens } = this.dependencies
    const interaction = await this.findInteraction(request, reply)
    const { token } = (request.body ?? {}) as Readonly<Record<string, unknown>>
    if (!interaction || !formTokens.isValid(interaction.uid, token)) return sendExpiredPage(request, reply)
    const { form, error, registered } = await registerByForm(formMutations, request)
    if (!registered) return this.sendRegistration(request, reply, interaction, { form, error })
    await this.saveResult(request, reply, { login: { accountId: registered.id, tokenVersion: 0, remember: false } })
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
    const providerLinks = this.renderProviderLinks(request, uid)
    return sendPage(reply, registrationPage(options, { ...page, loginPath, providerLinks }))
  }

  private renderProviderLinks(request: InteractionRequest, uid: string): string {
    const { loginProviders, addresses } = this.dependencies
    const target = { folder: addresses.urlOf('/account/'), search: `?interaction=${uid}` }
    return renderProviderLinks(requestLanguage(request), loginProviders, target)
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
      const { id, tokenVersion } = await this.dependencies.accountService.authenticate(request.context, {
        email,
        password,
      })
      await this.saveResult(request, reply, { login: { accountId: id, tokenVersion, remember: false } })
      return null
    } catch (error) {
      if (error instanceof ServiceError && (error.status === 401 || error.status === 429)) return error
      throw error
    }
  }

  private async grantAccess(
    request: InteractionRequest,
    reply: FastifyReply,
    { interaction, account, workspaceIds }: AllowedAccess,
  ): Promise<FastifyReply> {
    const { consents } = this.dependencies
    const { em } = request.context
    const choice = await consents.divideMemberships(em, account.id, workspaceIds)
    if (!choice) return sendPage(reply, await this.createConsentPage(request, interaction, account, true))
    const consent = toConsent(interaction, account)
    try {
      const grant = await consents.saveGrant(consent, findRequestedScopes(interaction), choice.chosen)
      // A new password ends all grants that exist. If it came after the page was read, it has missed this grant.
      if (!(await this.findAccount(request, interaction))) {
        await grant.destroy()
        return sendExpiredPage(request, reply)
      }
      await consents.endReplaced(em, consent, grant.id, choice.unchosen)
      const result = { ...interaction.result, consent: { grantId: grant.id } }
      return await this.complete(request, reply, interaction, result)
    } catch (error) {
      if (isInteractionExpired(error)) return sendExpiredPage(request, reply)
      throw error
    }
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

  /** The interaction of this URL, if the browser has its cookie. */
  private async findInteraction({ raw, params }: InteractionRequest, reply: FastifyReply): Promise<Interaction | null> {
    try {
      const interaction = await this.dependencies.provider.interactionDetails(raw, reply.raw)
      return interaction.uid === params.uid ? interaction : null
    } catch (error) {
      if (isInteractionExpired(error)) return null
      throw error
    }
  }

  /** The account of the login, unless a logout or a new password has invalidated the login. */
  private async findAccount({ context }: InteractionRequest, interaction: Interaction): Promise<Account | null> {
    const { accountId: id, tokenVersion } = findLogin(interaction) ?? {}
    return id === undefined ? null : context.em.findOne(Account, { id, tokenVersion })
  }

  private async createPage(request: InteractionRequest, interaction: Interaction): Promise<Page> {
    const account = await this.findAccount(request, interaction)
    if (!account) {
      const { login_hint: loginHint } = interaction.params
      return this.createLoginPage(request, interaction, isPossibleEmail(loginHint) ? { email: loginHint } : {})
    }
    return this.createConsentPage(request, interaction, account)
  }

  private async createConsentPage(
    request: InteractionRequest,
    interaction: Interaction,
    account: Account,
    isChoiceMissing = false,
  ): Promise<Page> {
    const { consents, formTokens } = this.dependencies
    return consentPage(requestLanguage(request), {
      appName: await this.findAppName(interaction),
      token: formTokens.issue(interaction.uid),
      account,
      requestedScopes: findRequestedScopes(interaction),
      workspaces: await consents.listOptions(request.context.em, toConsent(interaction, account)),
      isChoiceMissing,
      destination: toRedirectDestination(String(interaction.params.redirect_uri)),
    })
  }

  private async createLoginPage(
    request: InteractionRequest,
    interaction: Interaction,
    formState: Pick<LoginPageOptions, 'email' | 'loginError'>,
  ): Promise<Page> {
    return loginPage(requestLanguage(request), {
      appName: await this.findAppName(interaction),
      token: this.dependencies.formTokens.issue(interaction.uid),
      registerUrl: this.dependencies.addresses.registerUrl(interaction.uid),
      forgotUrl: this.dependencies.addresses.forgotUrl(interaction.uid),
      providerLinks: this.renderProviderLinks(request, interaction.uid),
      ...formState,
    })
  }

  private async findAppName({ params }: Interaction): Promise<string> {
    const client = await this.dependencies.provider.Client.find(String(params.client_id))
    return client?.clientName ?? ''
  }
}

function sendExpiredPage(request: InteractionRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply, interactionExpiredPage(requestLanguage(request)))
}

const accessDenied = { error: 'access_denied', error_description: 'the user denied access' } as const
