import { defineError } from '../shared/service-error.ts'

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
