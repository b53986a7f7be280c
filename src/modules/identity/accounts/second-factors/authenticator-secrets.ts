import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { type Keyring, Sealer } from '../../../../platform/shared/keyring.ts'

/** What all authenticator apps support (RFC 6238 with the defaults of the key URI format). */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** RFC 4226, part 4: at least 128 bits, 160 recommended. */
const secretBytes = 20
/** Clocks may differ by one step. */
const toleratedSteps = 1

/** The secrets of authenticator apps, encrypted for the database. */
export class AuthenticatorSecrets {
  private readonly sealer: Sealer

  /** `issuer` is the name of the service in the app. */
  constructor(
    keyring: Keyring,
    private readonly issuer: string,
  ) {
    this.sealer = new Sealer(keyring.keys('authenticator-app'), 'The secret of an authenticator app')
  }

  /** A secret for an account, as an app takes it and as the database stores it. */
  generate({ id, email }: { readonly id: string; readonly email: string }) {
    const totp = this.createTotp(new Secret({ buffer: new Uint8Array(randomBytes(secretBytes)).buffer }), email)
    const secret = totp.secret.base32
    return { secret, uri: totp.toString(), sealed: this.sealer.seal(id, secret) }
  }

  /** The time step of a code; null when the code is not valid now. */
  findStep(accountId: string, sealed: Uint8Array, code: string, now: Date): number | null {
    const totp = this.createTotp(Secret.fromBase32(this.sealer.unseal(accountId, sealed)))
    const timestamp = now.getTime()
    const delta = totp.validate({ token: code, timestamp, window: toleratedSteps })
    return delta === null ? null : totp.counter({ timestamp }) + delta
  }

  private createTotp(secret: Secret, label = ''): TOTP {
    return new TOTP({ ...parameters, issuer: toAppName(this.issuer), label: toAppName(label), secret })
  }
}

/** Some apps refuse a colon in a name, because one stands between the two names. The host `[::1]` has colons and brackets. */
function toAppName(name: string): string {
  return name.replace(/[[\]]/g, '').replaceAll(':', '.')
}
