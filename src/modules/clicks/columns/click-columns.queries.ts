// Raw SQL, because these tables have no entities.

/** The start of a UTC day, given as a date. */
export const dayStartSql = (day: string) => `(${day}::timestamp at time zone 'UTC')`

/** How many clicks of a link on a UTC day are folded, bots included, those that were deleted too. */
export const foldedClicksSql = (urlId: string, day: string) => `
       (select clicks + bot_clicks
          from click_rollup
         where url_id = ${urlId} and span = 'day' and starts_at = ${dayStartSql(day)} and dimension = 'total' and value = '')`

/**
 * Whether a row of `click_day_columns` has all folded clicks of its day. Folding a late click makes it false, so folding
 * need not know of columns. Who deletes clicks of a day deletes its columns as well.
 */
export const hasAllFoldedClicksSql = (alias: string) =>
  `${alias}.clicks = ${foldedClicksSql(`${alias}.url_id`, `${alias}.day`)}`

/** Any number, the same on every node, and not that of another advisory lock. */
const lockKey = 7_261_227

/**
 * Taken for the rest of a transaction that deletes clicks of existing links: before its end, no columns are stored, which
 * could have these clicks.
 */
export const lockForDeletionSql = `pg_advisory_xact_lock_shared(${lockKey})`

/** Taken for the rest of a transaction that stores columns. False while clicks are being deleted. */
export const tryLockForBuildSql = `pg_try_advisory_xact_lock(${lockKey})`
