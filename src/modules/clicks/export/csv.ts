import type { ExportedClick } from './click-export.queries.ts'

const columns = `
  id urlId createdAt country region device browser os referrerHost trigger utmSource utmMedium utmCampaign isBot botName
  qrId city continent utmTerm utmContent ruleId variant
`
  .trim()
  .split(/\s+/) as (keyof ExportedClick)[]

/** The signs with which a formula begins, also in full width and small form. */
const formulaSigns = String.raw`=+\-@|\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20\uFF5C`
const formulaCell = new RegExp(String.raw`^[\s\p{Cc}\p{DI}${formulaSigns}]`, 'u')
const formulaAfterSeparator = new RegExp(
  String.raw`(?<=[;\t\r\n])(?=(?:(?![;\t\r\n])[\s\p{Cc}\p{DI}])*[${formulaSigns}])`,
  'gu',
)

/** The names of the columns, as a record of RFC 4180. */
export const csvHeader = formatRecord(columns)

/** A click as a record of RFC 4180, with its line break. */
export function csvRecord(click: ExportedClick): string {
  return formatRecord(columns.map((column) => click[column]))
}

function formatRecord(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(formatCell).join(',')}\r\n`
}

function formatCell(value: string | number | boolean | null): string {
  const text = typeof value === 'string' ? escapeFormulas(value) : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Spreadsheets evaluate a cell that begins like a formula, and visitors choose some of the values (OWASP, CSV Injection).
 * An apostrophe makes the cell text. Some spreadsheets skip spaces and invisible characters before a formula, and some
 * begin a new cell after a semicolon or a tab.
 */
function escapeFormulas(text: string): string {
  const escaped = text.replace(formulaAfterSeparator, "'")
  return formulaCell.test(escaped) ? `'${escaped}` : escaped
}
