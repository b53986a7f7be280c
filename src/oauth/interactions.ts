import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults, Provider } from 'oidc-provider'
import { Account, type Accounts } from '../accounts/index.ts'
import { Failure } from '../base/failure.ts'
import { visitorLanguage } from '../server/language.ts'
import type { Page } from '../server/page.ts'
import type { OAuthAddresses } from './addresses.ts'
import { type FormTokens, isEmail, isPassword } from './forms.ts'
import { destinationOf, type Interaction, isOver, loginOf, scopesOf } from './interaction.ts'
import { consentPage } from './pages/consent.ts'
import { type LoginPageOptions, loginPage } from './pages/login.ts'
import { onwardPage } from './pages/onward.ts'
import { overPage } from './pages/refused.ts'
import { show } from './refusals.ts'

export type InteractionRequest = FastifyRequest<{ Params: { uid: string } }>

export interface InteractionsDependencies {
  readonly provider: Provider
  readonly addresses: OAuthAddresses
  readonly tokens: FormTokens
  readonly accounts: Accounts
}

/**
 * The two questions of an authorization, under one address: who are you, and may this application do this? The first
 * answer is kept with the interaction until the second is given; only then does the provider go on.
 */
export class Interactions {
  readonly #provider: Provider
  readonly #addresses: OAuthAddresses
  readonly #tokens: FormTokens
  readonly #accounts: Accounts

  constructor({ provider, addresses, tokens, accounts }: InteractionsDependencies) {
    this.#provider = provider
    this.#addresses = addresses
    this.#tokens = tokens
    this.#accounts = accounts
  }

  /** Answers with the page that is due. */
  async ask(request: InteractionRequest, reply: FastifyReply): Promise<FastifyReply> {
    const interaction = await this.#find(request, reply)
    return interaction ? show(reply, await this.#due(request, interaction)) : over(request, reply)
  }

  /** Takes one form that was sent back. */
  async hear(request: InteractionRequest, reply: FastifyReply): Promise<FastifyReply> {
    const interaction = await this.#find(request, reply)
    const { token, act, email, password } = (request.body ?? {}) as Readonly<Record<string, unknown>>
    if (!interaction || !this.#tokens.holds(interaction.uid, token)) return over(request, reply)
    if (act === 'deny') return this.#finish(request, reply, interaction, denied)
    if (act === 'allow' && loginOf(interaction)) {
      const account = await this.#loggedIn(request, interaction)
      return account ? this.#allow(request, reply, interaction, account.id) : over(request, reply)
    }
    const refused = await this.#refusedLogin(request, reply, email, password)
    if (refused) {
      if (refused.status === 429) reply.headers(refused.headers)
      const alarm = refused.status === 429 ? 'throttled' : 'wrong'
      return show(reply, await this.#loginPage(request, interaction, { alarm, ...(isEmail(email) && { email }) }))
    }
    return reply
      .status(303)
      .headers({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
      .header('location', this.#addresses.interaction(interaction.uid))
      .send()
  }

  /** Logs in within the interaction, or says in which way that was refused. */
  async #refusedLogin(
    request: InteractionRequest,
    reply: FastifyReply,
    email: unknown,
    password: unknown,
  ): Promise<Pick<Failure, 'status' | 'headers'> | null> {
    // What no account can have is answered like what no account has.
    if (!isEmail(email) || !isPassword(password)) return { status: 401, headers: {} }
    try {
      const { id, tokenVersion } = await this.#accounts.authenticate(request.context, { email, password })
      await this.#keep(request, reply, { login: { accountId: id, tokenVersion, remember: false } })
      return null
    } catch (error) {
      if (error instanceof Failure && (error.status === 401 || error.status === 429)) return error
      throw error
    }
  }

  async #allow(
    request: InteractionRequest,
    reply: FastifyReply,
    interaction: Interaction,
    accountId: string,
  ): Promise<FastifyReply> {
    const grant = new this.#provider.Grant({ accountId, clientId: String(interaction.params.client_id) })
    grant.addOIDCScope(scopesOf(interaction).join(' '))
    try {
      const consent = { grantId: await grant.save() }
      return await this.#finish(request, reply, interaction, { ...interaction.result, consent })
    } catch (error) {
      if (isOver(error)) return over(request, reply)
      throw error
    }
  }

  async #finish(
    request: InteractionRequest,
    reply: FastifyReply,
    { uid }: Interaction,
    result: InteractionResults,
  ): Promise<FastifyReply> {
    await this.#keep(request, reply, result)
    return show(reply, onwardPage(visitorLanguage(request), this.#addresses.resumption(uid)))
  }

  async #keep({ raw }: InteractionRequest, reply: FastifyReply, result: InteractionResults): Promise<void> {
    await this.#provider.interactionResult(raw, reply.raw, result, { mergeWithLastSubmission: true })
  }

  /** The interaction of this address, if the cookie of this browser names it too. */
  async #find({ raw, params }: InteractionRequest, reply: FastifyReply): Promise<Interaction | null> {
    try {
      const interaction = await this.#provider.interactionDetails(raw, reply.raw)
      return interaction.uid === params.uid ? interaction : null
    } catch (error) {
      if (isOver(error)) return null
      throw error
    }
  }

  /** Who has logged in within this interaction, unless a logout or a new password has ended that since. */
  async #loggedIn({ context }: InteractionRequest, interaction: Interaction): Promise<Account | null> {
    const { accountId: id, tokenVersion } = loginOf(interaction) ?? {}
    return id === undefined ? null : context.em.findOne(Account, { id, tokenVersion })
  }

  async #due(request: InteractionRequest, interaction: Interaction): Promise<Page> {
    const account = await this.#loggedIn(request, interaction)
    if (!account) {
      const { login_hint: hint } = interaction.params
      return this.#loginPage(request, interaction, isEmail(hint) ? { email: hint } : {})
    }
    return consentPage(visitorLanguage(request), {
      appName: await this.#appName(interaction),
      token: this.#tokens.issue(interaction.uid),
      account,
      asked: scopesOf(interaction),
      destination: destinationOf(interaction),
    })
  }

  async #loginPage(
    request: InteractionRequest,
    interaction: Interaction,
    more: Pick<LoginPageOptions, 'email' | 'alarm'>,
  ): Promise<Page> {
    return loginPage(visitorLanguage(request), {
      appName: await this.#appName(interaction),
      token: this.#tokens.issue(interaction.uid),
      ...more,
    })
  }

  async #appName({ params }: Interaction): Promise<string> {
    const client = await this.#provider.Client.find(String(params.client_id))
    return client?.clientName ?? ''
  }
}

function over(request: InteractionRequest, reply: FastifyReply): FastifyReply {
  return show(reply, overPage(visitorLanguage(request)))
}

const denied = { error: 'access_denied', error_description: 'the person did not allow it' } as const
