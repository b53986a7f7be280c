import type { Provider } from 'oidc-provider'
import type { FormTokens } from '../../../../platform/web/form-tokens.ts'
import { requestLanguage } from '../../../../platform/web/language.ts'
import type { Page } from '../../../../platform/web/page.ts'
import {
  type Account,
  codePage,
  type FormError,
  type LoginProvider,
  passkeyLoginPage,
  renderPasskeyLink,
  renderProviderLinks,
  type SignInService,
} from '../../accounts/index.ts'
import { clientNameOf, findDocumentHost, isSelfRegistered } from '../apps/oauth-clients.ts'
import type { DeviceSteps } from '../device/device-steps.ts'
import type { OAuthAddresses } from '../server/oauth-addresses.ts'
import type { ConsentService } from './consent.service.ts'
import { consentPage, toRedirectDestination } from './consent-page.ts'
import { findRequestedScopes, type Interaction, type InteractionRequest, toConsent } from './interaction.ts'
import { type LoginPageOptions, loginPage } from './login-page.ts'

/** What the pages of an authorization need. */
export interface InteractionPageDependencies {
  readonly provider: Provider
  readonly consents: ConsentService
  readonly addresses: OAuthAddresses
  readonly formTokens: FormTokens
  readonly loginProviders: readonly LoginProvider[]
  readonly signInService: SignInService
  readonly devices: DeviceSteps
}

/** Fills in the pages of an authorization. */
export class InteractionPages {
  constructor(private readonly dependencies: InteractionPageDependencies) {}

  async createCodePage(
    request: InteractionRequest,
    { uid }: Interaction,
    challenge: string,
    error?: FormError,
  ): Promise<Page> {
    const { formTokens, addresses, signInService } = this.dependencies
    const token = formTokens.issue(uid)
    const offered = await signInService.offerFactors(request.context, challenge, token)
    const options = { lang: requestLanguage(request), token }
    return codePage(options, { challenge, offered, loginPath: addresses.interactionUrl(uid), error })
  }

  /** The login with a passkey; the other ways to log in where no browser offers passkeys. */
  async createPasskeyPage(request: InteractionRequest, interaction: Interaction, error?: FormError): Promise<Page> {
    const { formTokens, addresses, signInService } = this.dependencies
    const [lang, token] = [requestLanguage(request), formTokens.issue(interaction.uid)]
    const options = signInService.requestPasskey(token)
    if (!options) return this.createLoginPage(request, interaction, {})
    return passkeyLoginPage({ lang, token }, { options, loginPath: addresses.interactionUrl(interaction.uid), error })
  }

  async createConsentPage(
    request: InteractionRequest,
    interaction: Interaction,
    account: Account,
    isChoiceMissing = false,
  ): Promise<Page> {
    const { consents, formTokens, devices } = this.dependencies
    const device = await devices.describe(request, interaction)
    return consentPage(requestLanguage(request), {
      appName: await this.findAppName(interaction),
      appHost: findDocumentHost(String(interaction.params.client_id)),
      isSelfRegistered: await isSelfRegistered(request.context.em, String(interaction.params.client_id)),
      token: formTokens.issue(interaction.uid),
      account,
      requestedScopes: findRequestedScopes(interaction),
      workspaces: await consents.listOptions(request.context.em, toConsent(interaction, account)),
      isChoiceMissing,
      recipient: device ?? toRedirectDestination(String(interaction.params.redirect_uri)),
    })
  }

  async createLoginPage(
    request: InteractionRequest,
    interaction: Interaction,
    formState: Pick<LoginPageOptions, 'email' | 'loginError'>,
  ): Promise<Page> {
    return loginPage(requestLanguage(request), {
      appName: await this.findAppName(interaction),
      token: this.dependencies.formTokens.issue(interaction.uid),
      registerUrl: this.dependencies.addresses.registerUrl(interaction.uid),
      forgotUrl: this.dependencies.addresses.forgotUrl(interaction.uid),
      otherWays: this.renderOtherWays(request, interaction.uid),
      allowsPasswords: request.context.settings.oidc.allowsPasswords,
      ...formState,
    })
  }

  private renderOtherWays(request: InteractionRequest, uid: string): string {
    const { addresses, signInService } = this.dependencies
    const path = signInService.allowsPasskeyLogin ? `${addresses.interactionUrl(uid)}?passkey` : null
    return renderPasskeyLink(requestLanguage(request), path) + this.renderProviderLinks(request, uid)
  }

  renderProviderLinks(request: InteractionRequest, uid: string): string {
    const { loginProviders, addresses } = this.dependencies
    const target = { folder: addresses.urlOf('/account/'), search: `?interaction=${uid}` }
    return renderProviderLinks(requestLanguage(request), loginProviders, target)
  }

  private async findAppName({ params }: Interaction): Promise<string> {
    const client = await this.dependencies.provider.Client.find(String(params.client_id))
    return client ? clientNameOf(client) : ''
  }
}
