/** The text form of an array; the driver's own way of writing one takes four times as long. */
export function arrayOf(elements: readonly string[]): string {
  return `{${elements.join(',')}}`
}

/** A text as an element of an array's text form. */
export function quoted(value: string | null): string {
  if (value === null) return 'NULL'
  return /["\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`
}
