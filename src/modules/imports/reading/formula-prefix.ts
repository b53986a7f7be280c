/** The signs with which spreadsheets begin a formula, as in exports: see `escapeFormulas`. */
const formulaSigns = String.raw`=+\-@|\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20\uFF5C`
const prefixedCell = new RegExp(String.raw`^'(?=[\s\p{Cc}\p{DI}${formulaSigns}])`, 'u')
const prefixedPart = new RegExp(
  String.raw`(?<=[;\t\r\n])'(?=(?:(?![;\t\r\n])[\s\p{Cc}\p{DI}])*[${formulaSigns}])`,
  'gu',
)

/** The text of a cell without the apostrophes that exports put before what spreadsheets take for formulas. */
export function removeFormulaPrefix(cell: string): string {
  return cell.includes("'") ? cell.replace(prefixedCell, '').replace(prefixedPart, '') : cell
}
