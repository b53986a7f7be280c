import { type DocumentNode, execute, type GraphQLSchema } from 'graphql'
import type { RequestContext } from './request-context.ts'
import type { Quota } from './request-limits.ts'

/** Runs the mutations of forms, so that a form has the rules, the charge and the limits of the operation. */
export class FormMutations {
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly quota: Quota,
  ) {}

  /** Returns the data of a mutation. Throws its error. */
  async run(
    context: RequestContext,
    document: DocumentNode,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<unknown> {
    await this.quota.charge(context)
    const { schema } = this
    const { data, errors } = await context.runWrite(async () =>
      execute({ schema, document, contextValue: context, variableValues: variables }),
    )
    if (errors?.[0]) throw errors[0]
    return data
  }
}
