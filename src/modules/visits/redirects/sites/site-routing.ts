import type { FastifyInstance } from 'fastify'
import type { HostReader } from '../../../../platform/http/client-address.ts'
import type { DomainDirectory, Site } from '../../../publishing/links/index.ts'

/** The name of the constraint by which the server chooses routes. */
const constraintName = 'site'

/** The constraint of a route; without one it is a route of the service itself. */
export type SiteConstraint = Readonly<Record<string, string>>

/** For routes of domains. */
export const domainSite: SiteConstraint = { [constraintName]: 'domain' satisfies Site['kind'] }

/** For hosts that are neither the service itself nor a domain. */
export const unknownSite: SiteConstraint = { [constraintName]: 'unknown' satisfies Site['kind'] }

/**
 * The paths that are answered under every host: the API, because callers may use an internal name, and health checks.
 * The OAuth provider itself answers 421 under hosts other than its own.
 */
export const servedEverywhere = /^\/(?:(?:v1|api|graphql|healthz|readyz|metrics)(?:[/?]|$)|oauth\/|\.well-known\/oauth)/

interface SiteRoutingDependencies {
  readonly directory: DomainDirectory
  readonly readHost: HostReader
}

/**
 * Makes the server choose routes by the host of the request, before any hook. A request to a domain, or to an unknown
 * host, reaches only routes with that constraint. Call it before routes are added.
 */
export function routeBySite(server: FastifyInstance, { directory, readHost }: SiteRoutingDependencies): void {
  server.decorateRequest('site', {
    getter() {
      return directory.findSite(readHost(this.raw))
    },
  })
  server.addConstraintStrategy({
    name: constraintName,
    storage: () => {
      const handlers = new Map<unknown, never>()
      return {
        get: (kind) => handlers.get(kind) ?? null,
        set: (kind, handler) => {
          handlers.set(kind, handler as never)
        },
      }
    },
    deriveConstraint: (request) => {
      if (servedEverywhere.test(request.url ?? '')) return undefined
      const { kind } = directory.findSite(readHost(request))
      return kind === 'main' ? undefined : kind
    },
    mustMatchWhenDerived: true,
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the host of the request stands for. */
    readonly site: Site
  }
}
