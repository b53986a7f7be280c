import { type GraphQLArgument, getNamedType, isEnumType, isListType, isNonNullType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { boundsOf } from '../../src/platform/rest/openapi/json-schema.ts'
import { listRestOperations } from '../../src/platform/rest/rest-operations.ts'
import { toRestSchema } from '../../src/platform/rest/rest-schema.ts'
import { toEnumName } from '../../src/platform/shared/enum-type.ts'
import { schema } from '../support/api.ts'

const enumArguments = listRestOperations(schema).flatMap(({ name, field }) =>
  field.args
    .filter((argument) => isEnumType(getNamedType(argument.type)))
    .map((argument) => [`${name}(${argument.name})`, name, argument] as const),
)

const isList = ({ type }: GraphQLArgument) => isListType(isNonNullType(type) ? type.ofType : type)

describe('an enum', () => {
  it.each([
    ['24h', 'LAST_24H'],
    ['mtd', 'MTD'],
    ['link.created', 'LINK_CREATED'],
    ['read:links', 'READ_LINKS'],
    ['bot_surge', 'BOT_SURGE'],
    ['Desktop', 'DESKTOP'],
    ['link-health', 'LINK_HEALTH'],
    ['googleTagManager', 'GOOGLE_TAG_MANAGER'],
  ])('has the value %s under the name %s', (value, name) => {
    expect(toEnumName(value)).toBe(name)
  })

  it('describes each of its values', () => {
    const enums = Object.values(schema.getTypeMap()).filter((type) => isEnumType(type) && !type.name.startsWith('__'))
    const undescribed = enums.flatMap((type) =>
      isEnumType(type) ? type.getValues().filter(({ description }) => !description) : [],
    )
    expect(enums.length).toBeGreaterThan(0)
    expect(undescribed).toEqual([])
  })

  it('is a text in the schema of REST', () => {
    const enums = Object.values(toRestSchema(schema).getTypeMap()).filter(isEnumType)
    expect(enums.filter(({ name }) => !name.startsWith('__'))).toEqual([])
  })
})

describe('over REST, where an enum is a text', () => {
  /** What an operation does not take of an enum. */
  const refused: Readonly<Record<string, RegExp>> = { 'createApiKey(scopes)': /:profile$/ }

  // Without a validator, an operation would accept any text.
  it.each(enumArguments)('%s has a validator with the values of its enum', (title, operation, argument) => {
    const type = getNamedType(argument.type)
    const values = isEnumType(type) ? type.getValues().map(({ value }) => value) : []
    const bounds = boundsOf(operation).get(argument.name)
    const accepted = (isList(argument) ? bounds?.items : bounds) as { readonly enum?: readonly string[] } | undefined
    expect(accepted?.enum).toEqual(values.filter((value) => !(refused[title] ?? /^$/).test(value)))
  })
})
