import type { FastifyReply } from 'fastify'
import { errors } from 'oidc-provider'
import type { Throttle } from '../../../../platform/graphql/request-limits.ts'
import { toNetwork } from '../../../../platform/shared/ip-address.ts'
import type { Clock } from '../../../../platform/shared/time.ts'
import type { FormTokens } from '../../../../platform/web/form-tokens.ts'
import { requestLanguage } from '../../../../platform/web/language.ts'
import { type Page, sendPage } from '../../../../platform/web/page.ts'
import { type Account, readField } from '../../accounts/index.ts'
import { findRequest, type Interaction, type InteractionRequest, toConsent } from '../interactions/interaction.ts'
import {
  type DeviceDecision,
  decideDeviceRequest,
  findDeviceRequest,
  findDeviceRequestByDigest,
} from './device-codes.ts'
import { deviceInteraction, wrongCodeLimit } from './device-flow.ts'
import { type DeviceDetails, deviceCodePage, deviceDonePage } from './device-pages.ts'

export interface DeviceStepDependencies {
  readonly clock: Clock
  readonly throttle: Throttle
  readonly formTokens: FormTokens
}

/** Access that a person has given to a device. */
interface DeviceGrant {
  readonly interaction: Interaction
  readonly account: Account
  readonly grant: { readonly id: string; destroy(): Promise<void> }
}

/** What the pages of an authorization do otherwise for a device (RFC 8628): they ask for its code, and lead nowhere. */
export class DeviceSteps {
  constructor(private readonly dependencies: DeviceStepDependencies) {}

  isOfDevice({ prompt }: Interaction): boolean {
    return prompt.name === deviceInteraction
  }

  /** Whether the person must type the code first. */
  lacksCode(interaction: Interaction): boolean {
    return this.isOfDevice(interaction) && interaction.deviceCode === undefined
  }

  createCodePage(request: InteractionRequest, { uid, params }: Interaction, wrong?: string): Page {
    const options = { lang: requestLanguage(request), token: this.dependencies.formTokens.issue(uid) }
    const userCode = wrong ?? String(params.user_code ?? '')
    return deviceCodePage(options, { userCode, isWrong: wrong !== undefined })
  }

  /**
   * Finds the request with the code of the form, of which the interaction then is. Only for a person who is logged in, so that nobody
   * else learns which codes exist. Returns the page for a wrong code, which counts for the account and for the network. Throws
   * `RateLimited`.
   */
  async acceptCode(
    request: InteractionRequest,
    interaction: Interaction,
    account: Pick<Account, 'id'>,
  ): Promise<Page | null> {
    const { throttle, clock } = this.dependencies
    const { context } = request
    const limit = { group: 'device-codes', rule: wrongCodeLimit }
    const counters = [
      { ...limit, name: 'device-codes', key: account.id },
      { ...limit, name: 'device-codes-network', key: toNetwork(context.request.address) },
    ]
    const code = readField(request, 'user_code')
    // Charged first, so that attempts at once count.
    await throttle.charge(context, counters)
    const found = await findDeviceRequest(context.em, code, clock.now())
    if (!found) return this.createCodePage(request, interaction, code)
    await throttle.refund(context, counters)
    Object.assign(interaction, { deviceCode: found.digest, params: found.params })
    await interaction.persist()
    return null
  }

  /** What the consent page says of the device; undefined for another application. Throws `SessionNotFound` when the code has ended. */
  async describe({ context }: InteractionRequest, { deviceCode }: Interaction): Promise<DeviceDetails | undefined> {
    if (deviceCode === undefined) return undefined
    const now = this.dependencies.clock.now()
    const found = await findDeviceRequestByDigest(context.em, deviceCode, now)
    if (!found) throw new errors.SessionNotFound('the device code has ended')
    const { network, userCode, requestedAt } = found
    return {
      network,
      userCode,
      isOtherNetwork: network !== toNetwork(context.request.address),
      ageSeconds: Math.max(0, Math.floor((now.getTime() - requestedAt.getTime()) / 1000)),
    }
  }

  /** Gives the device the grant. Throws `SessionNotFound` when its code has ended, or when somebody else has decided. */
  async allow(
    request: InteractionRequest,
    reply: FastifyReply,
    { interaction, account, grant }: DeviceGrant,
  ): Promise<FastifyReply> {
    const decision = { ...toConsent(interaction, account), ...findRequest(interaction), grantId: grant.id }
    if (!(await this.decide(request, interaction, decision))) {
      await grant.destroy()
      throw new errors.SessionNotFound('the device code has ended')
    }
    await interaction.destroy()
    return sendPage(reply, deviceDonePage(requestLanguage(request), true))
  }

  /** Ends the request, if its code was typed, and the pages. */
  async refuse(request: InteractionRequest, reply: FastifyReply, interaction: Interaction): Promise<FastifyReply> {
    await this.decide(request, interaction, { error: 'access_denied', errorDescription: 'the user denied access' })
    await interaction.destroy()
    return sendPage(reply, deviceDonePage(requestLanguage(request), false))
  }

  private async decide(
    { context }: InteractionRequest,
    { deviceCode }: Interaction,
    decision: DeviceDecision,
  ): Promise<boolean> {
    const { clock } = this.dependencies
    return deviceCode !== undefined && (await decideDeviceRequest(context.em, deviceCode, decision, clock.now()))
  }
}
