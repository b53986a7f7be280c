import { generateCode } from '../codes/short-code.service.ts'
import type { Slug } from '../rules/slug-rules.ts'
import type { PlannedSlug } from './closest-slug.ts'
import type { ConflictPolicy } from './imported-link.ts'

/** The code that a row gets from its slug, or its failure. */
export type SlugDecision = (
  | { readonly kind: 'own'; readonly code: string }
  | { readonly kind: 'renamed'; readonly code: string }
  | { readonly kind: 'skip' }
  | { readonly kind: 'taken' }
) & {
  /** Whether visitors of the address with the alias of the row get another link, whose code short addresses do not tell apart from it. */
  readonly isTwin: boolean
}

/**
 * Decides which codes the rows of a slice get, in the order of the rows, when the database says which codes are taken.
 * A slug of an earlier row is taken as well.
 */
export class SlugPlan {
  /** The codes that are taken by their keys; null for the code of a deleted link. */
  private readonly used: Map<string, string | null>

  constructor(
    taken: ReadonlyMap<string, string | null>,
    private readonly onConflict: ConflictPolicy,
    private readonly isCodeAllowed: (code: string) => boolean,
  ) {
    this.used = new Map(taken)
  }

  /** `toKey` makes the key of a code in the namespace of the row. */
  decide({ slug, isOwn, isPrinted, isTooShort }: PlannedSlug, toKey: (code: string) => string): SlugDecision {
    const kind = isOwn ? 'own' : 'renamed'
    if (slug === null) return { kind, code: this.take(toKey, () => generateCode(codeLength)), isTwin: false }
    if (isTooShort) return { kind, code: this.takeWithEnding(slug, toKey), isTwin: false }
    const key = toKey(slug.key)
    const takenCode = this.used.get(key)
    if (takenCode === undefined) {
      this.used.set(key, slug.display)
      return { kind, code: slug.display, isTwin: false }
    }
    const isTwin = takenCode !== null && (isOwn ? takenCode !== slug.display : isPrinted === true)
    if (this.onConflict === 'skip') return { kind: 'skip', isTwin }
    if (this.onConflict === 'fail') return { kind: 'taken', isTwin }
    return { kind: 'renamed', code: this.takeWithEnding(slug, toKey), isTwin }
  }

  private takeWithEnding({ display }: Slug, toKey: (code: string) => string): string {
    return this.take(toKey, () => `${display.slice(0, 58)}-${generateCode(suffixLength)}`)
  }

  private take(toKey: (code: string) => string, create: () => string): string {
    for (;;) {
      const code = create()
      const key = toKey(code)
      if (!this.isCodeAllowed(code.toLowerCase()) || this.used.has(key)) continue
      this.used.set(key, code)
      return code
    }
  }
}

const codeLength = 7

/** Long enough that a random ending hardly ever gives a taken code. If it does, the slice is repeated. */
const suffixLength = 5
