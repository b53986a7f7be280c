/** The beginnings of the names of texts that only later screens have. */
export const laterTexts =
  /^(activity|ask|before|block|care|code|device|dimension|edit|form|health|keys|new|pages|period|proof|qr|quota|rules|selection|share|statistics|steps|trigger|unit)\./

/** The beginnings of the names of texts that only settings have. */
export const settingsTexts = /^(applications|domains|event|exports|imports|labels|pixels|settings|webhooks)\./

/** The beginnings of the names of texts that only the screens of the operator have. */
export const operationTexts = /^operation\./

/** The beginnings of the names of texts about what the service refuses. */
export const problemTexts = /^(error|field|issue)\./

/** The files of texts. Each is loaded when it is first needed. */
export type TextPart = 'first' | 'later' | 'problems' | 'settings' | 'operation'

/** Which of the files of texts has a text. */
export function partOf(name: string): TextPart {
  if (problemTexts.test(name)) return 'problems'
  if (settingsTexts.test(name)) return 'settings'
  if (operationTexts.test(name)) return 'operation'
  return laterTexts.test(name) ? 'later' : 'first'
}
