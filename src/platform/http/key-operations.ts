import type { FastifyRequest } from 'fastify'
import { authorize } from '../auth/authorization.ts'
import { OperationDeadline } from '../graphql/operation-deadline.ts'
import type { RequestContext } from '../graphql/request-context.ts'
import type { Quota } from '../graphql/request-limits.ts'
import type { IdempotencyStore } from '../rest/idempotency/idempotency-store.ts'
import { runOperation } from '../rest/operation-execution.ts'
import { readInputs } from '../rest/request-inputs.ts'
import type { RestInterface } from '../rest/rest-interface.ts'
import { nameInput } from '../rest/rest-operations.ts'
import type { Authenticator } from './authenticator.ts'

interface KeyOperationsDependencies {
  readonly restInterface: RestInterface
  readonly quota: Quota
  readonly authenticator: Authenticator
  readonly idempotencyStore: IdempotencyStore
}

interface CallOptions {
  /** Repeats the first answer for the same inputs, as the header `Idempotency-Key` does. */
  readonly idempotencyKey?: string | undefined
}

/**
 * Runs operations of the REST interface by their names, for interfaces whose requests have an API key elsewhere than in the header
 * `Authorization`. Rights, prices, limits and errors are those of the operations.
 */
export class KeyOperations {
  constructor(private readonly dependencies: KeyOperationsDependencies) {}

  /**
   * The context of the account of a key. Undefined for what is no API key: a login must not live in the settings of a program. The errors
   * of an invalid key are thrown by `call`. Operations end `maxSeconds` from now at the latest.
   */
  async authenticate(
    { context }: FastifyRequest,
    key: string | undefined,
    maxSeconds?: number,
  ): Promise<RequestContext | undefined> {
    if (!key) return undefined
    const deadline = new OperationDeadline(maxSeconds)
    const { authenticator } = this.dependencies
    const caller = await deadline.include(authenticator.authenticate(`Bearer ${key}`, context.request.address))
    if (caller.kind === 'account' && caller.scheme !== 'apiKey') return undefined
    return context.withCaller(caller, deadline)
  }

  /** Returns the body of the answer. The operation says which parameters there are; texts are read as in a query string. */
  async call<Answer>(
    context: RequestContext,
    name: string,
    parameters: Readonly<Record<string, unknown>>,
    { idempotencyKey }: CallOptions = {},
  ): Promise<Answer> {
    const { restInterface, quota, idempotencyStore } = this.dependencies
    const operation = restInterface.operations.find((each) => each.name === name)
    const execute = restInterface.executions.get(name)
    if (!operation || !execute) throw new Error(`There is no operation ${name}.`)
    await quota.charge(context)
    authorize(context.caller, operation.access)
    context.isRest = true
    context.errorNames = { input: (input) => nameInput(operation.inputNames, input) }
    const params = Object.fromEntries(operation.pathArguments.map((each) => [each, String(parameters[each])]))
    const rest = Object.fromEntries(Object.entries(parameters).filter(([each]) => !(each in params)))
    const isRead = operation.route.method === 'GET'
    const inputs = readInputs(operation, { params, query: isRead ? rest : {}, body: isRead ? undefined : rest })
    if (idempotencyKey === undefined) return (await runOperation(operation, execute, context, inputs)) as Answer
    const request = { operation: name, key: idempotencyKey, inputs }
    const { text } = await context.runWrite(() =>
      idempotencyStore.executeOnce(context, request, () => execute(context, inputs)),
    )
    return JSON.parse(text) as Answer
  }
}
