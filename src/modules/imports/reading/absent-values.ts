/** How databases and spreadsheets write that a date, a number or a boolean is missing, in lower case. */
const absentWords: ReadonlySet<string> = new Set([
  '',
  'null',
  '(null)',
  String.raw`\n`,
  'none',
  'nil',
  'nan',
  'nat',
  'n/a',
  '#n/a',
  'undefined',
  'never',
  '-',
  '–',
  '—',
])

const longestWord = 12

export function isAbsent(text: string): boolean {
  return text.length <= longestWord && absentWords.has(text.trim().toLowerCase())
}

/** MySQL and PostgreSQL write a missing text so. As a title or an alias it is no text of a person. */
export function isDatabaseNull(text: string): boolean {
  return text === 'NULL' || text === String.raw`\N`
}
