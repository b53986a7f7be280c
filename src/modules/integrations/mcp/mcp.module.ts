import { OperationRunner } from '../../../platform/graphql/operation-runner.ts'
import { registerScope } from '../../../platform/http/http-server.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { OAuthAddresses, rejectOtherHosts } from '../../identity/oauth/index.ts'
import { serveMcp } from './mcp-endpoint.ts'
import { serveResourceMetadata } from './resource-metadata.ts'
import { ToolRunner } from './tool-calls.ts'
import { buildTools } from './tools.ts'

/** The operations that agents may call as tools, by the Model Context Protocol. */
export const mcpModule = defineModule({
  entities: [],
  resolvers: [],
  create({ settings, api, limits, version }): Module {
    if (!settings.servesMcp) return { resolvers: [] }
    const { publicUrl, allowsIntrospection } = settings
    const { quota } = limits
    // Its documents are ours, whatever documents callers may send.
    const runner = new OperationRunner({ schema: api.graphSchema, quota, allowsIntrospection })
    const tools = buildTools(api.graphSchema)
    const scopes = new Set(tools.flatMap((tool) => [...tool.scopes]))
    return {
      resolvers: [],
      addRoutes: async (server) => {
        await runner.start()
        server.addHook('onClose', () => runner.stop())
        await registerScope(server, async (scope) => {
          scope.addHook('onRequest', rejectOtherHosts(new OAuthAddresses(publicUrl)))
          serveResourceMetadata(scope, publicUrl, scopes)
          const toolRunner = new ToolRunner(tools, runner, quota)
          serveMcp(scope, { toolRunner, quota, scopes, publicUrl, version: version.version, websiteUrl: publicUrl })
        })
      },
    }
  },
})
