import { minuteMs } from '../shared/time.ts'
import type { SignInMethod } from './sign-in-method.ts'

/** How long a proof of identity is enough for what asks for one. */
const proofLifetimeMs = 10 * minuteMs

/**
 * How the owner of an account can prove once more who they are: a code of the second factor, the password, or the page
 * `/account/prove`, which knows passkeys and identity providers.
 */
export type ProofWay = 'code' | 'password' | 'page'

/** How and when the owner of a login has proved their identity, and how they can do it again. */
export interface LoginProof {
  readonly methods: readonly SignInMethod[]
  readonly at: Date
  /** None for an account that only a new login can prove. */
  readonly ways: readonly ProofWay[]
  /** Whether it is younger than 10 minutes. */
  isFresh(): boolean
}

/** What the account of a login has. */
interface OwnedProofs {
  readonly hasPassword: boolean
  readonly hasApp: boolean
  readonly hasPasskey: boolean
  readonly hasIdentity: boolean
}

/** What proves the identity of an owner: with a second factor nothing else, and otherwise whatever begins a login. */
export function listProofWays({ hasPassword, hasApp, hasPasskey, hasIdentity }: OwnedProofs): ProofWay[] {
  // A passkey works on the page. The recovery codes that come with it are codes.
  if (hasApp || hasPasskey) return hasPasskey ? ['code', 'page'] : ['code']
  return [...(hasPassword ? (['password'] as const) : []), ...(hasIdentity ? (['page'] as const) : [])]
}

/**
 * Which logins an operation asks for a fresh proof. `always`: every one. The other two leave out accounts whose password is
 * their only proof: `exceptLoginToken` for the token that their login has answered, but not for the short-lived token of a page;
 * `exceptWithPassword` because the request has the password.
 */
export type StepUp = 'always' | 'exceptLoginToken' | 'exceptWithPassword'

/** Whether a login must prove its owner again. Tokens of applications and API keys have no proof, and are not asked. */
export function needsFreshProof(
  { proof, isPageToken = false }: { readonly proof?: LoginProof; readonly isPageToken?: boolean },
  stepUp: StepUp,
): boolean {
  if (!proof || proof.isFresh()) return false
  const [way, ...others] = proof.ways
  const isPasswordAlone = way === 'password' && others.length === 0
  return !isPasswordAlone || stepUp === 'always' || (stepUp === 'exceptLoginToken' && isPageToken)
}

/** Whether a proof of this time is enough. */
export function isFreshProof(at: Date, now: Date): boolean {
  return now.getTime() < at.getTime() + proofLifetimeMs
}
