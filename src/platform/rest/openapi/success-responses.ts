import { STATUS_CODES } from 'node:http'
import type { RestOperation } from '../rest-operations.ts'
import type { ExampleBuilder } from './examples.ts'
import { successHeaders } from './headers.ts'
import type { JsonSchema } from './json-schema.ts'
import { type NamedComponent, SharedComponents } from './shared-components.ts'

/** The example of a body or an answer. */
export function examplesOf(example: JsonSchema): JsonSchema {
  return { examples: { example } }
}

/** The examples of answers with these schemas. */
export function shareExamples(schemas: readonly JsonSchema[], builder: ExampleBuilder): SharedComponents {
  const all = schemas.map((schema) => ({ name: schemaNameOf(schema), component: { value: builder.ofAnswer(schema) } }))
  return new SharedComponents('examples', all)
}

/** The successful answer of an operation in full, with the name of its schema and its status. */
export function successResponseOf(
  operation: RestOperation,
  schema: JsonSchema,
  builder: ExampleBuilder,
  examples: SharedComponents,
): NamedComponent {
  const { media = ['application/json'], isFile, isImage, status } = operation.route
  const headers = successHeaders(operation)
  // A file in JSON can have any form; generators read other files as bytes.
  const fileOf = (type: string) => ({ schema: type.endsWith('json') ? {} : { type: 'string', format: 'binary' } })
  const contentOf = (type: string) =>
    isFile || isImage ? fileOf(type) : { schema, ...examplesOf(examples.refer({ value: builder.ofAnswer(schema) })) }
  return {
    name: `${schemaNameOf(schema)}${status === 200 ? '' : STATUS_CODES[status]}`,
    component: {
      description: `${STATUS_CODES[status]}.`,
      ...(Object.keys(headers).length > 0 && { headers }),
      content: Object.fromEntries(media.map((type) => [type, contentOf(type)])),
    },
  }
}

/** `UrlItem` for a link, `UrlItemList` for a list of links, and `Integer` for a number. */
function schemaNameOf({ $ref, items, type }: JsonSchema): string {
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? ''
  if (items) return `${schemaNameOf(items as JsonSchema)}List`
  return `${String(type).charAt(0).toUpperCase()}${String(type).slice(1)}`
}
