import type { FastifyInstance } from 'fastify'
import type { ErrorRow } from '../rest/error.table.ts'
import type { Assets } from './assets.ts'
import { developerPage, literal } from './developer.page.ts'
import { errorsPage } from './errors.page.ts'
import { type Page, pageHeaders } from './page.ts'

/** What the reference shows and, above all, what it leaves alone: nothing it does reaches another host. */
const configuration = {
  url: '/v1/openapi.json',
  authentication: { preferredSecurityScheme: 'bearer' },
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  // A token typed in here is forgotten with the page.
  persistAuth: false,
}

/**
 * The API reference at /docs, drawn from the OpenAPI document by Scalar, whose script we serve ourselves, and the table
 * of all refusals at /docs/errors.
 */
export function serveDocs(server: FastifyInstance, assets: Assets, errors: readonly ErrorRow[]): void {
  const outside = { config: { quota: false }, logLevel: 'warn' } as const
  server.get('/docs', outside, async (_request, reply) => {
    const page = referencePage(await assets.paths('reference'))
    return reply.headers(pageHeaders(page)).send(page.body)
  })
  const table = errorsPage(errors)
  server.get('/docs/errors', outside, async (_request, reply) => reply.headers(pageHeaders(table)).send(table.body))
}

function referencePage(paths: ReadonlyMap<string, string>): Page {
  return developerPage({
    title: 'Reference of the Tack API',
    scripts: [paths.get('reference.js') ?? ''],
    boot: `Scalar.createApiReference('#root', ${literal(configuration)})`,
    // Scalar writes its style sheets and style attributes itself, the latter beyond any nonce.
    csp: { 'style-src': "'unsafe-inline'" },
  })
}
