import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabasePlace } from '../src/config.ts'
import { lifeUnderLoad } from '../test/support/crash.ts'
import { benchDatabase } from './database.ts'

/**
 * Kills the service with SIGKILL at a random moment under load, again and again, and reconciles every redirect that was
 * answered with the rows and counters: `npm run compile`, then
 * `node --import tsx bench/crash.ts [postgres|embedded] [rounds] [journal|committed]`
 */
const [, , kind = 'postgres', rounds = '50', durability = 'journal'] = process.argv
const { url, drop } = await benchDatabase(kind)
const folder = await mkdtemp(join(tmpdir(), 'tack-crash-'))
const place: DatabasePlace = kind === 'postgres' ? { kind: 'server', url } : { kind: 'folder', folder }
const environment = {
  DATABASE_URL: place.kind === 'server' ? url : `file:${folder}`,
  JWT_SECRET: randomBytes(24).toString('hex'),
  CLICK_DURABILITY: durability,
}

const total = { seen: 0, rows: 0, lost: 0, doubled: 0, unseen: 0, wrong: 0 }
for (let round = 1; round <= Number(rounds); round++) {
  const afterMs = 100 + Math.random() * 1_900
  for (const { seen, inFlight, rows, ids, counter } of await lifeUnderLoad({
    place,
    environment,
    signal: 'SIGKILL',
    connections: 32,
    afterMs,
  })) {
    total.seen += seen
    total.rows += rows
    total.lost += Math.max(0, seen - rows)
    total.doubled += Math.max(0, rows - seen - inFlight) + (rows - ids)
    total.unseen += Math.max(0, rows - seen)
    total.wrong += counter === rows ? 0 : 1
  }
  console.log(`round ${round}, killed after ${afterMs.toFixed(0)} ms:`, JSON.stringify(total))
}
await drop()
await rm(folder, { recursive: true })
if (total.lost + total.doubled + total.wrong > 0) process.exitCode = 1
