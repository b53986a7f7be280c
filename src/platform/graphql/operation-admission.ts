import {
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { RateLimited } from '../shared/general.errors.ts'
import { estimatePrice, type OperationPrice, type PricedDocument } from './price.ts'
import type { RequestContext } from './request-context.ts'
import type { Quota } from './request-limits.ts'

/** The highest price of one operation. It is lower for a subscription, whose fields run again for each event. */
const maxPrice = 1000
const maxSubscriptionPrice = 100

/** What costs as much as one REST call. */
const pricePerCall = 100

/** A parsed and valid operation with its variables. */
interface ParsedOperation extends PricedDocument {
  readonly operation: OperationDefinitionNode
}

/**
 * The root fields that an operation runs, by their response names: each alias is one, also in fragments. Fields excluded by
 * `@skip` or `@include` are left out.
 */
function collectRootFields({ schema, document, operation, variables }: ParsedOperation): Map<string, string> {
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  const names = new Map<string, string>()
  if (!coerced) return names
  const visitedFragments = new Set<string>()
  const isIncluded = (node: { readonly directives?: readonly DirectiveNode[] | undefined }) =>
    getDirectiveValues(GraphQLSkipDirective, node, coerced)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, coerced)?.if !== false

  function collect({ selections }: SelectionSetNode): void {
    for (const selection of selections.filter(isIncluded)) {
      if (selection.kind === Kind.FIELD) names.set((selection.alias ?? selection.name).value, selection.name.value)
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet)
      else if (!visitedFragments.has(selection.name.value)) {
        visitedFragments.add(selection.name.value)
        for (const definition of document.definitions) {
          const isSpread =
            definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value
          if (isSpread) collect(definition.selectionSet)
        }
      }
    }
  }

  collect(operation.selectionSet)
  return names
}

/**
 * Checks the price of an operation and charges what it costs beyond the call that its request was charged: one for each
 * root field, or for each `pricePerCall` of its price, whichever is more. Called before anything runs. Returns the price and the root fields.
 */
export async function admitOperation(
  parsed: ParsedOperation,
  context: RequestContext,
  quota: Quota,
): Promise<OperationPrice & { readonly rootFields: ReadonlyMap<string, string> }> {
  const priced = estimatePrice(parsed)
  const { price } = priced
  const limit = parsed.operation.operation === 'subscription' ? maxSubscriptionPrice : maxPrice
  if (price > limit)
    throw invalidOperationError(
      `The operation costs ${price}; at most ${limit} is allowed. Select fewer fields, request smaller pages, or split the operation.`,
    )
  const rootFields = collectRootFields(parsed)
  const calls = Math.max(rootFields.size, 1, Math.floor(price / pricePerCall))
  const maxCharge = quota.maxChargeOf(context)
  if (calls > maxCharge)
    throw invalidOperationError(
      `The operation costs ${calls} calls; the quota allows ${maxCharge} at once. Split the operation.`,
    )
  if (calls > 1) await quota.charge(context, calls - 1)
  return { ...priced, rootFields }
}

/** What a refused document costs beyond the call of its request: one for each of these tokens. */
const tokensPerCall = 250

/** Charges a document that was read and refused. Less remains than it costs when the quota refuses the charge. */
export async function chargeRejected(
  { tokenCount = 0 }: DocumentNode,
  context: RequestContext,
  quota: Quota,
): Promise<void> {
  const calls = Math.floor(tokenCount / tokensPerCall)
  if (calls === 0) return
  await quota.charge(context, calls).catch((error: unknown) => {
    if (!(error instanceof RateLimited)) throw error
  })
}

/** A validation error and not a 429, because waiting would not help. */
export function invalidOperationError(message: string, nodes?: readonly ASTNode[]): GraphQLError {
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } },
  })
}
