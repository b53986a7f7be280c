/** The beginnings of the names of texts that only later screens have. */
export const laterTexts =
  /^(activity|ask|before|care|code|device|dimension|edit|form|health|keys|new|operation|period|proof|qr|quota|rules|selection|settings|share|statistics|trigger|unit)\./

/** The beginnings of the names of texts that only the screens of the operator have. */
export const operationTexts = /^operation\./

/** The beginnings of the names of texts about what the service refuses. */
export const problemTexts = /^(error|field|issue)\./

/** Which of the four files of texts has a text. */
export function partOf(name: string): 'first' | 'later' | 'problems' | 'operation' {
  if (problemTexts.test(name)) return 'problems'
  if (operationTexts.test(name)) return 'operation'
  return laterTexts.test(name) ? 'later' : 'first'
}
