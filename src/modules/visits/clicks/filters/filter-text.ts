import { isStorable } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { InvalidRestText, type RestText } from '../../../../platform/rest/rest.decorator.ts'

/** Values of a field of clicks. A click must have one of the values in `in`, and none of the values in `notIn`. */
export interface ValueFilter {
  readonly in?: readonly string[] | null
  readonly notIn?: readonly string[] | null
}

/** The values of a filter, and whether clicks with these values are excluded. */
export interface FilterValues {
  readonly values: readonly string[]
  readonly isExcluded: boolean
}

export const maxValues = 50
export const maxValueLength = 255

/** The values of a filter, each once; null for a filter without a list. */
export function readFilterValues({ in: included, notIn: excluded }: ValueFilter): FilterValues | null {
  const values = included ?? excluded
  return values == null ? null : { values: [...new Set(values)], isExcluded: included == null }
}

/** A filter as a text, which REST and the language model use. */
export const filterText: RestText<ValueFilter> = {
  parse: parseFilterText,
  description: 'Comma-separated values, any of which matches; a leading `-` excludes them.',
}

/**
 * Parses values separated by commas. A click must match one of the values, or none of them after a leading `-`. The `-`
 * may be repeated before each value: `-US,DE` and `-US,-DE` are the same. Throws `InvalidRestText`.
 */
function parseFilterText(text: string): ValueFilter {
  // Checked first, so that a very long text is not split.
  if (text.length > maxValues * (maxValueLength + 1))
    throw new InvalidRestText(`must be at most ${maxValues} values of ${maxValueLength} characters`)
  if (!isStorable(text)) throw new InvalidRestText('must be well-formed text without NUL characters')
  const isExcluded = text.trimStart().startsWith('-')
  const values = text.split(',').map((value) => (isExcluded ? value.trim().replace(/^-/, '') : value).trim())
  if (!isExcluded && values.some((value) => value.startsWith('-')))
    throw new InvalidRestText('must include all its values or exclude all of them')
  return isExcluded ? { notIn: values } : { in: values }
}

/** Formats a filter as a text. Null when the text cannot express a value, such as a value with a comma. */
export function formatFilterText(filter: ValueFilter): string | null {
  const { values, isExcluded } = readFilterValues(filter) ?? { values: [], isExcluded: false }
  const isPlain = (value: string) =>
    value === value.trim() && !value.includes(',') && (isExcluded || !value.startsWith('-'))
  return values.every(isPlain) ? values.map((value) => (isExcluded ? `-${value}` : value)).join(',') : null
}
