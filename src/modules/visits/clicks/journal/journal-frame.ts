import { crc32 } from 'node:zlib'
import type { ClickRow } from '../tracking/click-row.ts'

/** The values of a click in a frame. New ones are added at the end, so that frames of version 0.1.0 can be read. */
const columns = [
  ...(['id', 'url_id', 'at', 'trigger', 'country', 'region', 'city', 'device', 'browser', 'os', 'referrer'] as const),
  ...(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'rule_id', 'variant'] as const),
  ...(['bot', 'bot_name', 'visitor'] as const),
] satisfies (keyof ClickRow)[]

/** After the columns: `true` for a click that its link has counted already. */
const toValues = (click: ClickRow): unknown[] => {
  const values: unknown[] = columns.map((column) => click[column])
  if (click.is_counted) values.push(true)
  return values
}

/** Clicks in one frame, which is read as a whole. */
const maxFrameClicks = 200

/**
 * Clicks as lines of the journal. A line is a frame: the CRC-32 of what follows in eight hexadecimal digits, the number
 * of clicks, and an array of their values in JSON, with a space between them. When the rest of the line is damaged, the
 * number says how many clicks are lost.
 */
export function encodeFrames(clicks: readonly ClickRow[]): Buffer {
  return Buffer.concat(splitIntoFrames(clicks).map(encodeFrame))
}

/** The clicks of each frame. */
export function splitIntoFrames(clicks: readonly ClickRow[]): (readonly ClickRow[])[] {
  if (clicks.length <= maxFrameClicks) return clicks.length > 0 ? [clicks] : []
  const count = Math.ceil(clicks.length / maxFrameClicks)
  return Array.from({ length: count }, (_, index) => clicks.slice(index * maxFrameClicks, (index + 1) * maxFrameClicks))
}

export function encodeFrame(clicks: readonly ClickRow[]): Buffer {
  const content = `${clicks.length} ${JSON.stringify(clicks.map(toValues))}`
  return Buffer.from(`${checksum(content)} ${content}\n`)
}

/**
 * A frame without clicks, which ends a batch: the clicks before it are never sent together with those after it. Versions
 * that know no seals read it as any frame.
 */
export const encodeSeal = (): Buffer => encodeFrame([])

/** Reads a line without its line break. Null for a corrupt one, such as the last line before a power cut. */
export function decodeFrame(line: string): ClickRow[] | null {
  const content = line.slice(9)
  if (content === '' || line.slice(0, 9) !== `${checksum(content)} `) return null
  return (JSON.parse(content.slice(content.indexOf(' '))) as unknown[][]).map(toClick)
}

/** How many clicks a line claims to have. A damaged line may claim any number, or none. */
export function countFrameClicks(line: string): number {
  const [, count] = /^.{8} (\d{1,3}) /.exec(line) ?? []
  return Math.min(Number(count ?? 1), maxFrameClicks)
}

function toClick(values: readonly unknown[]): ClickRow {
  const click = Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]))
  return { ...click, ...(values[columns.length] === true && { is_counted: true }) } as unknown as ClickRow
}

function checksum(content: string): string {
  return crc32(content).toString(16).padStart(8, '0')
}
