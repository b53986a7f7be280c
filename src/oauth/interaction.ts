import { errors, type Provider } from 'oidc-provider'
import { allScopes, type Scope } from '../access/scopes.ts'
import type { AnswerDestination } from './pages/consent.ts'

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** A login within an interaction: whose, and at which version of the account, for the next one ends it. */
export interface Login {
  readonly accountId: string
  readonly tokenVersion: number
}

/** The login within this interaction, if there was one. */
export function loginOf({ result, lastSubmission }: Interaction): Login | undefined {
  return (result ?? lastSubmission)?.login as Login | undefined
}

/** The scopes the application asks for, all of which the policy has found to be its own. */
export function scopesOf({ params }: Interaction): Scope[] {
  const asked = new Set(String(params.scope ?? '').split(' '))
  return [...allScopes].filter((scope) => asked.has(scope))
}

/** Where the answer goes: a host, or the scheme of an application on the device itself. */
export function destinationOf({ params }: Interaction): AnswerDestination {
  const { protocol, host } = new URL(String(params.redirect_uri))
  return /^https?:$/.test(protocol) ? { host } : { scheme: protocol.slice(0, -1) }
}

/** What the provider throws when the browser has no interaction, or when its account or application is gone. */
export function isOver(error: unknown): boolean {
  return error instanceof errors.SessionNotFound || error instanceof errors.InvalidGrant
}
