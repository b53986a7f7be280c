import { botCode, encodeColumns, newVisitor, unidentifiedCode } from './column-codec.ts'
import { type ColumnGroup, columnGroupNames, mapGroups } from './column-groups.ts'

/** A click as the builder reads it, with the values of each group as a JSON array. */
export interface ColumnClick extends Readonly<Record<ColumnGroup, string>> {
  readonly ms: number
  readonly isBot: boolean
  /** Any text that distinguishes the visitors of the day. It is not stored. */
  readonly visitor: string | null
}

export interface EncodedColumns {
  readonly columns: Buffer
  /** The combinations of each group in the order of their codes, as JSON. */
  readonly dictionaries: string
}

/** Collects the clicks of a day, in the order of their times. */
export class DayWriter {
  private clicks = 0
  private readonly groups: Readonly<Record<ColumnGroup, Uint32Array>>
  private readonly ownDictionaries: Readonly<Record<ColumnGroup, Map<string, number>>>
  private readonly visitors: Uint32Array
  private readonly visitorNumbers = new Map<string, number>()
  private readonly times: Uint32Array

  constructor(private readonly expectedClicks: number) {
    this.groups = mapGroups(() => new Uint32Array(expectedClicks))
    this.ownDictionaries = mapGroups(() => new Map())
    this.visitors = new Uint32Array(expectedClicks)
    this.times = new Uint32Array(expectedClicks)
  }

  get isComplete(): boolean {
    return this.clicks === this.expectedClicks
  }

  /** Clicks beyond the expected number are only counted. */
  add(row: ColumnClick): void {
    const { ms, isBot, visitor } = row
    const click = this.clicks++
    if (click >= this.expectedClicks) return
    this.times[click] = ms
    this.visitors[click] = isBot ? botCode : visitor === null ? unidentifiedCode : this.toVisitorCode(visitor)
    for (const group of columnGroupNames) {
      const dictionary = this.ownDictionaries[group]
      const value = row[group]
      const code = dictionary.get(value) ?? dictionary.size
      if (code === dictionary.size) dictionary.set(value, code)
      this.groups[group][click] = code
    }
  }

  async finish(): Promise<EncodedColumns> {
    const columns = await encodeColumns({ groups: this.groups, visitors: this.visitors, times: this.times })
    const dictionaries = columnGroupNames.map(
      (group) => `"${group}":[${[...this.ownDictionaries[group].keys()].join(',')}]`,
    )
    return { columns, dictionaries: `{${dictionaries.join(',')}}` }
  }

  private toVisitorCode(visitor: string): number {
    const number = this.visitorNumbers.get(visitor)
    if (number !== undefined) return newVisitor + 1 + number
    this.visitorNumbers.set(visitor, this.visitorNumbers.size)
    return newVisitor
  }
}
