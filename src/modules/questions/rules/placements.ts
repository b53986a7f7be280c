import type { NamedPlacement } from '../placement-lookup.ts'
import type { Placement } from '../question-plan.ts'
import { escapeRegExp, normalizeQuestion, type QuestionScanner } from './question-scanner.ts'

const prefix = '(?:\\b(?:on|for|of|in|with|from|by) )?(?:\\b(?:the|my|our|a) )?'
const words = { folder: 'folder', tag: '(?:tag|tagged(?: (?:with|as|by))?)' }
const namedBy = '(?: (?:called|named|is|,))?'

/** Matches a name in quotes that no folder or tag has. */
const unknownNamePattern = /\b(folder|tag|tagged)(?: (?:called|named|with|as|by))? "([^"]{1,255})"/

/** The folders and tags that the question names as such, and a quoted name that there is not. */
export interface PlacementMention {
  readonly placements: readonly Placement[]
  readonly unknown: Placement | null
}

/**
 * Takes the folders and tags that are named beside `folder`, `tag` or `tagged`. To be called before links and periods,
 * because quoted text is otherwise taken for a link, and a number in a name for a year.
 */
export function takePlacements(scan: QuestionScanner, known: readonly NamedPlacement[]): PlacementMention {
  const placements: Placement[] = []
  for (const { kind, name } of known.toSorted((a, b) => b.name.length - a.name.length)) {
    const text = `"?${escapeRegExp(normalizeQuestion(name))}"?`
    const form = `\\b${words[kind]}${namedBy} ${text}(?![\\w-])|(?<![\\w-])${text} ${kind}\\b`
    if (scan.take(new RegExp(`${prefix}(?:${form})`))) placements.push({ kind, name })
  }
  const [, word, name] = unknownNamePattern.exec(scan.text) ?? []
  return { placements, unknown: name === undefined ? null : { kind: word === 'folder' ? 'folder' : 'tag', name } }
}
