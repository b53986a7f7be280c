import { randomBytes } from 'node:crypto'
import { Webhook as Signer } from 'standardwebhooks'
import { type Keyring, Sealer } from '../../../platform/shared/keyring.ts'

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
  private readonly sealer: Sealer

  constructor(keyring: Keyring) {
    this.sealer = new Sealer(keyring.keys('webhook-secret'), 'The secret of a webhook')
  }

  /** `whsec_` and 32 random bytes in base64, as in the Standard Webhooks. */
  generate(): NewSecret {
    const text = `whsec_${randomBytes(32).toString('base64')}`
    return { text, preview: `${text.slice(0, 9)}…${text.slice(-4)}` }
  }

  seal(webhookId: string, text: string): Buffer {
    return this.sealer.seal(webhookId, text)
  }

  /** The value of `webhook-signature`: one signature for each sealed secret. */
  sign(webhookId: string, sealed: readonly Uint8Array[], { id, at, payload }: SignableMessage): string {
    return sealed.map((each) => new Signer(this.sealer.unseal(webhookId, each)).sign(id, at, payload)).join(' ')
  }
}
