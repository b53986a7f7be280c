import { valueWords } from './filters.ts'
import { fillers, numbers } from './words.ts'

/** The words that questions are made of, at which a mistyped one is aimed. */
const grammar =
  `active analytics android before between biggest browser browsers busiest campaign campaigns click clicked
  clicks compare compared countries country created current daily desktop details device devices direct during fewest first
  highest hourly increase increased least links lowest mobile monday month monthly months most operating operating overview
  performance performed performing period popular previous quarter referrer referrers region regions saturday scans since sources
  statistics status sunday system systems tablet thursday today total totals traffic trend tuesday unique versus views
  visitor visitors visits wednesday website websites week weekend weekly weeks which worst yesterday year years best friday
  hours hour days january february march april june july august september october november december performing source sites
  people users excluding including without link campaign growth stats stat table tables gave last past next than less more better fewer higher lower after
  until ever first best form state page pages rate rates weather average mean median cost costs money`
    .split(/\s+/)
    .filter(Boolean)

/** Every word that questions are known to hold. */
export const known: ReadonlySet<string> = new Set([
  ...grammar,
  ...fillers,
  ...Object.keys(numbers),
  ...valueWords.flatMap((word) => word.split(' ')),
])
const targets = [...new Set([...grammar, ...valueWords.filter((word) => !word.includes(' '))])].filter(
  (word) => word.length >= 5,
)

/** The word that was meant by a mistyped one; itself where nothing is near, or where it is one already. */
export function spelled(word: string): string {
  if (word.length < 4 || word.length > 20 || !/^[a-z]+$/.test(word) || known.has(word)) return word
  const reach = word.length >= 8 ? 2 : 1
  let [best, nearest] = [word, reach + 1]
  for (const target of targets) {
    if (Math.abs(target.length - word.length) > reach || target[0] !== word[0]) continue
    const distance = distanceOf(word, target)
    if (distance < nearest) [best, nearest] = [target, distance]
  }
  return best
}

/** Letters to change, add, leave out or swap with their neighbour (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, n) => n)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + cost,
          swapped ? at(i - 2, j - 2) + 1 : at(i, 0) + 99,
        ),
      )
    }
  }
  return at(a.length, b.length)
}
