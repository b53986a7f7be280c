import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CrashOptions, lifeUnderLoad, type RecordedRedirects } from '../support/crash.ts'
import { type ProcessDatabase, processDatabase } from '../support/process-database.ts'
import { trials, triesAll } from '../support/size.ts'

const rounds = Number(process.env.TEST_KILLS ?? trials(1, 20))

let database: ProcessDatabase
let environment: Record<string, string>
beforeAll(async () => {
  database = await processDatabase()
  environment = { DATABASE_URL: database.url, JWT_SECRET: 'a secret that only this test knows, twice' }
})
afterAll(() => database.drop())

const life = (signal: CrashOptions['signal'], more: Record<string, string>) =>
  lifeUnderLoad({
    place: database.place,
    environment: { ...environment, ...more },
    signal,
    afterMs: 300 + Math.random() * 1_200,
  })

describe.each(['journal', 'committed'])(
  'under load, %s',
  { timeout: 180_000 + rounds * 30_000 },
  (CLICK_DURABILITY) => {
    const expectEachOnce = (results: readonly RecordedRedirects[]) => {
      for (const { seen, inFlight, rows, ids, counter } of results) {
        expect(seen).toBeGreaterThan(0)
        expect(rows).toBeGreaterThanOrEqual(seen)
        expect(rows).toBeLessThanOrEqual(seen + inFlight)
        expect([ids, counter]).toEqual([rows, rows])
      }
    }

    it(`loses no click of a sent redirect and counts none twice after kill -9, ${rounds} times`, async () => {
      for (let round = 0; round < rounds; round++) expectEachOnce(await life('SIGKILL', { CLICK_DURABILITY }))
    })

    // Without a journal nothing waits when the service ends.
    it.runIf(CLICK_DURABILITY === 'journal' || triesAll)('loses no click after SIGTERM', async () => {
      expectEachOnce(await life('SIGTERM', { CLICK_DURABILITY, DRAIN_SECONDS: '1' }))
    })
  },
)
