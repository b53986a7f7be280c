import type { Severity, Source } from '../operations.ts'

/** Something that was done to what an account has, as its owner reads it later. */
export interface Activity {
  readonly ownerId: string
  /** Such as `link.created`: the kind of its event where there is one. */
  readonly type: string
  /** Who did it: the account, the API key or app it used, or `system` for the service itself. */
  readonly actor: string
  /** Such as `link` or `webhook`. */
  readonly subjectType: string
  readonly subjectId: string
  /** One sentence, in words that hold no secret. */
  readonly summary: string
  readonly severity: Severity
  readonly source: Source
  readonly at: Date
}
