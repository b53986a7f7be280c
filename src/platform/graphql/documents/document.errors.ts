import { defineError } from '../../shared/service-error.ts'

/** Errors of documents that this installation does not accept. */

export class IntrospectionDisabled extends defineError({
  code: 'INTROSPECTION_DISABLED',
  status: 400,
  when: 'The document selects __schema or __type, and introspection is off on this installation.',
  resolution: 'Select fields of the schema only; __typename is allowed. Ask the operator for the schema.',
}) {
  constructor() {
    super('Introspection is switched off.')
  }
}

export class DocumentNotTrusted extends defineError({
  code: 'DOCUMENT_NOT_TRUSTED',
  status: 400,
  when: 'This installation runs only the GraphQL documents on its list, and this one is not on it.',
  resolution:
    'Name a listed document in documentId or extensions.persistedQuery.sha256Hash, use REST, or ask the operator to list it.',
}) {
  constructor() {
    super('The document is not on the list of this installation.')
  }
}
