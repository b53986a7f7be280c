import { type ClickHouseLayout, clickHouseMigrations } from './clickhouse.schema.ts'
import type { ClickHouse } from './clickhouse.ts'

/**
 * Creates and changes the tables. Each migration runs once; its number is recorded after its statements. Call it while no
 * other node migrates. Throws when a newer version of the service has changed the tables.
 */
export async function migrateClickHouse(clickHouse: ClickHouse, layout: ClickHouseLayout): Promise<void> {
  await clickHouse.command(
    `create table if not exists click_migration${layout.cluster === null ? '' : ` on cluster ${layout.cluster}`}
     (number UInt32, applied_at DateTime default now())
     engine = ${layout.cluster === null ? '' : 'Replicated'}ReplacingMergeTree
     order by number`,
  )
  const rows = await clickHouse.query<{ number: number }>('select distinct number from click_migration')
  const applied = new Set(rows.map(({ number }) => number))
  const newest = clickHouseMigrations.at(-1)?.number ?? 0
  const unknown = [...applied].filter((number) => number > newest)
  if (unknown.length > 0)
    throw new Error(`The tables in ClickHouse are of a newer version of Tack, which made the migration ${unknown[0]}.`)
  for (const { number, statements } of clickHouseMigrations) {
    if (applied.has(number)) continue
    for (const statement of statements(layout)) await clickHouse.command(statement)
    await clickHouse.insert('click_migration', ['number'], [[number]], `migration:${number}`)
  }
}
