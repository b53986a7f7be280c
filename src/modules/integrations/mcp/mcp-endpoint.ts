import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireAccount } from '../../../platform/auth/authorization.ts'
import { mcpPath } from '../../../platform/auth/token-audience.ts'
import { graphqlBodyLimitBytes } from '../../../platform/graphql/inputs/image-upload.ts'
import { stopOnDisconnect } from '../../../platform/graphql/operation-deadline.ts'
import type { Quota } from '../../../platform/graphql/request-limits.ts'
import { chargeCall } from '../../../platform/http/rate-limit-hooks.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import { once } from '../../../platform/shared/memoize.ts'
import { rejectOtherMethods } from '../../../platform/web/reject-other-methods.ts'
import { LoginNotAccepted, OriginNotAllowed } from './mcp.errors.ts'
import type { McpServerOptions } from './mcp-server.ts'
import { metadataUrlOf } from './resource-metadata.ts'
import type { ToolRunner } from './tool-calls.ts'
import type { Tool } from './tools.ts'

export interface McpEndpointOptions extends McpServerOptions {
  readonly publicUrl: string
  readonly toolRunner: ToolRunner
  readonly quota: Quota
  /** The scopes of all tools. */
  readonly scopes: ReadonlySet<string>
}

/** Serves the tools at /mcp: one JSON answer to each POST, without sessions and streams. */
export function serveMcp(server: FastifyInstance, options: McpEndpointOptions): void {
  const { publicUrl, quota } = options
  // The library is loaded with the first request.
  const loadMcpServer = once(async () => (await import('./mcp-server.ts')).createMcpServer(options))
  server.route({
    method: 'POST',
    url: mcpPath,
    bodyLimit: graphqlBodyLimitBytes,
    config: {
      crossOrigin: true,
      audience: 'mcp',
      rateLimit: { none: 'it charges the caller itself, so that a tool can tell the agent of a limit' },
    },
    onRequest: [
      async ({ headers }) => assertOrigin(headers.origin, publicUrl),
      async ({ context }, reply) => {
        if (context.caller.kind !== 'account') await chargeCall(quota, context, reply)
        if (requireAccount(context.caller).scheme === 'session') throw new LoginNotAccepted()
      },
    ],
    onSend: async (request, reply) => {
      const challenge = describeChallenge(request, reply.statusCode, options)
      if (challenge) reply.header('www-authenticate', challenge)
    },
    handler: async (request, reply) => {
      const { context, body } = request
      stopOnDisconnect(reply, context)
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        throw InvalidParams.forField('body', 'must be one JSON-RPC message; batches are not supported')
      const tool = findTool(request, options)
      if (tool) options.toolRunner.assertScopes(context, tool)
      else await chargeCall(quota, context, reply)
      const response = await (await loadMcpServer()).respond(
        toWebRequest(request, reply, publicUrl),
        body,
        options.toolRunner.callsOf(context),
      )
      return sendResponse(reply, response)
    },
  })
  rejectOtherMethods(server, mcpPath, ['POST'], { crossOrigin: true })
}

/**
 * A page elsewhere has no credential to send. The protocol asks for the check all the same, against pages that have made
 * their name point at this machine. Throws `OriginNotAllowed`.
 */
function assertOrigin(origin: string | undefined, publicUrl: string): void {
  if (origin === undefined) return
  const url = URL.parse(origin)
  const isOwn = url?.origin === new URL(publicUrl).origin
  const isOfThisMachine = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (!isOwn && !isOfThisMachine) throw new OriginNotAllowed()
}

/** The tool that a request calls; undefined for any other message, and for a tool that there is not. */
function findTool({ body }: FastifyRequest, { toolRunner }: McpEndpointOptions): Tool | undefined {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } | null }
  return method === 'tools/call' ? toolRunner.find(params?.name) : undefined
}

/**
 * What a client needs to get a token (RFC 6750, 3, and RFC 9728, 5.1): where the metadata is, and all scopes at once.
 * Undefined for an answer that a token would not change.
 */
function describeChallenge(request: FastifyRequest, status: number, options: McpEndpointOptions): string | undefined {
  const { caller } = request.context
  const tool = findTool(request, options)
  const granted: Iterable<string> = caller.kind === 'account' ? caller.scopes : []
  const metadata = `resource_metadata="${metadataUrlOf(options.publicUrl)}"`
  const parameters = (error: string | undefined, scopes: Iterable<string>) =>
    ['Bearer realm="tack"', ...(error ? [`error="${error}"`] : []), metadata, `scope="${[...scopes].join(' ')}"`].join(
      ', ',
    )
  if (status === 401)
    return parameters(request.headers.authorization === undefined ? undefined : 'invalid_token', options.scopes)
  // A new token replaces the old one, so it needs the scopes of both.
  return status === 403 && tool ? parameters('insufficient_scope', new Set([...granted, ...tool.scopes])) : undefined
}

/** The request as the library reads it. Its body is parsed already, and its address is the one of this service. */
function toWebRequest({ headers }: FastifyRequest, { raw }: FastifyReply, publicUrl: string): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(':') || value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
  )
  const closed = new AbortController()
  raw.once('close', () => closed.abort())
  return new Request(publicUrl + mcpPath, { method: 'POST', headers: pairs, signal: closed.signal })
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const text = await response.text()
  const type = response.headers.get('content-type')
  reply.status(response.status).header('cache-control', 'no-store')
  return type === null ? reply.send(text) : reply.type(type).send(text)
}
