import type { Operation } from '../../src/platform/graphql/operations.ts'
import { listRestOperations, type RestOperation, takesQuery } from '../../src/platform/rest/rest-operations.ts'
import type { TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { Inputs } from './acts.ts'
import { overSocket, type SubscriptionResult } from './socket.ts'
import { selectionOf, toRestAnswer, toVariables } from './translation.ts'

export interface Via {
  readonly token?: string | undefined
  readonly headers?: Record<string, string>
  readonly from?: string
  /** `/v1` by default. */
  readonly root?: string
}

/** Sends the inputs over REST: path arguments in the path, the others in the query of a read or in the body. */
export function overRest(test: TestApp, operation: RestOperation, inputs: Inputs, via: Via = {}): Promise<RestAnswer> {
  const { method } = operation.route
  const { root, ...options } = via
  const rest = withoutPath(operation, inputs)
  if (takesQuery(operation)) return test.rest.send(method, (root ?? '/v1') + readPathOf(operation, inputs), options)
  const path = `${root ?? '/v1'}${pathOf(operation, inputs)}`
  const { upload } = operation.route
  if (upload) {
    const headers = { 'content-type': upload.mediaTypes[0] ?? '', ...options.headers }
    return test.rest.send(method, path, { ...options, headers, body: inputs[upload.argument] ?? '' })
  }
  const body = rest.length > 0 ? { body: Object.fromEntries(rest) } : {}
  return test.rest.send(method, path, { ...options, ...body })
}

/** The path of a read with its query. */
export function readPathOf(operation: RestOperation, inputs: Inputs): string {
  const query = new URLSearchParams(withoutPath(operation, inputs).map(([name, value]) => [name, String(value)]))
  return query.size > 0 ? `${pathOf(operation, inputs)}?${query}` : pathOf(operation, inputs)
}

function withoutPath({ pathArguments }: RestOperation, inputs: Inputs): [string, unknown][] {
  return Object.entries(inputs).filter(([name]) => !pathArguments.includes(name))
}

export function pathOf({ route }: RestOperation, inputs: Inputs): string {
  return route.path.replace(/\{([^}]*)\}/g, (_match, name) => encodeURIComponent(String(inputs[name])))
}

/**
 * Sends the inputs as variables of a document with the fields of the REST answer; subscriptions over a WebSocket. Inputs
 * and answers have the names and values of REST.
 */
export async function overGraph(
  test: TestApp,
  operation: Operation,
  inputs: Inputs,
  { token, headers }: Via = {},
): Promise<SubscriptionResult> {
  const variables = toVariables(operation, inputs)
  const document = documentOf(operation, variables)
  const via = { token, ...(headers && { headers }) }
  if (operation.kind === 'subscription') return overSocket(test, document, variables, via)
  const { data, errors } = await test.graph(document, { ...via, variables: { ...variables } })
  return { data: toRestAnswer(data?.[operation.name], operation.field.type), error: errors?.[0] }
}

/** The document of an operation with these variables. */
export function documentOf(
  { kind, name, field }: Operation,
  variables: Inputs,
  selection = selectionOf(field.type),
): string {
  const given = field.args.filter((argument) => argument.name in variables)
  const declared = given.map((argument) => `$${argument.name}: ${argument.type}`).join(', ')
  const passed = given.map((argument) => `${argument.name}: $${argument.name}`).join(', ')
  const call = passed ? `${name}(${passed})` : name
  return `${kind} ${declared && `(${declared})`} { ${call} ${selection} }`
}

/** All apps of a process have one schema. */
let operationsByName: ReadonlyMap<string, RestOperation> | undefined

/** The REST operation of this name. */
export function restOperation(test: TestApp, name: string): RestOperation {
  operationsByName ??= new Map(listRestOperations(test.app.schema).map((each) => [each.name, each]))
  const operation = operationsByName.get(name)
  if (!operation) throw new Error(`${name} is not served over REST.`)
  return operation
}
