/** The beginnings of the names of texts that only later screens have. */
export const laterTexts =
  /^(activity|ask|before|block|code|device|dimension|edit|form|health|keys|new|period|proof|qr|quota|rules|selection|share|statistics|steps|trigger|unit)\./

/** The beginnings of the names of texts that only settings have. */
export const settingsTexts = /^(applications|domains|event|exports|imports|labels|pixels|settings|webhooks)\./

/** The beginnings of the names of texts that only the screens of bio pages have. */
export const pagesTexts = /^pages\./

/** The beginnings of the names of texts that only the screen of a workspace's health has. */
export const careTexts = /^care\./

/** The beginnings of the names of texts that only the screens of the operator have. */
export const operationTexts = /^operation\./

/** The beginnings of the names of texts about what the service refuses. */
export const problemTexts = /^(error|field|issue)\./

/** The files of texts that only some of the later screens load. */
export type ScreenTexts = 'settings' | 'pages' | 'care' | 'operation'

/** The files of texts. Each is loaded when it is first needed. */
export type TextPart = 'first' | 'later' | 'problems' | ScreenTexts

/** Which of the files of texts has a text. */
export function partOf(name: string): TextPart {
  if (problemTexts.test(name)) return 'problems'
  if (settingsTexts.test(name)) return 'settings'
  if (pagesTexts.test(name)) return 'pages'
  if (careTexts.test(name)) return 'care'
  if (operationTexts.test(name)) return 'operation'
  return laterTexts.test(name) ? 'later' : 'first'
}
