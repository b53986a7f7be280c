import { statementTimeoutSql } from '../../../../../../platform/database/silence-detector.ts'
import { plannerSettingsSql } from '../rollups/fold.queries.ts'

/** A filter over millions of clicks may take longer than the statements of other requests. */
const statementTimeoutMs = 30_000

/** Memory for sorting the visitors of up to a million clicks. PostgreSQL has 4 MB by default. */
const workMemory = '32MB'

/** Prepares a transaction that counts clicks. */
export const prepareReportSql = `${plannerSettingsSql},
         ${statementTimeoutSql(statementTimeoutMs)}, set_config('work_mem', '${workMemory}', true)`
