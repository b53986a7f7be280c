// biome-ignore lint/suspicious/noExplicitAny: the document is JSON.
type Json = any

/** What a reference of an OpenAPI document points to; anything else as it is. */
export function resolveReference(document: Json, value: Json): Json {
  if (value?.$ref === undefined) return value
  const keys = value.$ref.slice('#/'.length).split('/')
  return keys.reduce((at: Json, key: string) => at?.[key], document)
}

/** The schema of the JSON body of an operation. */
export function bodySchemaOf(document: Json, { requestBody }: Json): Json {
  return resolveReference(document, requestBody?.content['application/json'].schema)
}

/** The parameters of an operation. */
export function parametersOf(document: Json, { parameters }: Json): Json[] {
  return parameters.map((parameter: Json) => resolveReference(document, parameter))
}

/** The response of an operation with this status, or the one for the errors that every operation can have. */
export function responseOf(document: Json, { responses }: Json, status: number | string): Json {
  return resolveReference(document, responses[status] ?? responses.default)
}
