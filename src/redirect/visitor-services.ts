import type { QrImages } from '../qr/index.ts'
import type { UnlockPasses } from './pass.ts'
import type { PasswordTries } from './tries.ts'
import type { Visits } from './visits.ts'

/** What the pages for visitors need. */
export interface VisitorServices {
  readonly visits: Visits
  readonly passes: UnlockPasses
  readonly tries: PasswordTries
  readonly qrImages: QrImages
}
