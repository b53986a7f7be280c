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

/** What a selection costs once its fragments are spread out. */
interface Extent {
  readonly depth: number
  readonly aliases: number
  readonly fields: number
}

const nothing: Extent = { depth: 0, aliases: 0, fields: 0 }

/** Bounds on one document, because one graph request can otherwise be a thousand REST calls. */
export const documentRules: ValidationRule[] = [boundedDocument]

function boundedDocument(context: ValidationContext) {
  return {
    Document(document: DocumentNode): void {
      const measure = measurer(document)
      for (const definition of document.definitions) {
        if (definition.kind !== Kind.OPERATION_DEFINITION) continue
        const { depth, aliases, fields } = measure(definition.selectionSet)
        const refuse = (what: string) => context.reportError(new GraphQLError(what, { nodes: [definition] }))
        if (depth > maxDepth) refuse(`The operation is deeper than ${maxDepth} levels.`)
        if (aliases > maxAliases) refuse(`The operation has more than ${maxAliases} aliases.`)
        if (fields > maxFields) refuse(`The operation asks for more than ${maxFields} fields.`)
      }
    },
  }
}

/** Each fragment is measured once, so that fragments spreading fragments cannot make measuring itself expensive. */
function measurer(document: DocumentNode): (selections: SelectionSetNode) => Extent {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  const known = new Map<string, Extent>()

  function measureFragment(name: string): Extent {
    const seen = known.get(name)
    if (seen) return seen
    // A cycle is another rule's to report; here it ends as nothing.
    known.set(name, nothing)
    const fragment = fragments.get(name)
    const extent = fragment ? measure(fragment.selectionSet) : nothing
    known.set(name, extent)
    return extent
  }

  function measure({ selections }: SelectionSetNode): Extent {
    let { depth, aliases, fields } = nothing
    for (const selection of selections) {
      const inner = selection.kind === Kind.FRAGMENT_SPREAD ? measureFragment(selection.name.value) : innerOf(selection)
      const isField = selection.kind === Kind.FIELD
      // Introspection is deep by nature and has its own rule in graphql-js.
      const counts = isField && !selection.name.value.startsWith('__')
      depth = Math.max(depth, isField ? (counts ? inner.depth + 1 : 0) : inner.depth)
      aliases += inner.aliases + (isField && selection.alias ? 1 : 0)
      fields += inner.fields + (isField ? 1 : 0)
    }
    return { depth, aliases, fields }
  }

  function innerOf(selection: { selectionSet?: SelectionSetNode | undefined }): Extent {
    return selection.selectionSet ? measure(selection.selectionSet) : nothing
  }

  return measure
}
