import { execute, type GraphQLSchema, parse } from 'graphql'
import type { RequestContext } from './request-context.ts'

/**
 * Puts documents of the service's own making to its whole schema, in the name of the caller: the same access, bounds and
 * refusals as if the caller had sent them. They are not charged to the quota; who runs one charges for the act.
 */
export class InternalQueryRunner {
  readonly #schema: GraphQLSchema

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  /** The data, as a client would read it. Throws the first refusal, as the service threw it. */
  async run(
    context: RequestContext,
    document: string,
    variableValues: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, unknown>> {
    const { data, errors } = await execute({
      schema: this.#schema,
      document: parse(document),
      contextValue: context,
      variableValues,
    })
    const [error] = errors ?? []
    if (error) throw error.originalError ?? error
    return data as Record<string, unknown>
  }
}
