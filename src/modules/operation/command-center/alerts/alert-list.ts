import { readSlice } from '../../../../platform/graphql/pagination/keyset.ts'
import type { PagedConnectionArgs } from '../../../../platform/graphql/pagination/page.inputs.ts'
import { createConnection } from '../../../../platform/graphql/pagination/pagination.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { type Alert, AlertConnection, comparePlaces, mostSevereFirst as order } from './alerts.ts'

/**
 * A page of sorted alerts. REST pages have a number, GraphQL pages have cursors. The alerts of an account come from
 * several tables, so all of them are in memory.
 */
export function pageAlerts(
  context: RequestContext,
  alerts: readonly Alert[],
  args: PagedConnectionArgs,
): AlertConnection {
  const countAll = async () => alerts.length
  if (context.isRest) {
    const page = args.page ?? 1
    const limit = args.limit ?? 20
    context.setPage({ page, limit, total: alerts.length })
    const nodes = alerts.slice((page - 1) * limit, page * limit)
    return new AlertConnection({ nodes, order, hasNextPage: false, hasPreviousPage: false, countAll })
  }
  const slice = readSlice(order, args)
  const { after, before } = slice
  const selected = alerts.filter(
    (alert) =>
      (!after || comparePlaces(alert, toPlace(after)) > 0) && (!before || comparePlaces(alert, toPlace(before)) < 0),
  )
  const rows = (slice.isBackward ? selected.toReversed() : selected).slice(0, slice.size + 1)
  return createConnection(AlertConnection, rows, { order, slice, countAll })
}

/** The position that a cursor names. */
function toPlace([sortKey, id]: readonly [string | number, string]) {
  return { sortKey: String(sortKey), id }
}
