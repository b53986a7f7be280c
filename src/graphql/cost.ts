import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  Kind,
} from 'graphql'
// Its module build would load a second graphql, which refuses the first one's schema.
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity/cjs'

/** The most objects one operation may ask for. */
const maxObjects = 1000

/**
 * Every object counts as one, its plain fields as nothing, and a list as many times as its size argument allows. The
 * `limit` of what is no list bounds parts of one answer.
 */
const countObjects: ComplexityEstimator = ({ field, args, childComplexity }) => {
  if (isLeafType(getNamedType(field.type))) return 0
  const isList = isListType(getNullableType(field.type))
  const size = Number(args.first ?? (isList ? args.limit : undefined) ?? 1)
  return Math.max(size, 1) * (1 + childComplexity)
}

export interface Wish {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>>
}

/**
 * Refuses an operation that could answer with too many objects, before anything of it runs. The size of a list counts
 * whether it stands in the document, in a variable or in the default of the argument.
 */
export function refuseTooCostly({ schema, document, operationName, variables }: Wish): void {
  const objects = objectsOf(schema, document, operationName, variables)
  if (objects > maxObjects) throw tooCostly(objects)
}

function objectsOf(
  schema: GraphQLSchema,
  query: DocumentNode,
  operationName: string | null,
  variables: object,
): number {
  const named = operationName === null ? {} : { operationName }
  try {
    return getComplexity({ schema, query, ...named, variables: { ...variables }, estimators: [countObjects] })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    const { message, nodes } = error
    // Variables that do not fit are refused by the execution itself, in its own words.
    if (nodes?.[0]?.kind === Kind.VARIABLE_DEFINITION) return 0
    // What cannot be counted, such as an argument that is null where it may not be, is not let pass uncounted.
    throw new GraphQLError(message, { nodes, extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } })
  }
}

function tooCostly(objects: number): GraphQLError {
  const message = `The operation could answer with ${objects} objects; at most ${maxObjects} are allowed. Ask for smaller pages.`
  return new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } } })
}
