import { createHmac, randomBytes } from 'node:crypto'
import type { Keyring } from '../../../../platform/shared/keyring.ts'
import { areSecretsEqual } from '../../../../platform/shared/secret-digest.ts'
import { type Clock, secondMs } from '../../../../platform/shared/time.ts'

/** How long a person may take to answer a challenge. */
export const challengeSeconds = 5 * 60

/** What an answer to a challenge is good for. The answer to another one is not valid. */
export interface ChallengeScope {
  readonly purpose: 'register' | 'login' | 'second-factor' | 'step-up'
  /** The CSRF token of the form, which differs between browsers and between logins of applications. */
  readonly browser: string
  /** The account, or the text that stands for a login whose second factor is missing; empty for a login without a name. */
  readonly subject: string
}

const nonceBytes = 16
const timeBytes = 6

/** Challenges of passkeys. They are signed with what they are good for, so nothing is stored before they are answered. */
export class PasskeyChallenges {
  readonly #keys: ReturnType<Keyring['keys']>

  constructor(
    keyring: Keyring,
    private readonly clock: Clock,
  ) {
    this.#keys = keyring.keys('passkey-challenge')
  }

  /** In Base64url: random bytes, the time of expiry and a signature. */
  issue(scope: ChallengeScope): string {
    const time = Buffer.alloc(timeBytes)
    time.writeUIntBE(this.clock.now().getTime() + challengeSeconds * secondMs, 0, timeBytes)
    const content = Buffer.concat([randomBytes(nonceBytes), time])
    return Buffer.concat([content, sign(this.#keys[0].key, content, scope)]).toString('base64url')
  }

  /** When a challenge of this scope expires; null for another one, and after that. */
  readExpiry(challenge: string, scope: ChallengeScope): Date | null {
    const bytes = Buffer.from(challenge, 'base64url')
    // One text for one challenge, so that none is used twice in two spellings.
    if (bytes.toString('base64url') !== challenge || bytes.length < nonceBytes + timeBytes) return null
    const content = bytes.subarray(0, nonceBytes + timeBytes)
    const signature = bytes.subarray(nonceBytes + timeBytes)
    const isOurs = this.#keys.some(({ key }) => areSecretsEqual(signature, sign(key, content, scope)))
    if (!isOurs) return null
    const expiresAt = new Date(content.readUIntBE(nonceBytes, timeBytes))
    return expiresAt > this.clock.now() ? expiresAt : null
  }
}

function sign(key: Buffer, content: Buffer, { purpose, browser, subject }: ChallengeScope): Buffer {
  const scope = JSON.stringify([purpose, browser, subject])
  return createHmac('sha256', key).update(content).update(scope).digest()
}
