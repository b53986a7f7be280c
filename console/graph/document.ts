import type { TypedDocumentNode } from 'urql'

/** The text of an operation, with the types of its data and variables. urql takes texts as well as parsed documents. */
export function graphql<Data, Variables extends object>(text: string): TypedDocumentNode<Data, Variables> {
  return text as unknown as TypedDocumentNode<Data, Variables>
}

/** The text again, to be shown. */
export function documentText(document: TypedDocumentNode<never, never>): string {
  return document as unknown as string
}
