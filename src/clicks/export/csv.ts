import type { ExportedClick } from './row.ts'

const columns = [
  ...['id', 'urlId', 'createdAt', 'country', 'region', 'device', 'browser', 'os', 'referrerHost', 'trigger'],
  ...['utmSource', 'utmMedium', 'utmCampaign', 'isBot', 'botName'],
] as readonly (keyof ExportedClick)[]

/** The first record of the file, which names the others' fields. */
export const csvHeader = record(columns)

/** One click, as a record of RFC 4180 with its line break. */
export function csvRecord(click: ExportedClick): string {
  return record(columns.map((column) => String(click[column] ?? '')))
}

function record(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/**
 * What visitors send ends up in spreadsheets, which would reckon a cell that begins like a formula (OWASP, CSV
 * Injection): an apostrophe makes it text.
 */
function cellOf(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
