import { isString, ValidateBy } from 'class-validator'

/** The values a filter names, and whether clicks with them are left out instead of kept. */
export interface Sought {
  readonly values: readonly string[]
  readonly excluded: boolean
}

const mostValues = 50
const longest = 255

/**
 * Reads a filter: values with commas between them, any of which fits; with `-` in front, none of them may. Each value
 * may wear the `-` as well as the first alone, so that `-US,DE` and `-US,-DE` are the same.
 */
export function readSought(text: string): Sought {
  const excluded = text.trimStart().startsWith('-')
  const values = text.split(',').map((value) => (excluded ? value.trim().replace(/^-/, '') : value).trim())
  return { values: [...new Set(values)], excluded }
}

/** Says of a filter argument that it can be read, and means one thing. */
export function IsSought(): PropertyDecorator {
  return ValidateBy({
    name: 'isSought',
    validator: {
      validate: (text) => isString(text) && issueOf(text) === null,
      defaultMessage: (failed) => issueOf(String(failed?.value)) ?? 'is not valid',
    },
  })
}

function issueOf(text: string): string | null {
  // Counted before anything is cut, so that a long text costs no more than its reading.
  if (text.length > mostValues * (longest + 1)) return `must be at most ${mostValues} values of ${longest} characters`
  const { values, excluded } = readSought(text)
  if (values.length > mostValues) return `must be at most ${mostValues} values`
  if (values.some((value) => value === '')) return 'must not have an empty value'
  if (values.some((value) => value.length > longest)) return `must have values of at most ${longest} characters`
  if (!excluded && values.some((value) => value.startsWith('-')))
    return 'must seek all its values or exclude all of them'
  return null
}
