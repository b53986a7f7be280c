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
