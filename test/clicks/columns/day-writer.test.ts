import { expect, it } from 'vitest'
import { decodeColumns } from '../../../src/modules/visits/clicks/store/postgres/columns/column-codec.ts'
import {
  type ColumnGroup,
  columnGroupNames,
  mapGroups,
} from '../../../src/modules/visits/clicks/store/postgres/columns/column-groups.ts'
import { type ColumnClick, DayWriter } from '../../../src/modules/visits/clicks/store/postgres/columns/day-writer.ts'

const texts = [
  null,
  '',
  ' ',
  'Unknown',
  'unknown',
  '😀',
  'İ',
  'ß',
  '\u202e',
  '"',
  '\\',
  '{}',
  '__proto__',
  'a\tb',
  'x'.repeat(5_000),
]

const textOf = (number: number) => texts[number] ?? (number < texts.length ? null : `text ${number}`)

/** A click whose values follow from its number, among so many combinations of each group. */
function createClick(number: number, combinations: number): ColumnClick {
  const values = mapGroups((group) => {
    const shifted = (number * 7 + columnGroupNames.indexOf(group)) % combinations
    return JSON.stringify([textOf(shifted), textOf(shifted % 11), textOf(shifted % 3)])
  })
  const isBot = number % 5 === 0
  const visitor = number % 3 === 0 ? null : `visitor ${(number * 31) % combinations}`
  return { ...values, ms: Math.min(number * 3, 86_399_999), isBot, visitor }
}

async function writeAndRead(clicks: readonly ColumnClick[]): Promise<ColumnClick[]> {
  const writer = new DayWriter(clicks.length)
  for (const click of clicks) writer.add(click)
  expect(writer.isComplete).toBe(true)
  const { columns, dictionaries } = await writer.finish()
  const decoded = decodeColumns(columns, clicks.length)
  const combinations: Record<ColumnGroup, unknown[]> = JSON.parse(dictionaries)
  const times = decoded.decodeTimes()
  // Only which clicks have the same visitor is stored.
  const names = new Map<number, string | null>()
  return clicks.map(({ visitor }, index) => {
    const code = decoded.visitors[index] ?? -1
    if (code > 1 && !names.has(code)) names.set(code, visitor)
    return {
      ...mapGroups((group) => JSON.stringify(combinations[group][decoded.groups[group][index] ?? -1])),
      ms: times[index] ?? -1,
      isBot: code === 0,
      visitor: code > 1 ? (names.get(code) ?? null) : null,
    }
  })
}

it.each([
  [1, 1],
  [20, 15],
  [1_000, 256],
  [1_000, 257],
  [66_000, 65_537],
])('%i clicks with %i combinations are read as they were written', async (count, combinations) => {
  const clicks = Array.from({ length: count }, (_, number) => createClick(number, combinations))
  // The visitor of a bot is of no interest.
  expect(await writeAndRead(clicks)).toEqual(clicks.map((click) => (click.isBot ? { ...click, visitor: null } : click)))
})

it.each([1, 3])('a day with %i clicks instead of 2 is not complete', (count) => {
  const writer = new DayWriter(2)
  for (let number = 0; number < count; number++) writer.add(createClick(number, 10))
  expect(writer.isComplete).toBe(false)
})
