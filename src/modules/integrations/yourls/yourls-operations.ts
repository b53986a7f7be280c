import { authorize } from '../../../platform/auth/authorization.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Quota } from '../../../platform/graphql/request-limits.ts'
import { runOperation } from '../../../platform/rest/operation-execution.ts'
import { readInputs } from '../../../platform/rest/request-inputs.ts'
import type { RestInterface } from '../../../platform/rest/rest-interface.ts'
import { nameInput } from '../../../platform/rest/rest-operations.ts'

/** Runs operations of the REST interface for clients of YOURLS, with their rules, their charge and their errors. */
export class YourlsOperations {
  constructor(
    private readonly restInterface: RestInterface,
    private readonly quota: Quota,
  ) {}

  /** Returns the body of the answer. The operation says which parameters there are; texts are read as in a query string. */
  async call<Answer>(
    context: RequestContext,
    name: string,
    parameters: Readonly<Record<string, unknown>>,
  ): Promise<Answer> {
    const operation = this.restInterface.operations.find((each) => each.name === name)
    const execute = this.restInterface.executions.get(name)
    if (!operation || !execute) throw new Error(`There is no operation ${name}.`)
    await this.quota.charge(context)
    authorize(context.caller, operation.access)
    context.isRest = true
    context.errorNames = { input: (input) => nameInput(operation.inputNames, input) }
    const params = Object.fromEntries(operation.pathArguments.map((each) => [each, String(parameters[each])]))
    const rest = Object.fromEntries(Object.entries(parameters).filter(([each]) => !(each in params)))
    const isRead = operation.route.method === 'GET'
    const inputs = readInputs(operation, { params, query: isRead ? rest : {}, body: isRead ? undefined : rest })
    return (await runOperation(operation, execute, context, inputs)) as Answer
  }
}
