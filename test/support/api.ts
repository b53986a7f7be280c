import { resolvers } from '../../src/modules.ts'
import { defineApi } from '../../src/platform/api-definition.ts'

/** The schema of the service and what is derived from it, as its apps in this worker share it. */
export const { schema, graphSchema, restInterface } = await defineApi(resolvers)
