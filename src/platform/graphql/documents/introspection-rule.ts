import { type FieldNode, GraphQLError, type ValidationContext } from 'graphql'
import { IntrospectionDisabled } from './document.errors.ts'

/** Rejects `__schema` and `__type`. `__typename` stays allowed, because clients need it to store objects. */
export function rejectIntrospection(context: ValidationContext) {
  return {
    Field(node: FieldNode): void {
      if (node.name.value !== '__schema' && node.name.value !== '__type') return
      const originalError = new IntrospectionDisabled()
      context.reportError(new GraphQLError(originalError.message, { nodes: [node], originalError }))
    },
  }
}

/** How often one document may ask for the schema, and for a single type. Tools ask for the schema once. */
const maxSelections = new Map([
  ['__schema', 1],
  ['__type', 10],
])

/**
 * Limits introspection, whose fields the other limits of documents and the prices of objects do not count. Aliases within
 * it are refused: thirty of them read each type of each field thirty times.
 */
export function limitIntrospection(context: ValidationContext) {
  const selections = new Map<string, number>()
  return {
    Field(node: FieldNode): void {
      if (node.alias && context.getParentType()?.name.startsWith('__'))
        context.reportError(new GraphQLError('Fields of introspection can have no alias.', { nodes: [node] }))
      const name = node.name.value
      const maximum = maxSelections.get(name)
      if (maximum === undefined) return
      const count = (selections.get(name) ?? 0) + 1
      selections.set(name, count)
      // Reported once.
      if (count !== maximum + 1) return
      const times = maximum === 1 ? 'once' : `${maximum} times`
      context.reportError(new GraphQLError(`A document can select ${name} at most ${times}.`, { nodes: [node] }))
    },
  }
}
