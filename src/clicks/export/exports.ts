import type { Rule } from '../../base/limits/rule.ts'
import type { Context } from '../../graphql/context.ts'
import type { Throttle } from '../../graphql/throttle.ts'
import type { ClickExportArgs } from '../args.ts'
import { meantBy } from '../picking.ts'
import type { ClickExport } from './click.export.ts'
import { formats } from './format.ts'
import { readClicks } from './row.ts'

/** How often one account may begin a file (decisions, part 15). */
const ofAccount: Rule = { limit: 10, seconds: 3600 }

/** Offers the clicks of the caller as files. */
export class ClickExports {
  readonly #throttle: Throttle

  constructor(throttle: Throttle) {
    this.#throttle = throttle
  }

  /** Offers the file over REST and tells graph clients where it is. Charged, as an export, is who begins to take it. */
  offer(context: Context, wish: ClickExportArgs): ClickExport {
    const { em, settings } = context
    const { accountId } = context
    const now = context.now()
    const meant = meantBy(wish, now)
    const { mediaType, write } = formats[wish.format]
    const name = `clicks-${now.toISOString().slice(0, 10)}.${wish.format}`
    const scope = { ownerId: accountId, urlIds: wish.urlId == null ? null : [wish.urlId] }
    context.offerFile({
      name,
      mediaType,
      open: async () => {
        await this.#throttle.take(context, [{ name: 'export', key: accountId, group: accountId, rule: ofAccount }])
        return write(readClicks(em, scope, meant), wish)
      },
    })
    return { fileName: name, mediaType, href: `${settings.publicUrl}/v1/clicks/export?${queryOf(wish)}` }
  }
}

/** The same wish as the query of the REST operation. */
function queryOf(wish: ClickExportArgs): string {
  const given = Object.entries(wish).filter(([, value]) => value != null)
  return new URLSearchParams(
    given.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : String(value)]),
  ).toString()
}
