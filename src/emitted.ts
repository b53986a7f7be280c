import { lexicographicSortSchema, printSchema } from 'graphql'
import { buildGraph } from './graphql/schema.ts'
import { resolvers } from './modules.ts'
import { errorTable } from './rest/error.table.ts'
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
