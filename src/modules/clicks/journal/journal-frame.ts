import { crc32 } from 'node:zlib'
import type { ClickRow } from '../tracking/click-batch.queries.ts'

/** The values of a click in a frame. New ones are added at the end, so frames of an earlier version can be read. */
const columns = [
  ...(['id', 'url_id', 'at', 'trigger', 'country', 'region', 'city', 'device', 'browser', 'os', 'referrer'] as const),
  ...(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'rule_id', 'variant'] as const),
  ...(['bot', 'bot_name', 'visitor', 'merges_since'] as const),
] satisfies (keyof ClickRow)[]

/** Clicks in one frame, which is read as a whole. */
const maxFrameClicks = 200

/**
 * Clicks as lines of the journal. A line is a frame: the CRC-32 of its JSON in eight hexadecimal digits, a space, and the
 * JSON, an array of the values of each click.
 */
export function encodeFrames(clicks: readonly ClickRow[]): Buffer {
  let text = ''
  for (let start = 0; start < clicks.length; start += maxFrameClicks) {
    const rows = clicks.slice(start, start + maxFrameClicks).map((click) => columns.map((column) => click[column]))
    const json = JSON.stringify(rows)
    text += `${checksum(json)} ${json}\n`
  }
  return Buffer.from(text)
}

/**
 * Reads a line without its line break. Null for a corrupt one, such as the last line before a power cut. A line with an
 * object instead of an array is one click of the spool that earlier versions had.
 */
export function decodeFrame(line: string): ClickRow[] | null {
  const json = line.slice(9)
  if (json === '' || line.slice(0, 9) !== `${checksum(json)} `) return null
  const content = JSON.parse(json) as unknown[][] | Partial<ClickRow>
  return Array.isArray(content) ? content.map(toClick) : [toClick(columns.map((column) => content[column]))]
}

function toClick(values: readonly unknown[]): ClickRow {
  return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null])) as unknown as ClickRow
}

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, '0')
}
