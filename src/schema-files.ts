import { assertValidSchema, lexicographicSortSchema, printSchema } from 'graphql'
import { buildTools } from './modules/integrations/mcp/tools.ts'
import { resolvers } from './modules.ts'
import { defineApi } from './platform/api-definition.ts'
import { buildErrorTable } from './platform/rest/rest-operations.ts'
import { buildRoleTable } from './platform/rest/role-table.ts'

/** Generates the files of `schema/`, by name. Throws for a schema that GraphQL does not allow. */
export async function generateSchemaFiles(): Promise<Readonly<Record<string, string>>> {
  const { schema, graphSchema, restInterface } = await defineApi(resolvers)
  for (const each of [schema, graphSchema]) assertValidSchema(each)
  return {
    'schema.graphql': `${printSchema(lexicographicSortSchema(graphSchema))}\n`,
    'openapi.json': toJson(await restInterface.describe('http://localhost:3000')),
    'errors.json': toJson(buildErrorTable(schema)),
    'roles.json': toJson(buildRoleTable(schema)),
    // The list of tools, which agents compare with the one they know.
    'mcp.json': toJson(buildTools(graphSchema).map(({ listed, scopes }) => ({ ...listed, scopes: [...scopes] }))),
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
