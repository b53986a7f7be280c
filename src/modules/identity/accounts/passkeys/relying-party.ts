import { isIP } from 'node:net'

/** The service as browsers and devices know it (WebAuthn, "relying party"). */
export interface RelyingParty {
  /** The host name to which passkeys belong. */
  readonly id: string
  /** The only origin whose pages may ask for them. */
  readonly origin: string
}

/** Null where no browser offers passkeys: below an IP address, and without https on another host than `localhost`. */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isSecure && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : null
}
