import { promisify } from 'node:util'
import { zstdCompress, zstdDecompressSync } from 'node:zlib'
import { type ColumnGroup, columnGroupNames, mapGroups } from './column-groups.ts'

/** A small integer for each click. */
export type Codes = Uint8Array | Uint16Array | Uint32Array

/** In the column of visitors: a click by a bot, and one by a person without a visitor. Visitors have the numbers from 2. */
export const botCode = 0
export const unidentifiedCode = 1
const firstVisitorCode = 2

/** Written for the first click of a visitor, whose number follows from the order. */
export const newVisitor = 2

/** The clicks of a link on one UTC day, ordered by time, column by column. */
export interface DayColumns {
  readonly clicks: number
  /** For each group of columns, the place of the click's combination in the dictionary of the day. */
  readonly groups: Readonly<Record<ColumnGroup, Codes>>
  readonly visitors: Codes
  /** One more than the highest code of a visitor. */
  readonly visitorCodes: number
  /** Decodes the milliseconds from the start of the day, in ascending order. Many queries do not need them. */
  readonly decodeTimes: () => Codes
  /** About how much memory it takes. */
  readonly bytes: number
}

const compress = promisify(zstdCompress)

/** About as many bytes as the columns of so many clicks have, so that they are mostly decompressed into one buffer. */
const estimateBytes = (clicks: number) => 11 * clicks + 100

/** Encodes the columns of a day. `visitors` has the codes of `DayWriter`. */
export function encodeColumns({
  groups,
  visitors,
  times,
}: {
  readonly groups: Readonly<Record<ColumnGroup, Uint32Array>>
  readonly visitors: Uint32Array
  readonly times: Uint32Array
}): Promise<Buffer> {
  const columns = [...columnGroupNames.map((group) => groups[group]), visitors, times]
  return compress(Buffer.concat(columns.map(toPlanes)))
}

/** Decodes what `encodeColumns` has encoded for so many clicks. */
export function decodeColumns(columns: Uint8Array, clicks: number): DayColumns {
  const bytes = zstdDecompressSync(columns, { chunkSize: estimateBytes(clicks) })
  let offset = 0
  const nextColumn = () => {
    const column = bytes.subarray(offset, offset + 1 + (bytes[offset] ?? 0) * clicks)
    offset += column.length
    return column
  }
  const groups = mapGroups(() => fromPlanes(nextColumn(), clicks))
  const { visitors, visitorCodes } = numberVisitors(fromPlanes(nextColumn(), clicks))
  const timeColumn = nextColumn()
  return {
    clicks,
    groups,
    visitors,
    visitorCodes,
    decodeTimes: () => fromPlanes(timeColumn, clicks),
    bytes: [bytes, visitors, ...Object.values(groups)].reduce((sum, { byteLength }) => sum + byteLength, 0),
  }
}

/**
 * The width of the integers in bytes, then the lowest byte of each, then the second byte of each and so on: Similar
 * bytes beside each other compress better and faster.
 */
function toPlanes(values: Uint32Array): Buffer {
  let highest = 0
  for (const value of values) if (value > highest) highest = value
  const width = Math.max(1, Math.ceil((32 - Math.clz32(highest)) / 8))
  const bytes = Buffer.alloc(1 + width * values.length)
  bytes[0] = width
  for (let plane = 0; plane < width; plane++) {
    const start = 1 + plane * values.length
    for (let click = 0; click < values.length; click++) bytes[start + click] = (values[click] as number) >>> (8 * plane)
  }
  return bytes
}

function fromPlanes(bytes: Uint8Array, clicks: number): Codes {
  const width = bytes[0] as number
  if (width === 1) return bytes.subarray(1)
  const values = width === 2 ? new Uint16Array(clicks) : new Uint32Array(clicks)
  for (let plane = 0; plane < width; plane++) {
    const start = 1 + plane * clicks
    for (let click = 0; click < clicks; click++)
      values[click] = (values[click] as number) | ((bytes[start + click] as number) << (8 * plane))
  }
  return values
}

function numberVisitors(written: Codes): Pick<DayColumns, 'visitors' | 'visitorCodes'> {
  const visitors = written.length < 65_000 ? new Uint16Array(written.length) : new Uint32Array(written.length)
  let visitorCodes = firstVisitorCode
  for (let click = 0; click < written.length; click++) {
    const code = written[click] as number
    if (code < newVisitor) visitors[click] = code
    else visitors[click] = code === newVisitor ? visitorCodes++ : code - 1
  }
  return { visitors, visitorCodes }
}
