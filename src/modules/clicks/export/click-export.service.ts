import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../../platform/rate-limiting/rate-limit.ts'
import type { ClickExportArgs } from '../click.inputs.ts'
import { buildWhereClause } from '../click.queries.ts'
import type { ClickExport } from '../click.types.ts'
import { readClicks } from './export.queries.ts'
import { exportWriters } from './export-formats.ts'

/** How many downloads an account may start (decisions, part 15). */
const exportLimit: RateLimitRule = { limit: 10, seconds: 3600 }

/** Exports the clicks of the caller as files. */
export class ClickExportService {
  readonly #throttle: Throttle

  constructor(throttle: Throttle) {
    this.#throttle = throttle
  }

  /** REST responds with the file, GraphQL with its address. The limit counts downloads when they start. */
  createExport(context: RequestContext, args: ClickExportArgs): ClickExport {
    const { em, settings, accountId } = context
    const now = context.now()
    const where = buildWhereClause(args, now)
    const { mediaType, write } = exportWriters[args.format]
    const name = `clicks-${now.toISOString().slice(0, 10)}.${args.format}`
    const scope = { ownerId: accountId, urlIds: args.urlId == null ? null : [args.urlId] }
    context.respondWithFile({
      name,
      mediaType,
      open: async () => {
        await this.#throttle.charge(context, [{ name: 'export', key: accountId, group: accountId, rule: exportLimit }])
        return write(readClicks(em, scope, where), args)
      },
    })
    return { fileName: name, mediaType, href: `${settings.publicUrl}/v1/clicks/export?${toQueryString(args)}` }
  }
}

/** The arguments as the query string of the REST operation. */
function toQueryString(args: ClickExportArgs): string {
  const entries = Object.entries(args).filter(([, value]) => value != null)
  return new URLSearchParams(
    entries.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : String(value)]),
  ).toString()
}
