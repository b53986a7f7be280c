import { expect, it } from 'vitest'
import { WebhookRecoveryMigration } from '../../src/platform/database/webhook-recovery.migration.ts'
import { startApp } from '../support/app.ts'

it('adds the recovery of webhooks to a database without it, and nothing to one that has it', async () => {
  const test = await startApp()
  const { orm } = test.app.database
  const migrate = async () => {
    const migration = new WebhookRecoveryMigration(orm.em.getDriver(), orm.config)
    migration.up()
    for (const statement of migration.getQueries()) await test.sql(String(statement))
  }
  await migrate()
  await test.sql('alter table webhook drop column recovered_at')
  await migrate()
  const columns = await test.sql(
    `select column_name as name from information_schema.columns where table_name = 'webhook'`,
  )
  expect(columns).toContainEqual({ name: 'recovered_at' })
  await test.close()
})
