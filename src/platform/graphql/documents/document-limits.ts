import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql'

const maxDepth = 10
const maxAliases = 30
const maxFields = 1000

/** The size of a selection with its fragments expanded. */
interface SelectionSize {
  readonly depth: number
  readonly aliases: number
  readonly fields: number
}

const emptySelection: SelectionSize = { depth: 0, aliases: 0, fields: 0 }

/** Limits on one document, because a single GraphQL request can otherwise do the work of a thousand REST calls. */
export const documentLimitRules: ValidationRule[] = [limitDocument]

function limitDocument(context: ValidationContext) {
  return {
    Document(document: DocumentNode): void {
      const measure = createMeasurer(document)
      for (const definition of document.definitions) {
        if (definition.kind !== Kind.OPERATION_DEFINITION) continue
        const { depth, aliases, fields } = measure(definition.selectionSet)
        const report = (message: string) => context.reportError(new GraphQLError(message, { nodes: [definition] }))
        if (depth > maxDepth) report(`The operation is nested deeper than ${maxDepth} levels.`)
        if (aliases > maxAliases) report(`The operation has more than ${maxAliases} aliases.`)
        if (fields > maxFields) report(`The operation selects more than ${maxFields} fields.`)
      }
    },
  }
}

/** Each fragment is measured once, so that fragments that spread fragments stay cheap to measure. */
function createMeasurer(document: DocumentNode): (selections: SelectionSetNode) => SelectionSize {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  const measured = new Map<string, SelectionSize>()

  function measureFragment(name: string): SelectionSize {
    const seen = measured.get(name)
    if (seen) return seen
    // Another rule reports cycles; here a cycle counts as empty.
    measured.set(name, emptySelection)
    const fragment = fragments.get(name)
    const size = fragment ? measure(fragment.selectionSet) : emptySelection
    measured.set(name, size)
    return size
  }

  function measure({ selections }: SelectionSetNode): SelectionSize {
    let { depth, aliases, fields } = emptySelection
    for (const selection of selections) {
      const inner = selection.kind === Kind.FRAGMENT_SPREAD ? measureFragment(selection.name.value) : innerOf(selection)
      const isField = selection.kind === Kind.FIELD
      // Introspection is deeply nested and has its own rule in graphql-js.
      const counts = isField && !selection.name.value.startsWith('__')
      depth = Math.max(depth, isField ? (counts ? inner.depth + 1 : 0) : inner.depth)
      aliases += inner.aliases + (isField && selection.alias ? 1 : 0)
      fields += inner.fields + (isField ? 1 : 0)
    }
    return { depth, aliases, fields }
  }

  function innerOf(selection: { selectionSet?: SelectionSetNode | undefined }): SelectionSize {
    return selection.selectionSet ? measure(selection.selectionSet) : emptySelection
  }

  return measure
}
