import type { QrImageService } from '../qr-codes/index.ts'
import type { LinkPasswordVerifier, UnlockTokenIssuer } from './link-password.ts'
import type { VisitService } from './visit.service.ts'

/** The services that the routes for visitors use. */
export interface VisitorServices {
  readonly visits: VisitService
  readonly unlockTokens: UnlockTokenIssuer
  readonly passwordVerifier: LinkPasswordVerifier
  readonly qrImages: QrImageService
}
