import type { FastifyInstance } from 'fastify'
import { mcpPath, resourceOf } from '../../../platform/auth/token-audience.ts'
import { rejectOtherMethods } from '../../../platform/web/reject-other-methods.ts'

const wellKnownPath = '/.well-known/oauth-protected-resource'

/** The address of the metadata of `/mcp` (RFC 9728, 3.1), from PUBLIC_URL. */
export function metadataUrlOf(publicUrl: string): string {
  return publicUrl + wellKnownPath + mcpPath
}

/** Serves the metadata, for clients that ask for the resource and for those that ask for the host. */
export function serveResourceMetadata(server: FastifyInstance, publicUrl: string, scopes: ReadonlySet<string>): void {
  const metadata = {
    resource: resourceOf(publicUrl, 'mcp'),
    authorization_servers: [publicUrl],
    scopes_supported: [...scopes],
    bearer_methods_supported: ['header'],
    resource_name: 'Tack',
    resource_documentation: `${publicUrl}/docs`,
  }
  for (const url of [wellKnownPath, wellKnownPath + mcpPath]) {
    server.get(url, { config: { crossOrigin: true } }, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(metadata),
    )
    rejectOtherMethods(server, url, ['GET', 'HEAD'], { crossOrigin: true })
  }
}
