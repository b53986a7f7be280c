import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { html } from 'ghtml'
import type { ServiceTextId } from '../../../texts/parts.ts'
import type { Language } from './language.ts'

/** The name of a text of a page or a mail, in `texts/en.json`. */
export type TextId = ServiceTextId

/** Writes texts in one language. Values fill the places of a text, such as `{host}`. */
export interface Translator {
  /** A text, as a mail has it. */
  (id: TextId, values?: Values<string | number>): string
  /** A text as an HTML fragment. All of it is escaped, except values that are markup. */
  html(id: TextId, values: Values<Value>): string
}

type Values<T> = Readonly<Record<string, T>>

type Value = string | number | Markup

/** An HTML fragment as a value of a text. A class, so that no plain text is taken for one. */
export class Markup {
  constructor(readonly fragment: string) {}
}

/** Marks an HTML fragment, so that a text takes it as it is. */
export function markup(fragment: string): Markup {
  return new Markup(fragment)
}

/** A compiled text: words, and places for values. */
type Message = readonly (string | Place)[]

/** A place for a value, or for the text that a plural or a word chooses. */
type Place = readonly [name: string, kind?: 'plural' | 'select', cases?: Values<Message>]

type Messages = Values<Message>

/** How a language writes numbers and counts things. */
interface LanguageRules {
  readonly numbers: Intl.NumberFormat
  readonly plurals: Intl.PluralRules
}

const translators = new Map<Language, Translator>()

/** The texts of a language. They are read when it is first needed. */
export function translator(language: Language): Translator {
  const known = translators.get(language)
  if (known) return known
  const created = createTranslator(language, readMessages(language))
  translators.set(language, created)
  return created
}

function readMessages(language: Language): Messages {
  // The name is declared under `imports` in package.json, so it is found from src and from dist.
  return JSON.parse(readFileSync(createRequire(import.meta.url).resolve(`#texts/${language}.json`), 'utf8'))
}

/**
 * Lingui's own runtime is not used here, because it reads `\u003c` as `<` in values too, after they are escaped: the title of
 * a link could be a script.
 */
export function createTranslator(language: Language, messages: Messages): Translator {
  const rules: LanguageRules = { numbers: new Intl.NumberFormat(language), plurals: new Intl.PluralRules(language) }
  const messageOf = (id: TextId) => messages[id] ?? [id]
  const translate = (id: TextId, values: Values<string | number> = {}) => write(rules, messageOf(id), values, String)
  const html: Translator['html'] = (id, values) => write(rules, messageOf(id), values, toHtml)
  return Object.assign(translate, { html })
}

function toHtml(part: Value): string {
  return part instanceof Markup ? part.fragment : html`${part}`
}

/** `show` writes words and values. `count` is the number of a plural around the message, which `#` shows. */
function write(
  rules: LanguageRules,
  message: Message,
  values: Values<Value>,
  show: (part: Value) => string,
  count?: number,
): string {
  let text = ''
  for (const part of message) {
    if (part === '#' && count !== undefined) text += show(rules.numbers.format(count))
    else if (typeof part === 'string') text += show(part)
    else {
      const [name, kind, cases = {}] = part
      const value = values[name] ?? ''
      if (kind === undefined) text += show(value)
      else if (kind === 'select') text += write(rules, chooseCase(cases, value), values, show, count)
      else {
        const chosen = chooseCase(cases, value, rules.plurals.select(Number(value)))
        text += write(rules, chosen, values, show, Number(value))
      }
    }
  }
  return text
}

/** The case for exactly this value, or else the one for its plural category, or else `other`. */
function chooseCase(cases: Values<Message>, value: Value, category = 'other'): Message {
  return (Object.hasOwn(cases, String(value)) && cases[String(value)]) || (cases[category] ?? cases.other ?? [])
}
