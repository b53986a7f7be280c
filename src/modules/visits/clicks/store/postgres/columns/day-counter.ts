import { botCode, type Codes, type DayColumns, unidentifiedCode } from './column-codec.ts'
import { type ColumnGroup, columnGroupNames, mapGroups } from './column-groups.ts'

/** Clicks that are counted at once, before others get the event loop. */
export const chunkSize = 50_000

/** The clicks of a chunk that match. A chunk is counted without interruption, so all counters share these arrays. */
const people = new Uint32Array(chunkSize)
const bots = new Uint32Array(chunkSize)

const matching = '1'.charCodeAt(0)

/** A text with a `1` for each combination of the group that matches the filters. */
export type Matches = Readonly<Partial<Record<ColumnGroup, string>>>

/** How many clicks have each combination of a group. */
export interface CombinationCounts {
  readonly people: Uint32Array
  readonly bots: Uint32Array
}

/** Counts in a part of a day. */
export interface PartCounts {
  people: number
  bots: number
  visitors: number
}

/** Counts the clicks of one day that match, part by part. A visitor counts once for the day, and once for each part. */
export class DayCounter {
  readonly counts: PartCounts = { people: 0, bots: 0, visitors: 0 }
  unidentified = 0
  /** The last click by a person, or -1. */
  lastPerson = -1
  readonly combinations: Readonly<Record<ColumnGroup, CombinationCounts>>
  private readonly filters: readonly { readonly codes: Codes; readonly matches: Uint8Array }[]
  /** The last part in which each visitor was seen; 0 for none. */
  private readonly lastParts: Uint32Array
  private part = 0

  constructor(
    private readonly day: DayColumns,
    dictionarySizes: Readonly<Record<ColumnGroup, number>>,
    matches: Matches,
  ) {
    this.filters = Object.entries(matches).map(([group, text]) => ({
      codes: day.groups[group as ColumnGroup],
      matches: Buffer.from(text, 'latin1'),
    }))
    this.lastParts = new Uint32Array(day.visitorCodes)
    this.combinations = mapGroups((group) => ({
      people: new Uint32Array(dictionarySizes[group]),
      bots: new Uint32Array(dictionarySizes[group]),
    }))
  }

  /** Begins a part, in which visitors count again. */
  beginPart(): void {
    this.part++
  }

  /** Counts a chunk, and adds its clicks and the visitors who are new in this part to `counts`. */
  countChunk(first: number, end: number, counts: PartCounts): void {
    const [peopleCount, botCount] = this.select(first, end)
    for (const group of columnGroupNames) {
      const { people: peopleCounts, bots: botCounts } = this.combinations[group]
      countCodes(this.day.groups[group], people, peopleCount, peopleCounts)
      countCodes(this.day.groups[group], bots, botCount, botCounts)
    }
    counts.visitors += this.countVisitors(peopleCount)
    counts.people += peopleCount
    counts.bots += botCount
    this.counts.people += peopleCount
    this.counts.bots += botCount
    if (peopleCount > 0) this.lastPerson = people[peopleCount - 1] as number
  }

  /** Selects the clicks of a chunk that match. */
  private select(first: number, end: number): [peopleCount: number, botCount: number] {
    const { visitors } = this.day
    let peopleCount = 0
    let botCount = 0
    for (let click = first; click < end; click++) {
      if (visitors[click] === botCode) bots[botCount++] = click
      else people[peopleCount++] = click
    }
    for (const { codes, matches } of this.filters) {
      peopleCount = keepMatching(codes, matches, people, peopleCount)
      botCount = keepMatching(codes, matches, bots, botCount)
    }
    return [peopleCount, botCount]
  }

  /** The visitors among selected people who are new in this part. */
  private countVisitors(peopleCount: number): number {
    const { visitors } = this.day
    let visitorsOfPart = 0
    for (let index = 0; index < peopleCount; index++) {
      const visitor = visitors[people[index] as number] as number
      if (visitor === unidentifiedCode) {
        this.unidentified++
        continue
      }
      const lastPart = this.lastParts[visitor]
      if (lastPart === this.part) continue
      if (lastPart === 0) this.counts.visitors++
      this.lastParts[visitor] = this.part
      visitorsOfPart++
    }
    return visitorsOfPart
  }
}

/** Keeps the selected clicks whose code matches, in place, and returns their number. */
function keepMatching(codes: Codes, matches: Uint8Array, selected: Uint32Array, count: number): number {
  let kept = 0
  for (let index = 0; index < count; index++) {
    const click = selected[index] as number
    if (matches[codes[click] as number] === matching) selected[kept++] = click
  }
  return kept
}

function countCodes(codes: Codes, selected: Uint32Array, count: number, counts: Uint32Array): void {
  for (let index = 0; index < count; index++) (counts[codes[selected[index] as number] as number] as number)++
}
