import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import { SlugReserved } from '../link.errors.ts'
import { listCodeKeys } from '../rules/code-address.ts'
import { type Slug, toClosestSlug } from '../rules/slug-rules.ts'
import type { ConflictPolicy } from './imported-link.ts'

/** The slug that a row will get. */
export interface PlannedSlug {
  /** Null for a generated code. */
  readonly slug: Slug | null
  /** False when the slug was changed to the closest legal one. */
  readonly isOwn: boolean
  /** Whether visitors of the address with the alias of the row are led to the closest slug. */
  readonly isPrinted?: boolean
  /** Whether the slug needs a random ending to become legal. */
  readonly isTooShort: boolean
}

/**
 * Parses the slug of a row. Other products allow slashes, and underscores and single characters, which are errors on the host of the service. With the
 * policy `rename` the row gets the closest legal slug instead. Throws what `parse` throws.
 */
export function planSlug(
  text: string | null,
  onConflict: ConflictPolicy,
  parse: (text: string | null) => Slug | null,
): PlannedSlug {
  try {
    return { slug: parse(text), isOwn: true, isTooShort: false }
  } catch (error) {
    const isMended = error instanceof InvalidParams || error instanceof SlugReserved
    if (text === null || !isMended) throw error
    if (onConflict === 'rename') return findClosestSlug(text, parse)
    if (error instanceof SlugReserved) throw error
    const [detail] = error.details ?? []
    const issue = `${detail?.issue ?? 'is not valid'}. With onConflict "rename" the link gets the closest alias`
    throw new InvalidParams([{ ...detail, field: 'code', issue }])
  }
}

function findClosestSlug(text: string, parse: (text: string) => Slug | null): PlannedSlug {
  const display = toClosestSlug(text)
  if (display === '') return { slug: null, isOwn: false, isTooShort: false }
  try {
    const slug = parse(display)
    return {
      slug,
      isOwn: false,
      isPrinted: slug !== null && listCodeKeys(text, true).includes(slug.key),
      isTooShort: false,
    }
  } catch (error) {
    if (!(error instanceof InvalidParams || error instanceof SlugReserved)) throw error
    return { slug: { display, key: display.toLowerCase() }, isOwn: false, isTooShort: true }
  }
}
