import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql'
import { resolvers } from './app.ts'
import { announced } from './base/announced.ts'
import { failureKinds } from './base/failure.ts'
import { operationsOf } from './graphql/operations.ts'
import { buildGraph } from './graphql/schema.ts'
import { restOperationsOf } from './rest/operations.ts'
import { restOf } from './rest/rest.ts'

/** The files of `schema/` as the code means them, by name. */
export async function emitted(): Promise<Readonly<Record<string, string>>> {
  const schema = buildGraph(resolvers)
  const { openapi } = await restOf(schema)
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  return {
    'schema.graphql': `${printSchema(lexicographicSortSchema(schema))}\n`,
    'openapi.json': json(openapi),
    'errors.json': json(errorTable(schema)),
  }
}

/** Every failure kind with the operations that declare it; an announced one has none yet. */
function errorTable(schema: GraphQLSchema) {
  // Some refusals belong to one face of an operation only.
  const operations = [...operationsOf(schema), ...restOperationsOf(schema)]
  const isAnnounced = new Set(announced.map(({ kind }) => kind.code))
  return failureKinds().map((kind) => ({
    ...kind,
    ...(isAnnounced.has(kind.code) && { announced: true }),
    operations: [
      ...new Set(
        operations
          .filter(({ fails }) => fails.some((failure) => failure.kind.code === kind.code))
          .map(({ name }) => name),
      ),
    ].sort(),
  }))
}
