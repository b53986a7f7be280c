import type { TypedDocumentNode } from 'urql'

/** The text of an operation, with the types of its data and variables. urql takes texts as well as parsed documents. */
export function graphql<Data, Variables extends object>(text: string): TypedDocumentNode<Data, Variables> {
  return text as unknown as TypedDocumentNode<Data, Variables>
}
