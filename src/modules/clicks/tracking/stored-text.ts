/** A text as a column can have it: without NUL and halves of characters. Null for an empty one. */
export function toStoredText(text: string, maxLength: number): string | null {
  return text.replaceAll('\0', '').slice(0, maxLength).toWellFormed() || null
}
