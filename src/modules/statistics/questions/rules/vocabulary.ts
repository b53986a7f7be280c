import { valueWords } from './filter-values.ts'
import { phrases } from './phrases.ts'

/** Words without a meaning of their own for the rules. */
export const fillerWords: ReadonlySet<string> = new Set(
  `a about across all also am an and any anything are as at be been being breakdown break broken brought bring by can come comes came
  coming could count counts did display distribution distributed distribute do does each everything find for from gain gained gave generate generated
  get gets getting give given got gotten had has have having how i in into is it its just know like list
  look looking looks lots many me mine much my need now of on or our out overall per please plot point receive received
  receiving see seen send sent show shown so split some tell that the their them there these they this those
  through to total until up us use used using via view want was we were what whats where which whole whose with
  would you your collected collect earned attract attracted driving drive drove most - , and/or one ones hey hi hello thanks
  number amount far long short sum visit click clicks altogether together everyone anyone anybody somebody someone ok okay
  different various well kind kinds type types group grouped sorted order arrive arrived reach reached online browse browsing
  located based live among amongst between linking still again really actually just go went gone going been times
  within during over currently yet ever kindly wondering wonder curious quick question thank appreciate let lets hiya dear
  pls plz simply mostly usually typically generally normally both often brings sends drives gives generates happen happens
  work works working worked`
    .split(/\s+/)
    .filter(Boolean),
)

/** Words that no operation supports. They are never part of an unquoted name of a link. */
export const unsupportedWords: ReadonlySet<string> = new Set(
  `who whom when same median rate rates ratio conversion conversions bounce revenue money cost costs why will
  tomorrow next predict prediction forecast expect future delete remove create make update change select insert drop password
  passwords weather should recent recently lately start beginning middle end first last past next latest newest oldest approximately roughly no not never none nothing zero only left since until after before while`.split(
    /\s+/,
  ),
)

/** Abbreviations, and mistakes in words that are too short for the spelling correction. */
const shortWords =
  'teh:the wich:which wek:week wk:week mth:month yr:year hr:hour lnk:link lnks:links wkend:weekend avg:average perc:percent pct:percent'
const negations = ['did', 'do', 'does', 'have', 'has', 'were', 'was', 'are'].map((verb) => `${verb}nt:${verb} not`)
const numbers =
  'two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 fifteen:15 twenty:20 thirty:30 sixty:60 ninety:90'

/** Words that are replaced before a question is read. Numbers are often written as words. */
export const replacements: ReadonlyMap<string, string> = new Map(
  [...shortWords.split(' '), ...negations, ...numbers.split(' ')].map((pair) => pair.split(':') as [string, string]),
)

/** The words that replace mistyped words. */
const correctedWords =
  `analytics android average before between biggest browser browsers busiest campaign campaigns clicks clicked cities
  compare compared continent continents countries country created daily desktop details device devices direct during excluding
  fewest growth highest hourly including increase increased links lowest mobile month monthly months operating overview percent
  percentage performance performed performing popular previous quarter referrer referrers regions robots scanned source sources
  statistics status systems tablet today total totals traffic unique versus views visitor visitors visits weekday weekdays website
  websites weekend weekends weekly which without yesterday years monday tuesday wednesday thursday friday saturday sunday january
  february march april june july august september october november december`
    .split(/\s+/)
    .concat(valueWords.filter((word) => word.length >= 5 && !word.includes(' ')))

/** Common words of questions, besides the words that replace mistyped words. */
const commonWords =
  `active after best better city click code codes cost costs crawlers current days ever evening afternoon fewer first form
  fridays gave growth higher hour hours human humans last least less link lower mean median medium mondays money more morning never
  next night page pages past people period person qr rate rates region same saturdays scan scans share since sites source
  stat state stats sundays system table tables than thursdays trend tuesdays until users weather wednesdays week weeks while
  worst year`.split(/\s+/)

/** Words that questions use. An unquoted name must also have other words. */
export const knownWords: ReadonlySet<string> = new Set([
  ...correctedWords,
  ...commonWords,
  ...fillerWords,
  ...(numbers.match(/[a-z]+/g) ?? []),
  ...valueWords.flatMap((word) => word.split(' ')),
])

/** Words that are right as they are: words of phrases, and words that are not understood. */
const correctWords: ReadonlySet<string> = new Set([
  ...phrases.flatMap(([pattern]) => findWords(pattern)),
  ...`charge charged context county counties devise director match mouth phone quarters quarterly religion religions timezone
  viewer weakly`.split(/\s+/),
])

/** The words of an expression: `clicks?` and `week ?day` have two. */
function findWords(pattern: string): string[] {
  const words = `${pattern} ${pattern.replaceAll(' ?', '')}`.replace(/\\./g, ' ').match(/[a-z]{2,}\??/g) ?? []
  return words.flatMap((word) => (word.endsWith('?') ? [word.slice(0, -2), word.slice(0, -1)] : [word]))
}

/** Returns the known word closest to a mistyped one; the word itself if it is known or if none is close. */
export function correctSpelling(word: string): string {
  if (word.length < 4 || word.length > 20 || !/^[a-z]+$/.test(word)) return word
  if (knownWords.has(word) || correctWords.has(word)) return word
  const maxDistance = word.length >= 8 ? 2 : 1
  let [best, bestDistance] = [word, maxDistance + 1]
  for (const target of correctedWords) {
    if (Math.abs(target.length - word.length) > maxDistance || target[0] !== word[0]) continue
    const distance = editDistance(word, target)
    if (distance < bestDistance) [best, bestDistance] = [target, distance]
  }
  return best
}

/** Counts the letters to replace, insert, delete or swap with a neighbour (optimal string alignment distance). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = []
  const at = (i: number, j: number) => rows[i]?.[j] ?? Math.max(i, j)
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost, swap))
    }
  }
  return at(a.length, b.length)
}
