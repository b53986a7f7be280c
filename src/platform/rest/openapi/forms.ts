import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  getNamedType,
  getNullableType,
  isListType,
} from 'graphql'
import { isText } from '../rest-types.ts'

/** JSON Schema keywords that say which values a field has, such as `format`, `pattern` and `examples`. */
export type Form = Readonly<Record<string, unknown>>

type Element = Pick<
  GraphQLArgument | GraphQLInputField | GraphQLField<unknown, unknown>,
  'name' | 'type' | 'description'
>

/** The digits of an id after its prefix: a ULID in lower case. */
const exampleUlid = '01kagxkp4d1h8x9v5f6r2s3t7w'
const ulidPattern = '[0-9a-hjkmnp-tv-z]{26}'

/** Text fields whose value is a whole URL. `shortUrl` and `customUrl` are codes in most objects. */
const isUrlName = (name: string) => /^(url|(long|original|target|expired|image)Url|redirectUris)$/.test(name)

/** Values of the standards that descriptions name. */
const standardExamples: readonly (readonly [RegExp, string])[] = [
  [/ISO 3166-1 alpha-2/, 'DE'],
  [/ISO 3166-2/, 'DE-BE'],
]

/** The prefixes of ids by the noun of their kind, such as `lnk` for `link`. */
export type IdPrefixes = ReadonlyMap<string, string>

/** Reads the prefixes from descriptions such as "Identifier of the link, such as `lnk_01k...`." */
export function readIdPrefixes(descriptions: Iterable<string>): IdPrefixes {
  const prefixes = new Map<string, string>()
  for (const description of descriptions) {
    const [, noun, prefix] = /^Identifier of the (\w+(?: \w+)?), such as `(\w+)_01k\.\.\.`/.exec(description) ?? []
    if (!noun || !prefix) continue
    const other = prefixes.get(noun) ?? prefix
    if (other !== prefix) throw new Error(`Ids of the ${noun} begin with ${other}_ and with ${prefix}_.`)
    prefixes.set(noun, prefix)
  }
  return prefixes
}

/** The kind of thing that an id names: `link` for "Identifier of the link." */
export function idNounOf({ description }: Pick<Element, 'description'>): string | undefined {
  return /^Identifier of the (\w+(?: \w+)?)(?:\.|, such as )/.exec(description ?? '')?.[1]
}

/**
 * The form of a field or an argument, from its type, its name and the example in its description. A value that the
 * description only abbreviates ("`lnk_01k...`") is no example.
 */
export function formOf(element: Element, prefixes: IdPrefixes): Form {
  const { name, description } = element
  const type = getNamedType(element.type)
  if (isListType(getNullableType(element.type))) return isUrlName(name) ? { items: { format: 'uri' } } : {}
  switch (isText(type) ? 'String' : type.name) {
    case 'ID': {
      const prefix = prefixes.get(idNounOf(element) ?? '')
      return prefix ? { pattern: `^${prefix}_${ulidPattern}$`, examples: [`${prefix}_${exampleUlid}`] } : {}
    }
    case 'DateTime':
      return { examples: ['2026-11-21T10:00:00.000Z'] }
    case 'URL':
      return { examples: ['https://example.com/launch'] }
    case 'String':
      return textFormOf(name, description ?? '')
    default:
      return {}
  }
}

function textFormOf(name: string, description: string): Form {
  if (name === 'email') return { format: 'email', examples: ['ada@example.com'] }
  if (isUrlName(name)) return { format: 'uri', examples: ['https://example.com/launch'] }
  const example = exampleIn(description)
  return example === undefined ? {} : { examples: [example] }
}

/** The value after "such as", the example of a named standard, or the first of the values that a description lists. */
function exampleIn(description: string): string | undefined {
  const [, named] = /such as `([^`]+)`/.exec(description) ?? []
  if (named && !/\.\.\.|…/.test(named)) return named
  const standard = standardExamples.find(([standard]) => standard.test(description))
  if (standard) return standard[1]
  const [, listed] = /^(?:[A-Z][\w ]*: )?`(\w+)`(?:, `| or `)/.exec(description) ?? []
  return listed
}
