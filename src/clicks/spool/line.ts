import { crc32 } from 'node:zlib'
import type { ClickRow } from '../click.row.ts'

/** A click as one line of a spool file: the CRC-32 of its JSON in eight hexadecimal digits, a space, the JSON. */
export function lineOf(click: ClickRow): string {
  // It is written after its destination was given, so no limit decides it any more.
  const json = JSON.stringify({ ...click, limited: false } satisfies ClickRow)
  return `${checksum(json)} ${json}\n`
}

/** The click of a line without its end; null for one that was torn or has changed. The checksum of nothing is zero. */
export function clickIn(line: string): ClickRow | null {
  const json = line.slice(9)
  return json !== '' && line.slice(0, 9) === `${checksum(json)} ` ? (JSON.parse(json) as ClickRow) : null
}

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, '0')
}
