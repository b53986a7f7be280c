/** A text in the form that a column can store: without NUL and without unpaired surrogates. Null for an empty text. */
export function toStoredText(text: string, maxLength: number): string | null {
  return text.replaceAll('\0', '').slice(0, maxLength).toWellFormed() || null
}
