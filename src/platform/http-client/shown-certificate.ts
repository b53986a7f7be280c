import type { TLSSocket } from 'node:tls'

/** The certificate that a host has shown, whether it is trusted or not. */
export interface ShownCertificate {
  readonly endsAt: Date
  /** Who has issued it; null when it does not say. */
  readonly issuer: string | null
  /** Why it is refused; null for a good one. */
  readonly issue: string | null
}

/** Reads the certificate behind a connection that was made with `rejectUnauthorized: false`. Null without one. */
export function readCertificate(socket: TLSSocket): ShownCertificate | null {
  const { valid_to: endsAt, issuer } = socket.getPeerCertificate()
  if (endsAt === undefined) return null
  const issuerName = [issuer.O ?? issuer.CN ?? null].flat()[0] ?? null
  return { endsAt: new Date(endsAt), issuer: issuerName, issue: socket.authorized ? null : describeIssue(socket) }
}

function describeIssue({ authorizationError }: TLSSocket): string {
  const { code } = authorizationError as Error & { readonly code?: string }
  return code ?? String(authorizationError)
}
