import { readFile, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { describeTables } from '../../../src/modules/visits/clicks/store/clickhouse/clickhouse.schema.ts'

const path = 'ops/clickhouse/cluster.sql'

it('writes the tables of a cluster, which were never tried, for operators to read', async () => {
  const tables = describeTables({ cluster: 'tack' })
  if (process.env.UPDATE_TABLES) await writeFile(path, tables)
  expect(await readFile(path, 'utf8')).toBe(tables)
})
