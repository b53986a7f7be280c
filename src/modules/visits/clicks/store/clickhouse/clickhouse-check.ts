import { type DoctorCheck, ok, problem, warning } from '../../../../../platform/doctor/doctor.ts'
import { clickHouseMigrations } from './clickhouse.schema.ts'
import { ClickHouse } from './clickhouse.ts'

/** The oldest version that has what the statements use, and with which they were tried in part. */
const oldestVersion = 25

const quiet = { info: () => undefined, warn: () => undefined }

/** Looks at the ClickHouse of `CLICKS_URL`, and at whose clicks are where. Without either it has nothing to say. */
export const clickHouseCheck: DoctorCheck = {
  name: 'clickhouse',
  async run({ settings: { clicksUrl }, query }) {
    // Databases of earlier versions have no such table.
    const recorded = query
      ? await query<{ store: string }>(`select store from click_engine where store = 'clickhouse'`).catch(() => [])
      : []
    if (clicksUrl === undefined) {
      if (recorded.length === 0) return []
      return [problem('The clicks of this database are in ClickHouse. Set CLICKS_URL to the address that it had.')]
    }
    const clickHouse = await ClickHouse.create(clicksUrl, quiet)
    try {
      const [server] = await clickHouse.query<{ version: string; hasTables: number }>(
        `select version() as version,
                (select count() from system.tables where database = currentDatabase() and name = 'click_migration') as hasTables`,
      )
      const { version = '', hasTables = 0 } = server ?? {}
      const findings = [
        Number.parseInt(version, 10) < oldestVersion
          ? problem(`ClickHouse is version ${version}. Install version ${oldestVersion} or later.`)
          : ok(`ClickHouse ${version} answers.`),
      ]
      if (hasTables === 0)
        return [...findings, warning('ClickHouse has no tables yet. The service makes them at its start.')]
      const [tables] = await clickHouse.query<{ newest: number }>('select max(number) as newest from click_migration')
      const newest = clickHouseMigrations.at(-1)?.number ?? 0
      const made = tables?.newest ?? 0
      if (made > newest)
        findings.push(problem(`The tables in ClickHouse are of a newer version of Tack. Start that version.`))
      else if (made < newest)
        findings.push(warning('The tables in ClickHouse are of an older version. The next start changes them.'))
      else findings.push(ok('The tables in ClickHouse belong to this version.'))
      return findings
    } catch (error) {
      const { message, cause } = error as Error
      const reason = cause instanceof Error ? cause.message : message
      return [
        problem(
          `ClickHouse gives no answer: ${reason}. Clicks wait in the journal, and reports answer 503. Start it, make its database, or correct CLICKS_URL.`,
        ),
      ]
    } finally {
      await clickHouse.close()
    }
  },
}
