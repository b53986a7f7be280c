import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  visit,
} from 'graphql'

/** In characters. A larger document is not parsed. */
export const maxDocumentLength = 64 * 1024

/** The longest name of the schema has 40 characters. */
const maxNameLength = 128
/** Validation compares each field with all others of the same name. */
const maxSameFields = 30
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

/**
 * What is too large in a document. A single GraphQL request can otherwise do the work of a thousand REST calls, and its
 * validation alone takes many times as long as this. Undefined for a document within all limits.
 */
export function findLimitError(document: DocumentNode): GraphQLError | undefined {
  return findNameError(document) ?? findSizeError(document)
}

function findNameError(document: DocumentNode): GraphQLError | undefined {
  let error: GraphQLError | undefined
  const report = (message: string, node: DefinitionNode) => {
    error ??= new GraphQLError(message, { nodes: [node] })
  }
  for (const definition of document.definitions) {
    visit(definition, {
      Name: ({ value }) => {
        if (value.length > maxNameLength) report(`A name is longer than ${maxNameLength} characters.`, definition)
      },
      SelectionSet: (selectionSet) => {
        const counts = new Map<string, number>()
        countFields(selectionSet, counts)
        if (Math.max(...counts.values()) > maxSameFields)
          report(`A field is selected more than ${maxSameFields} times at once.`, definition)
      },
    })
  }
  return error
}

/** Counts the fields of a selection, and of its inline fragments, by the names that they have in the result. */
function countFields({ selections }: SelectionSetNode, counts: Map<string, number>): void {
  for (const selection of selections) {
    if (selection.kind === Kind.INLINE_FRAGMENT) countFields(selection.selectionSet, counts)
    if (selection.kind !== Kind.FIELD) continue
    const { value } = selection.alias ?? selection.name
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
}

function findSizeError(document: DocumentNode): GraphQLError | undefined {
  const measure = createMeasurer(document)
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    const { depth, aliases, fields } = measure(definition.selectionSet)
    const error = (message: string) => new GraphQLError(message, { nodes: [definition] })
    if (depth > maxDepth) return error(`The operation is nested deeper than ${maxDepth} levels.`)
    if (aliases > maxAliases) return error(`The operation has more than ${maxAliases} aliases.`)
    if (fields > maxFields) return error(`The operation selects more than ${maxFields} fields.`)
  }
  return undefined
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
