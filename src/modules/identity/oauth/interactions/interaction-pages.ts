import type { Provider } from 'oidc-provider'
import type { FormTokens } from '../../../../platform/web/form-tokens.ts'
import { requestLanguage } from '../../../../platform/web/language.ts'
import type { Page } from '../../../../platform/web/page.ts'
import {
  type Account,
  codePage,
  type FormError,
  type LoginProvider,
  renderProviderLinks,
} from '../../accounts/index.ts'
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
}

/** Fills in the pages of an authorization. */
export class InteractionPages {
  constructor(private readonly dependencies: InteractionPageDependencies) {}

  createCodePage(request: InteractionRequest, { uid }: Interaction, challenge: string, error?: FormError): Page {
    const { formTokens, addresses } = this.dependencies
    const options = { lang: requestLanguage(request), token: formTokens.issue(uid) }
    return codePage(options, { challenge, loginPath: addresses.interactionUrl(uid), error })
  }

  async createConsentPage(
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
      providerLinks: this.renderProviderLinks(request, interaction.uid),
      allowsPasswords: request.context.settings.oidc.allowsPasswords,
      ...formState,
    })
  }

  renderProviderLinks(request: InteractionRequest, uid: string): string {
    const { loginProviders, addresses } = this.dependencies
    const target = { folder: addresses.urlOf('/account/'), search: `?interaction=${uid}` }
    return renderProviderLinks(requestLanguage(request), loginProviders, target)
  }

  private async findAppName({ params }: Interaction): Promise<string> {
    const client = await this.dependencies.provider.Client.find(String(params.client_id))
    return client?.clientName ?? ''
  }
}
