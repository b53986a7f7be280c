import { lexicographicSortSchema, printSchema } from 'graphql'
import { resolvers } from './modules.ts'
import { defineApi } from './platform/api-definition.ts'
import { buildErrorTable } from './platform/rest/rest-operations.ts'
import { buildRoleTable } from './platform/rest/role-table.ts'

/** Generates the files of `schema/`, by name. */
export async function generateSchemaFiles(): Promise<Readonly<Record<string, string>>> {
  const { schema, graphSchema, restInterface } = await defineApi(resolvers)
  return {
    'schema.graphql': `${printSchema(lexicographicSortSchema(graphSchema))}\n`,
    'openapi.json': toJson(restInterface.describe('http://localhost:3000')),
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
