import type { Period } from '../calendar.ts'
import type { Scan } from './scan.ts'

/** The same stretch named once more, as the one before: `last 7 days and the previous 7 days`, `... the 7 days before`. */
const again =
  /\b((?:last|past) (\d{1,3} (?:hour|day|week|month|year)s?) (?:.* )?)(?:(?:previous|prior|preceding) \2|\2 (?:before|earlier|prior|preceding))\b(?: that\b)?/

/** Says of such a stretch that it is the previous one, for by its own words it would be the same. */
export function previousSaid(text: string): string {
  return text.replace(again, '$1the previous period')
}

/** Words after which a stretch of time is what another one is measured against. */
const against =
  /\b(?:compar(?:e[ds]?|ing|ison) (?:to|with|against)|than|vs|versus|against|(?:up|down|grown|changed|increased|decreased|dropped) (from|since))(?: the)? $/

/**
 * Takes the stretch that is now and the one it is measured against, where a question names only the latter: `clicks compared to
 * last week`. Null where it names both, or says nothing of the kind.
 */
export function measuredAgainst(
  scan: Scan,
  found: readonly { readonly at: number; readonly period: Period }[],
): Period[] | null {
  const [one, other] = found
  const said = one && !other ? against.exec(scan.text.slice(0, one.at)) : null
  const current = one?.period.current?.()
  if (!one || !said || !current || current.from?.getTime() === one.period.from?.getTime()) return null
  if (said[1]) scan.blank(scan.text.lastIndexOf(said[1], one.at), said[1].length)
  return [current, one.period]
}
