import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CrashOptions, lifeUnderLoad } from '../support/crash.ts'
import { type ProcessDatabase, processDatabase } from '../support/process-database.ts'

const rounds = Number(process.env.TEST_KILLS ?? 3)

let database: ProcessDatabase
let environment: Record<string, string>
beforeAll(async () => {
  database = await processDatabase()
  environment = { DATABASE_URL: database.url, JWT_SECRET: 'a secret that only this test knows, twice' }
})
afterAll(() => database.drop())

const life = (signal: CrashOptions['signal'], more = {}, afterMs = 300 + Math.random() * 1_200) =>
  lifeUnderLoad({ place: database.place, environment: { ...environment, ...more }, signal, afterMs })

describe('under load', { timeout: 180_000 + rounds * 20_000 }, () => {
  it(`loses no click of a sent redirect and counts none twice after kill -9, ${rounds} times`, async () => {
    for (let round = 0; round < rounds; round++) {
      for (const { seen, inFlight, rows, ids, counter } of await life('SIGKILL')) {
        expect(seen).toBeGreaterThan(0)
        expect(rows).toBeGreaterThanOrEqual(seen)
        expect(rows).toBeLessThanOrEqual(seen + inFlight)
        expect([ids, counter]).toEqual([rows, rows])
      }
    }
  })

  it.each(['committed', 'buffered'])('loses no click after SIGTERM, %s', async (CLICK_DURABILITY) => {
    for (const { seen, inFlight, rows, ids, counter } of await life('SIGTERM', { CLICK_DURABILITY })) {
      expect(seen).toBeGreaterThan(0)
      expect(rows).toBeGreaterThanOrEqual(seen)
      expect(rows).toBeLessThanOrEqual(seen + inFlight)
      expect([ids, counter]).toEqual([rows, rows])
    }
  })

  it('loses at most the last moment after kill -9 when buffered', async () => {
    for (const { early, seen, inFlight, rows, ids, counter } of await life(
      'SIGKILL',
      { CLICK_DURABILITY: 'buffered' },
      3_000,
    )) {
      expect(early).toBeGreaterThan(0)
      expect(rows).toBeGreaterThanOrEqual(early)
      expect(rows).toBeLessThanOrEqual(seen + inFlight)
      expect([ids, counter]).toEqual([rows, rows])
    }
  })
})
