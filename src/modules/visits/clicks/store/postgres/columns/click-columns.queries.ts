// Raw SQL, because these tables have no entities.

/** The start of a UTC day, given as a date. */
export const dayStartSql = (day: string) => `(${day}::timestamp at time zone 'UTC')`

/** How many clicks of a link on a UTC day are folded, including bots and deleted clicks. */
export const foldedClicksSql = (urlId: string, day: string) => `
       (select clicks + bot_clicks
          from click_rollup
         where url_id = ${urlId} and span = 'day' and starts_at = ${dayStartSql(day)} and dimension = 'total' and value = '')`

/**
 * Whether a row of `click_day_columns` has all folded clicks of its day. Folding a late click makes it false, so
 * folding need not know of columns. Code that deletes clicks of a day deletes the columns of the day as well.
 */
export const hasAllFoldedClicksSql = (alias: string) =>
  `${alias}.clicks = ${foldedClicksSql(`${alias}.url_id`, `${alias}.day`)}`

/** An arbitrary number, the same on every node. No other advisory lock may have it. */
const lockKey = 7_261_227

/**
 * A transaction that deletes clicks of existing links takes this lock until its end. Before its end, no columns are
 * stored, because they could have these clicks.
 */
export const lockForDeletionSql = `pg_advisory_xact_lock_shared(${lockKey})`

/** A transaction that stores columns takes this lock until its end. Returns false while clicks are being deleted. */
export const tryLockForBuildSql = `pg_try_advisory_xact_lock(${lockKey})`
