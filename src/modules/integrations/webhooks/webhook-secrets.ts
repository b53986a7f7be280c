import { randomBytes } from 'node:crypto'
import { Webhook as Signer } from 'standardwebhooks'
import { decrypt, encrypt, type Keyring } from '../../../platform/shared/keyring.ts'

/** A complete secret, which is shown once, and its preview. */
export interface NewSecret {
  readonly text: string
  readonly preview: string
}

export interface SignableMessage {
  readonly id: string
  readonly at: Date
  readonly payload: string
}

/**
 * The secrets that sign deliveries. Signing needs the secrets in clear, so the database has them encrypted with a key
 * of the installation, and not as digests. A sealed secret is bound to its webhook.
 */
export class WebhookSecrets {
  readonly #keys: ReturnType<Keyring['keys']>

  constructor(keyring: Keyring) {
    this.#keys = keyring.keys('webhook-secret')
  }

  /** `whsec_` and 32 random bytes in base64, as in the Standard Webhooks. */
  generate(): NewSecret {
    const text = `whsec_${randomBytes(32).toString('base64')}`
    return { text, preview: `${text.slice(0, 9)}…${text.slice(-4)}` }
  }

  seal(webhookId: string, text: string): Buffer {
    return encrypt(this.#keys[0].key, Buffer.from(webhookId), text)
  }

  /** The value of `webhook-signature`: one signature for each sealed secret. */
  sign(webhookId: string, sealed: readonly Uint8Array[], { id, at, payload }: SignableMessage): string {
    return sealed.map((each) => new Signer(this.#unseal(webhookId, each)).sign(id, at, payload)).join(' ')
  }

  /** Tries the current key and, after a rotation of the installation's secret, the previous one. */
  #unseal(webhookId: string, sealed: Uint8Array): string {
    let lastError: unknown
    for (const { key } of this.#keys) {
      try {
        return decrypt(key, Buffer.from(webhookId), sealed)
      } catch (error) {
        lastError = error
      }
    }
    throw new Error('The secret of a webhook cannot be read under JWT_SECRET or JWT_SECRET_PREVIOUS.', {
      cause: lastError,
    })
  }
}
