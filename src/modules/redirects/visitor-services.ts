import type { QrImageService } from '../qr-codes/index.ts'
import type { LinkPasswordVerifier, UnlockTokenIssuer } from './link-password.ts'
import type { VisitService } from './visit.service.ts'

/** What the pages for visitors need. */
export interface VisitorServices {
  readonly visits: VisitService
  readonly passes: UnlockTokenIssuer
  readonly tries: LinkPasswordVerifier
  readonly qrImages: QrImageService
}
