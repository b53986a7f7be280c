import { splitTexts } from '../../../../platform/rest/csv.ts'

/**
 * The names in a cell: separated by commas, semicolons or vertical lines, a list of JSON or Python, or an array of PostgreSQL.
 */
export function readNames(cell: string): string[] {
  const text = cell.trim()
  const names = readJsonList(text) ?? splitTexts(withoutBrackets(text))
  return names.map((name) => withoutApostrophes(name.trim())).filter((name) => name !== '')
}

/** A tag is a text, or an object with a name. */
export function toNames(item: unknown): string[] {
  if (typeof item === 'string') return [item]
  const { name, tag, label } = (item ?? {}) as Readonly<Record<string, unknown>>
  return [name, tag, label].filter((each) => typeof each === 'string').slice(0, 1)
}

function readJsonList(text: string): string[] | null {
  if (!text.startsWith('[')) return null
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.flatMap(toNames) : null
  } catch {
    return null
  }
}

function withoutBrackets(text: string): string {
  const isEnclosed = (text.startsWith('[') && text.endsWith(']')) || (text.startsWith('{') && text.endsWith('}'))
  return isEnclosed ? text.slice(1, -1) : text
}

function withoutApostrophes(name: string): string {
  return name.length > 1 && name.startsWith("'") && name.endsWith("'") ? name.slice(1, -1) : name
}
