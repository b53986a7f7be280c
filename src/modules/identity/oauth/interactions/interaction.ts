import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Provider } from 'oidc-provider'
import { allScopes, type Scope } from '../../../../platform/auth/scopes.ts'
import { Account } from '../../accounts/index.ts'
import type { Consent } from './consent.service.ts'

export type InteractionRequest = FastifyRequest<{ Params: { uid: string } }>

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** The login of an interaction. A newer `tokenVersion` of the account invalidates it. */
interface Login {
  readonly accountId: string
  readonly tokenVersion: number
}

/** The login of this interaction, if any. */
export function findLogin({ result, lastSubmission }: Interaction): Login | undefined {
  return (result ?? lastSubmission)?.login as Login | undefined
}

/** The interaction of this URL, if the browser has its cookie. */
export async function findInteraction(
  provider: Provider,
  { raw, params }: InteractionRequest,
  reply: FastifyReply,
): Promise<Interaction | null> {
  try {
    const interaction = await provider.interactionDetails(raw, reply.raw)
    return interaction.uid === params.uid ? interaction : null
  } catch (error) {
    if (isInteractionExpired(error)) return null
    throw error
  }
}

/** The account of the login, unless a logout or a new password has invalidated the login. */
export async function findAccount({ context }: InteractionRequest, interaction: Interaction): Promise<Account | null> {
  const { accountId: id, tokenVersion } = findLogin(interaction) ?? {}
  return id === undefined ? null : context.em.findOne(Account, { id, tokenVersion, suspendedAt: null })
}

/** The requested scopes, which the prompt policy has validated. */
export function findRequestedScopes({ params }: Interaction): Scope[] {
  const requested = new Set(String(params.scope ?? '').split(' '))
  return [...allScopes].filter((scope) => requested.has(scope))
}

/** The person who decides in this interaction, and the application. */
export function toConsent({ params }: Interaction, { id }: Account): Consent {
  return { accountId: id, clientId: String(params.client_id) }
}

/** What the application asks for: scopes, and the resource; undefined for the API. */
export function findRequest(interaction: Interaction): { scopes: Scope[]; resource: string | undefined } {
  const [resource] = [interaction.params.resource].flat()
  const scopes = findRequestedScopes(interaction)
  return { scopes, resource: typeof resource === 'string' ? resource : undefined }
}

/** Whether the browser has no such interaction, or its account or application no longer exists. */
export function isInteractionExpired(error: unknown): boolean {
  return error instanceof errors.SessionNotFound || error instanceof errors.InvalidGrant
}
