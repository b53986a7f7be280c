import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import type { Operation } from '../../src/platform/graphql/operations.ts'
import type { Inputs } from './acts.ts'
import type { AnswerObject } from './types.ts'

/** How many objects follow each other on a path, without connections and their edges. */
const maxDepth = 3

/** A document that selects every field of an operation, and of all objects to which it leads. */
export function selectEverything(schema: GraphQLSchema, { kind, name, field }: Operation, variables: Inputs): string {
  const given = field.args.filter((argument) => argument.name in variables)
  const declared = given.map((argument) => `$${argument.name}: ${argument.type}`).join(', ')
  const passed = given.map((argument) => `${argument.name}: $${argument.name}`)
  if (field.args.some((argument) => argument.name === 'first')) passed.push('first: 3')
  const call = passed.length > 0 ? `${name}(${passed.join(', ')})` : name
  return `${kind} ${declared && `(${declared})`} { ${call} ${selectionOf(schema, getNamedType(field.type), [])} }`
}

/** Whether the objects of this type only lead to others: a connection or its edges. */
const isPage = (typename: string) => /(Connection|Edge)$/.test(typename)

function selectionOf(schema: GraphQLSchema, type: GraphQLNamedType, path: readonly string[]): string {
  if (isAbstractType(type)) {
    const members = schema.getPossibleTypes(type).map(({ name }) => `... on ${name} { id }`)
    return `{ __typename ${members.join(' ')} }`
  }
  if (!isObjectType(type)) return ''
  const below = isPage(type.name) ? path : [...path, type.name]
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const target = getNamedType(field.type)
    // A deprecated field leads to the same as the one that replaces it.
    if (field.args.some(isRequiredArgument) || field.deprecationReason) return []
    if (isLeafType(target)) return [field.name]
    // These lead to links and so to everything, and each link has a design: a document of all that would be too long.
    const depth = ['Workspace', 'Folder', 'Tag', 'Pixel', 'QrDesign'].some((name) => below.includes(name))
      ? 2
      : maxDepth
    if (below.length >= depth || below.includes(target.name)) return []
    // Edges lead to the same as nodes, and the position of a page leads nowhere.
    const isWithin = ['Workspace', 'UrlItem'].some((name) => below.includes(name))
    if (isPage(type.name) && ['edges', 'pageInfo'].includes(field.name) && isWithin) return []
    const page = field.args.some((argument) => argument.name === 'first') ? '(first: 1)' : ''
    return [`${field.name}${page} ${selectionOf(schema, target, below)}`]
  })
  return `{ __typename ${fields.join(' ')} }`
}

/** The fields that lead to what an operation has created or changed. */
const results: ReadonlySet<string> = new Set([
  'ApiKeyCreatedResponse.apiKey',
  'AuthResponse.user',
  'BulkResponse.results',
  'BulkResult.url',
  'InvitationCreatedResponse.invitation',
  'OauthAppSecretResponse.app',
  'UrlItem.tags',
  'WebhookSecretResponse.webhook',
])

/** An object of an answer, and whether the operation itself returned it: then the scope of the operation is enough. */
interface FoundObject {
  readonly object: AnswerObject
  readonly isResult: boolean
}

/** The objects of an answer, without connections and edges. */
export function listObjects(value: unknown, isResult = true): FoundObject[] {
  if (Array.isArray(value)) return value.flatMap((each) => listObjects(each, isResult))
  if (value === null || typeof value !== 'object') return []
  const object = value as AnswerObject
  // A value of a JSON scalar.
  if (!object.__typename) return []
  const below = Object.entries(object).flatMap(([name, each]) =>
    listObjects(each, isPage(object.__typename) ? isResult : results.has(`${object.__typename}.${name}`)),
  )
  return isPage(object.__typename) ? below : [{ object, isResult }, ...below]
}
