import {
  type DirectiveNode,
  type DocumentNode,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

interface Resolved {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly variables: Readonly<Record<string, unknown>>
}

/**
 * How many root fields an operation will run: each alias for itself, those in fragments too, and one that is asked for
 * twice under one name only once. What `@skip` and `@include` leave out does not count. At least one, and one when the
 * variables do not fit, for then nothing runs.
 */
export function rootFieldsOf({ schema, document, operation, variables }: Resolved): number {
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  if (!coerced) return 1
  const names = new Set<string>()
  const spread = new Set<string>()
  const isAsked = (node: { readonly directives?: readonly DirectiveNode[] | undefined }) =>
    getDirectiveValues(GraphQLSkipDirective, node, coerced)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, coerced)?.if !== false

  function collect({ selections }: SelectionSetNode): void {
    for (const selection of selections.filter(isAsked)) {
      if (selection.kind === Kind.FIELD) names.add((selection.alias ?? selection.name).value)
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet)
      else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value)
        for (const definition of document.definitions) {
          const isIt = definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value
          if (isIt) collect(definition.selectionSet)
        }
      }
    }
  }

  collect(operation.selectionSet)
  return Math.max(names.size, 1)
}
