import { lexicographicSortSchema, printSchema } from 'graphql'
// Its errors belong to the table, and no operation declares them.
import './platform/graphql/documents/document.errors.ts'
import { resolvers } from './modules.ts'
import { toGraphSchema } from './platform/graphql/graph-schema.ts'
import { buildGraphqlSchema } from './platform/graphql/schema.ts'
import { createRestInterface } from './platform/rest/rest-interface.ts'
import { buildErrorTable } from './platform/rest/rest-operations.ts'
import { buildRoleTable } from './platform/rest/role-table.ts'

/** Generates the files of `schema/`, by name. */
export async function generateSchemaFiles(): Promise<Readonly<Record<string, string>>> {
  const schema = buildGraphqlSchema(resolvers)
  const { openapi } = await createRestInterface(schema)
  return {
    'schema.graphql': `${printSchema(lexicographicSortSchema(toGraphSchema(schema)))}\n`,
    'openapi.json': toJson(openapi),
    'errors.json': toJson(buildErrorTable(schema)),
    'roles.json': toJson(buildRoleTable(schema)),
  }
}

/** JSON with short lists of values on one line. */
function toJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  const joined = text.replace(/\[\n[^[\]{}]+\n *\]/g, (list) =>
    list.replace(/\n */g, ' ').replace(/^\[ | \]$/g, (edge) => edge.trim()),
  )
  return `${joined}\n`
}
