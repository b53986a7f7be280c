/**
 * Removes the characters that the pattern matches from the end of a text, in time that grows with its length. An expression
 * such as `/x+$/` begins again at each `x`, so its time grows with the square.
 */
export function trimEndOf(text: string, character: RegExp): string {
  let end = text.length
  while (end > 0 && character.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
