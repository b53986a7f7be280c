/** The texts with which databases and spreadsheets mark a missing date, number or boolean, in lower case. */
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

/** MySQL and PostgreSQL write this for a missing text. No person would use it as a title or an alias. */
export function isDatabaseNull(text: string): boolean {
  return text === 'NULL' || text === String.raw`\N`
}
