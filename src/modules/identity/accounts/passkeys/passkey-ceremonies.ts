import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import { digestSecret } from '../../../../platform/shared/secret-digest.ts'
import { secondMs } from '../../../../platform/shared/time.ts'
import type { Account } from '../account.entity.ts'
import type { Passkey } from './passkey.entity.ts'
import { type ChallengeScope, challengeSeconds, type PasskeyChallenges } from './passkey-challenges.ts'
import { PasskeyProblem } from './passkey-problem.ts'
import type { RelyingParty } from './relying-party.ts'

export type RegistrationOptions = PublicKeyCredentialCreationOptionsJSON
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON

/** EdDSA, ES256 and RS256, as numbers of COSE (RFC 9053). All devices have one of them, and every Node can verify them. */
const algorithms = [-8, -7, -257]
const timeout = challengeSeconds * secondMs

/** The challenge that a device has signed. */
interface AnsweredChallenge {
  readonly digest: string
  readonly expiresAt: Date
}

const base64url = z.string().regex(/^[\w-]{1,6000}$/)
const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') }
const registrationShape = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().regex(/^[\w-]{1,32}$/)).max(10),
  }),
})
const assertionShape = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
})

/** What browsers are asked to do with passkeys, and what they answer (WebAuthn Level 3). */
export class PasskeyCeremonies {
  constructor(
    private readonly challenges: PasskeyChallenges,
    private readonly relyingParty: RelyingParty,
  ) {}

  /** Asks for a new passkey, which must be able to log in without a name and to verify its owner. */
  createRegistration(
    { id, email, name }: Account,
    known: readonly Passkey[],
    scope: ChallengeScope,
  ): RegistrationOptions {
    return {
      challenge: this.challenges.issue(scope),
      rp: { id: this.relyingParty.id, name: this.relyingParty.id },
      user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: name },
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      excludeCredentials: known.map(describe),
      attestation: 'none',
      timeout,
    }
  }

  /** Asks for the use of one of these passkeys; of any passkey of the service without them. */
  createRequest(allowed: readonly Passkey[], scope: ChallengeScope): RequestOptions {
    return {
      challenge: this.challenges.issue(scope),
      rpId: this.relyingParty.id,
      allowCredentials: allowed.map(describe),
      userVerification: 'required',
      timeout,
    }
  }

  /** The new passkey in the answer of a browser. Throws `PasskeyProblem`. */
  verifyRegistration(text: string, scope: ChallengeScope) {
    return refuseErrors(async () => {
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
      const response = registrationShape.parse(JSON.parse(text))
      const { response: inner } = response
      const attestationObject = await removeAttestation(inner.attestationObject)
      const answered = this.expectChallenge(scope)
      const { registrationInfo } = await verifyRegistrationResponse({
        response: { ...response, response: { ...inner, attestationObject } } as unknown as RegistrationResponseJSON,
        ...this.expectations(answered.isExpected),
        supportedAlgorithmIDs: algorithms,
      })
      if (!registrationInfo) throw new Error('The registration was not verified.')
      const { credential, credentialBackedUp: isBackedUp } = registrationInfo
      const { id: credentialId, counter } = credential
      const publicKey = Buffer.from(credential.publicKey)
      const values = { credentialId, publicKey, counter, transports: inner.transports, isBackedUp }
      return { values, challenge: answered.read() }
    })
  }

  /** The id of the passkey in the answer of a browser, and the account that it names. Nothing is proved yet. Throws `PasskeyProblem`. */
  readAssertion(text: string): Promise<{ readonly credentialId: string; readonly userHandle: string | undefined }> {
    return refuseErrors(async () => {
      const { id, response } = assertionShape.parse(JSON.parse(text))
      return { credentialId: id, userHandle: response.userHandle }
    })
  }

  /** What a passkey has signed. Its counter is not compared. Throws `PasskeyProblem`. */
  verifyAssertion(text: string, { credentialId: id, publicKey }: Passkey, scope: ChallengeScope) {
    return refuseErrors(async () => {
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
      const answered = this.expectChallenge(scope)
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: assertionShape.parse(JSON.parse(text)) as unknown as AuthenticationResponseJSON,
        ...this.expectations(answered.isExpected),
        // The library would compare counters before signatures, so anybody could pretend to be a copy.
        credential: { id, publicKey: Uint8Array.from(publicKey), counter: 0 },
      })
      if (!verified) throw new Error('The signature is not the one of the passkey.')
      const { newCounter: counter, credentialBackedUp: isBackedUp } = authenticationInfo
      return { counter, isBackedUp, challenge: answered.read() }
    })
  }

  private expectations(expectedChallenge: (challenge: string) => boolean) {
    const { id: expectedRPID, origin: expectedOrigin } = this.relyingParty
    return { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true }
  }

  private expectChallenge(scope: ChallengeScope) {
    let answered: AnsweredChallenge | undefined
    return {
      isExpected: (challenge: string): boolean => {
        const expiresAt = this.challenges.readExpiry(challenge, scope)
        if (expiresAt) answered = { digest: digestSecret(challenge), expiresAt }
        return expiresAt !== null
      },
      read: (): AnsweredChallenge => {
        if (!answered) throw new Error('The library has not asked for the challenge.')
        return answered
      },
    }
  }
}

function describe({ credentialId: id, transports }: Passkey) {
  return { id, type: 'public-key' as const, transports: transports as AuthenticatorTransport[] }
}

/**
 * What a device says about its maker was not asked for, and differs between password managers. Without it, nothing of it can be
 * wrong, and the library loads no lists of revoked certificates.
 */
async function removeAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const bare = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', authData],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare))
}

/** Whatever is wrong with an answer, the page says the same. */
async function refuseErrors<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    throw new PasskeyProblem('refused', error)
  }
}
