import {
  type DocumentNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql'
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity/cjs'
import { Extensions, getMetadataStorage } from 'type-graphql'
import { InvalidOperationDeclaration } from './operations.ts'
import { isConnectionType, isPartOfPage } from './pagination/connection-types.ts'
import { defaultPageSize } from './pagination/keyset.ts'

/** How long an operation may take, in seconds, when none of its fields allows more. */
const defaultDeadlineSeconds = 10

/**
 * What a field costs for its own work, besides the objects it returns, which cost 1 each (docs/decisions/prices.md).
 * `perSelection` is charged once for each place of the document, because the rows of all objects there are read in one
 * statement. `perObject` is charged for each object that has the field.
 */
const kinds = {
  /** Computed from the object, the settings or the clock. */
  free: { perSelection: 0, perObject: 0 },
  /** Rows by their ids. */
  lookup: { perSelection: 1, perObject: 0 },
  /** A page of a list that an index sorts. */
  list: { perSelection: 5, perObject: 0 },
  /** Counts rows. */
  count: { perSelection: 5, perObject: 2 },
  /** A transaction. */
  write: { perSelection: 10, perObject: 0 },
  /** Stores a file that arrives while it runs. */
  upload: { perSelection: 50, perObject: 0, deadlineSeconds: 60 },
  /** Draws or decodes an image. */
  image: { perSelection: 50, perObject: 0 },
  /** Hashes a password. */
  password: { perSelection: 100, perObject: 0 },
  /** Calls a host that others name. */
  outbound: { perSelection: 100, perObject: 0 },
  /** Adds up rollups. */
  report: { perSelection: 50, perObject: 2, deadlineSeconds: 30 },
  /** Reads clicks one by one. */
  scan: { perSelection: 100, perObject: 2, deadlineSeconds: 30 },
  /** Answers a question in plain language: several reports, and perhaps a language model. */
  question: { perSelection: 200, perObject: 0, deadlineSeconds: 60 },
} as const satisfies Record<string, PriceRule>

interface PriceRule {
  readonly perSelection: number
  readonly perObject: number
  readonly deadlineSeconds?: number
}

export type PriceKind = keyof typeof kinds

type Args = Readonly<Record<string, unknown>>

interface DeclaredPrice {
  readonly kind: PriceKind | ((args: Args) => PriceKind)
  readonly countOf: ((args: Args) => number) | undefined
}

/**
 * The price of an operation, or of a field with a resolver; without it the service does not start. `kind` may depend on
 * the arguments. `countOf` is the number of objects that the arguments request, for a list that is no connection.
 */
export function Price<T = never>(
  kind: PriceKind | ((args: T) => PriceKind),
  countOf?: (args: T) => number,
): MethodDecorator {
  return Extensions({ price: { kind, countOf } }) as MethodDecorator
}

/** What an operation costs, and how long it may take. */
export interface OperationPrice {
  readonly price: number
  readonly deadlineSeconds: number
}

export interface PricedDocument {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operationName: string | null
  readonly variables: Args
}

/**
 * Estimates what an operation costs: list sizes count as literals, variables and defaults. Throws a `GraphQLError` for one
 * that cannot be estimated, such as null for a non-null argument.
 */
export function estimatePrice({ schema, document: query, operationName, variables }: PricedDocument): OperationPrice {
  let selections = 0
  let deadlineSeconds = defaultDeadlineSeconds
  const estimator: ComplexityEstimator = ({ field, args, childComplexity }) => {
    const { rule, count } = priceOf(field, args)
    // Two places of a document are two statements, whatever the number of objects there.
    selections += rule.perSelection * count
    deadlineSeconds = Math.max(deadlineSeconds, rule.deadlineSeconds ?? 0)
    return rule.perObject + count * objectsOf(field, args, childComplexity)
  }
  const nameOption = operationName === null ? {} : { operationName }
  try {
    const objects = getComplexity({
      schema,
      query,
      ...nameOption,
      variables: { ...variables },
      estimators: [estimator],
    })
    return { price: objects + selections, deadlineSeconds }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    const { message, nodes } = error
    throw new GraphQLError(message, { nodes, extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } })
  }
}

/**
 * How long an operation over REST may take. Its own field decides, without its arguments: REST answers have no edges, and
 * no deadline depends on arguments.
 */
export function deadlineSecondsOf(field: GraphQLField<unknown, unknown>): number {
  const { deadlineSeconds }: PriceRule = priceOf(field, {}).rule
  return deadlineSeconds ?? defaultDeadlineSeconds
}

function priceOf(field: GraphQLField<unknown, unknown>, args: Args): { rule: PriceRule; count: number } {
  const declared = field.extensions.price as DeclaredPrice | undefined
  if (!declared) return { rule: kinds.free, count: 1 }
  const { kind, countOf } = declared
  return {
    rule: kinds[typeof kind === 'function' ? kind(args) : kind],
    count: countOf ? Math.max(countOf(args), 1) : 1,
  }
}

/** Each object costs 1 plus its children, leaf fields cost 0, and a connection multiplies by its number of items. */
function objectsOf(field: GraphQLField<unknown, unknown>, args: Args, childComplexity: number): number {
  const type = getNamedType(field.type)
  if (isLeafType(type)) return 0
  if (!isObjectType(type)) return 1 + childComplexity
  if (isConnectionType(type))
    return 1 + Math.max(Number(args.last ?? args.first ?? defaultPageSize), 1) * childComplexity
  return isPartOfPage(type) ? childComplexity : 1 + childComplexity
}

/**
 * Throws `InvalidOperationDeclaration` when a field with a method has no price: a method can run a statement, a property
 * and a getter cannot. Root fields are checked as operations.
 */
export function assertFieldsArePriced(schema: GraphQLSchema): void {
  const { fieldResolvers, objectTypes } = getMetadataStorage()
  for (const { kind, target, getObjectType, methodName, schemaName } of fieldResolvers) {
    if (typeof Object.getOwnPropertyDescriptor(target.prototype, methodName)?.value !== 'function') continue
    const owner = kind === 'internal' ? target : getObjectType?.()
    for (const { name } of objectTypes.filter((each) => each.target === owner)) {
      const type = schema.getType(name)
      const field = isObjectType(type) ? type.getFields()[schemaName] : undefined
      if (field && !field.extensions.price)
        throw new InvalidOperationDeclaration(`${name}.${schemaName} has no @Price.`)
    }
  }
}
