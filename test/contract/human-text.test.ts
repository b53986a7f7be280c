import { getMetadataStorage, validate } from 'class-validator'
import { GraphQLString, getNamedType, isInputObjectType, isObjectType } from 'graphql'
import { type ClassType, getMetadataStorage as getTypeMetadataStorage } from 'type-graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../support/api.ts'

/** Text inputs that nobody reads, and why each may contain any character. */
const reasons: Readonly<Record<string, string>> = {
  after: 'a cursor, which is parsed',
  before: 'a cursor, which is parsed',
  cursor: 'a cursor, which is parsed',
  code: 'a slug, or a code that is looked up: letters, digits and dashes',
  shortUrlOrCode: 'an address or a code that is looked up',
  shortUrl: 'an address or a code that is looked up',
  pattern: 'an address, stored in canonical form',
  host: 'letters, digits, dashes and dots',
  domain: 'compared with hosts, and never stored',
  timezone: 'the name of a time zone, which must exist',
  color: 'hexadecimal digits',
  background: 'hexadecimal digits',
  eyeColor: 'hexadecimal digits',
  image: 'base64',
  'CreateImportInput.content': 'a file, whose texts have the rules of links',
  'PreviewImportInput.content': 'a file, which is not stored',
  password: 'hashed; every character counts',
  currentPassword: 'hashed; every character counts',
  newPassword: 'hashed; every character counts',
  token: 'compared by its digest',
  challenge: 'a signed text, which is verified',
  slug: 'letters, digits and hyphens',
  confirm: 'compared with a slug, and never stored',
  search: 'compared with titles, and never stored or shown',
  question: 'analysed, and never stored or shown',
  ifVersion: 'compared with the version of a draft, and never stored',
  accentColor: 'hexadecimal digits',
  backgroundColor: 'hexadecimal digits',
  pixelId: 'letters, digits, dashes and underscores in the form of the provider',
  startTime: 'a time of the day, which has one form',
  endTime: 'a time of the day, which has one form',
  appId: 'letters, digits, dashes and dots',
  components: 'paths of ASCII characters',
  packageName: 'letters, digits, underscores and dots',
  sha256CertFingerprints: 'hexadecimal digits',
  languages: 'language tags: letters, digits and dashes',
  'CreateGeoRuleInput.values': 'codes of places, which must exist',
  'UpdateGeoRuleInput.values': 'codes of places, which must exist',
  'TestUrlRulesInput.country': 'two letters, compared with rules',
  'TestUrlRulesInput.region': 'letters, digits and a dash, compared with rules',
  'TestUrlRulesInput.userAgent': 'compared with rules, and never stored or shown',
  'TestUrlRulesInput.language': 'compared with rules, and never stored or shown',
  'TextFilter.in': 'compared with the values of clicks, and never stored',
  'TextFilter.notIn': 'compared with the values of clicks, and never stored',
  'LoginArgs.email': 'looked up, and never stored',
}

/** Every text input of the schema, by the names of its type or operation and of itself. */
const textInputs = Object.values(schema.getTypeMap())
  .filter((type) => !type.name.startsWith('__'))
  .flatMap((type): [string, string][] => {
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter((field) => getNamedType(field.type) === GraphQLString)
      return fields.map(({ name }) => [type.name, name])
    }
    if (!isObjectType(type)) return []
    return Object.values(type.getFields()).flatMap(({ name: operation, args }) =>
      args
        .filter((arg) => getNamedType(arg.type) === GraphQLString)
        .map(({ name }): [string, string] => [operation, name]),
    )
  })

/** The class that declares the input: an input type by its name, or the arguments of an operation. */
function findClass(owner: string, field: string): ClassType | undefined {
  const { inputTypes, queries, mutations, subscriptions, fieldResolvers } = getTypeMetadataStorage()
  const inputType = inputTypes.find(({ name }) => name === owner)
  if (inputType) return inputType.target as ClassType
  const handlers = [...queries, ...mutations, ...subscriptions, ...fieldResolvers]
  return handlers
    .filter(({ schemaName }) => schemaName === owner)
    .flatMap(({ params = [] }) =>
      params.flatMap((param) => (param.kind === 'args' ? [param.getType() as ClassType] : [])),
    )
    .find((type) => hasRule(type, field) || field in reasons || `${type.name}.${field}` in reasons)
}

function hasRule(inputClass: ClassType, field: string): boolean {
  const validators = getMetadataStorage().getTargetValidationMetadatas(inputClass, '', false, false)
  return validators.some(({ propertyName, name }) => propertyName === field && name === 'isHumanText')
}

function findReason(owner: string, field: string): string | undefined {
  const inputClass = findClass(owner, field)
  return [`${inputClass?.name}.${field}`, `${owner}.${field}`, field].find((name) => name in reasons)
}

const humanTexts = textInputs.filter(([owner, field]) => findReason(owner, field) === undefined)

describe('a text input', () => {
  it.each(humanTexts)('%s(%s) rejects control, invisible and direction characters', async (owner, field) => {
    const inputClass = findClass(owner, field)
    if (!inputClass) throw new Error('Add the input to an input class with @IsHumanText, or name it in `reasons`.')
    for (const text of ['ring\u0007', 'gpj\u202eexe', 'pay\u200bpal', 'pay\ufeffpal']) {
      const input = Object.assign(new inputClass(), { [field]: text })
      const errors = await validate(input, { skipMissingProperties: true })
      const issues = errors
        .filter(({ property }) => property === field)
        .flatMap((error) => Object.keys(error.constraints ?? {}))
      expect([text, issues]).toEqual([text, expect.arrayContaining(['isHumanText'])])
    }
  })

  it('has the rule, or a reason that is still needed', () => {
    const used = new Set(textInputs.map(([owner, field]) => findReason(owner, field)))
    expect(Object.keys(reasons).filter((name) => !used.has(name))).toEqual([])
    expect(humanTexts.length).toBeGreaterThan(20)
  })
})
