/** The beginnings of the names of texts that only later screens have. */
export const laterTexts =
  /^(activity|ask|before|code|device|dimension|edit|form|health|keys|new|pages|period|proof|qr|quota|rules|selection|share|statistics|trigger|unit)\./

/** The beginnings of the names of texts about what the service refuses. */
export const problemTexts = /^(error|field|issue)\./

/** Which of the three files of texts has a text. */
export function partOf(name: string): 'first' | 'later' | 'problems' {
  if (problemTexts.test(name)) return 'problems'
  return laterTexts.test(name) ? 'later' : 'first'
}
