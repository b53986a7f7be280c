import { execute, type GraphQLSchema, parse } from 'graphql'
import type { RequestContext } from './request-context.ts'

/**
 * Runs GraphQL documents that the service itself writes, as the caller of the request: with the same access, limits and
 * errors as a document of the caller, but without a charge to the quota.
 */
export class InternalQueryRunner {
  readonly #schema: GraphQLSchema

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  /** The data as a client would read it. Throws the first error as the service threw it. */
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
