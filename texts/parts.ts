import type english from './en.json'

/** The name of any text. */
type AnyTextId = keyof typeof english

/** The names of the texts that the service has, on its pages and in its mails. */
export type ServiceTextId = Extract<AnyTextId, `${'mail' | 'page'}.${string}`>

/** The names of the texts that the console has. */
export type ConsoleTextId = Exclude<AnyTextId, ServiceTextId>

/** The beginnings of the names of texts that the service has. */
const serviceTexts = /^(mail|page)\./

/** The beginnings of the names of texts that only later screens of the console have. */
const laterTexts =
  /^(activity|ask|before|block|code|device|dimension|edit|form|health|keys|new|period|proof|qr|quota|rules|selection|share|statistics|steps|trigger|unit)\./

/** The beginnings of the names of texts that only settings have. */
const settingsTexts = /^(applications|domains|event|exports|imports|labels|pixels|settings|webhooks)\./

/** The beginnings of the names of texts that only the screens of bio pages have. */
const pagesTexts = /^pages\./

/** The beginnings of the names of texts that only the screen of a workspace's health has. */
const careTexts = /^care\./

/** The beginnings of the names of texts that only the screens of the operator have. */
const operationTexts = /^operation\./

/** The beginnings of the names of texts about what the service refuses. */
const problemTexts = /^(error|field|issue)\./

/** The files of texts that only some of the later screens of the console load. */
export type ScreenTexts = 'settings' | 'pages' | 'care' | 'operation'

/** The files of texts that the console has. Each is loaded when it is first needed. */
export type ConsolePart = 'first' | 'later' | 'problems' | ScreenTexts

/** Which of the compiled files has a text. */
export function partOf(name: string): ConsolePart | 'service' {
  if (serviceTexts.test(name)) return 'service'
  if (problemTexts.test(name)) return 'problems'
  if (settingsTexts.test(name)) return 'settings'
  if (pagesTexts.test(name)) return 'pages'
  if (careTexts.test(name)) return 'care'
  if (operationTexts.test(name)) return 'operation'
  return laterTexts.test(name) ? 'later' : 'first'
}
