import { generateCode } from '../codes/short-code.service.ts'
import type { Slug } from '../rules/slug-rules.ts'
import type { PlannedSlug } from './closest-slug.ts'
import type { ConflictPolicy } from './imported-link.ts'

/** The code that a row gets from its slug, or its failure. */
export type SlugDecision =
  | { readonly kind: 'own'; readonly code: string }
  | { readonly kind: 'renamed'; readonly code: string }
  | { readonly kind: 'skip' }
  | { readonly kind: 'taken' }

/**
 * Decides which codes the rows of a slice get, in the order of the rows, when the database says which codes are taken.
 * A slug of an earlier row is taken as well.
 */
export class SlugPlan {
  private readonly used: Set<string>

  constructor(
    taken: ReadonlySet<string>,
    private readonly onConflict: ConflictPolicy,
    private readonly isCodeAllowed: (code: string) => boolean,
  ) {
    this.used = new Set(taken)
  }

  /** `toKey` makes the key of a code in the namespace of the row. */
  decide({ slug, isOwn, isTooShort }: PlannedSlug, toKey: (code: string) => string): SlugDecision {
    const kind = isOwn ? 'own' : 'renamed'
    if (slug === null) return { kind, code: this.take(toKey, () => generateCode(codeLength)) }
    const key = toKey(slug.key)
    if (!this.used.has(key) && !isTooShort) {
      this.used.add(key)
      return { kind, code: slug.display }
    }
    if (isTooShort) return { kind, code: this.takeWithEnding(slug, toKey) }
    if (this.onConflict === 'skip') return { kind: 'skip' }
    if (this.onConflict === 'fail') return { kind: 'taken' }
    return { kind: 'renamed', code: this.takeWithEnding(slug, toKey) }
  }

  private takeWithEnding({ display }: Slug, toKey: (code: string) => string): string {
    return this.take(toKey, () => `${display.slice(0, 58)}-${generateCode(suffixLength)}`)
  }

  private take(toKey: (code: string) => string, create: () => string): string {
    for (;;) {
      const code = create()
      const key = toKey(code)
      if (!this.isCodeAllowed(code.toLowerCase()) || this.used.has(key)) continue
      this.used.add(key)
      return code
    }
  }
}

const codeLength = 7

/** Long enough that a random ending hardly ever gives a taken code. If it does, the slice is repeated. */
const suffixLength = 5
