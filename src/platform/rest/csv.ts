/** The signs with which a formula begins, also in full width and small form. */
const formulaSigns = String.raw`=+\-@|\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20\uFF5C`
const formulaCell = new RegExp(String.raw`^[\s\p{Cc}\p{DI}${formulaSigns}]`, 'u')
const formulaAfterSeparator = new RegExp(
  String.raw`(?<=[;\t\r\n])(?=(?:(?![;\t\r\n])[\s\p{Cc}\p{DI}])*[${formulaSigns}])`,
  'gu',
)

/** A record of RFC 4180, with its line break. A spreadsheet evaluates none of its cells as a formula. */
export function formatRecord(values: readonly (string | number | boolean | null)[]): string {
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

const prefixedCell = new RegExp(String.raw`^'(?=[\s\p{Cc}\p{DI}${formulaSigns}])`, 'u')
const prefixedPart = new RegExp(
  String.raw`(?<=[;\t\r\n])'(?=(?:(?![;\t\r\n])[\s\p{Cc}\p{DI}])*[${formulaSigns}])`,
  'gu',
)

/** The text of a cell without the apostrophes that `formatRecord` puts before what spreadsheets take for formulas. */
export function unescapeFormulas(cell: string): string {
  return cell.includes("'") ? cell.replace(prefixedCell, '').replace(prefixedPart, '') : cell
}

/** Several texts in one cell: separated by commas, and in quotes where one has commas or quotes itself. */
export function joinTexts(texts: readonly string[]): string {
  return texts.map((text) => (/[",;|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')
}

/** The texts of a cell: separated by commas, semicolons or vertical lines, or in quotes. */
export function splitTexts(cell: string): string[] {
  const parts = [...cell.matchAll(/\s*"((?:[^"]|"")*)"\s*(?=[,;|]|$)|[^,;|]+/g)]
  return parts.map(([whole, quoted]) => quoted?.replaceAll('""', '"') ?? whole)
}

/** Rows as a CSV file: the names of the columns, and a record for each row. */
export async function* writeCsv<T extends object>(
  columns: readonly (keyof T & string)[],
  pages: AsyncIterable<readonly T[]>,
  { bom }: { readonly bom: boolean },
): AsyncGenerator<string> {
  yield `${bom ? '\uFEFF' : ''}${formatRecord(columns)}`
  for await (const page of pages) {
    yield page
      .map((row) => formatRecord(columns.map((column) => row[column] as string | number | boolean | null)))
      .join('')
  }
}

/** Rows as items of a JSON list. `opening` ends with its bracket, and `closing` begins with the other one. */
export async function* writeJsonList<T>(
  pages: AsyncIterable<readonly T[]>,
  opening = '[',
  toItem: (row: T) => unknown = (row) => row,
  closing: () => string = () => ']',
): AsyncGenerator<string> {
  let separator = `${opening}\n`
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + page.map((row) => JSON.stringify(toItem(row))).join(',\n')
    separator = ',\n'
  }
  yield (separator === ',\n' ? '\n' : separator) + closing()
}
