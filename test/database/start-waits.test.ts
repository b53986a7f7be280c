import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import { readSettings } from '../../src/config.ts'
import { isDatabaseUnavailable } from '../../src/platform/database/database.errors.ts'
import { whenDatabaseAnswers } from '../../src/platform/database/wait-for-server.ts'
import { GatedDatabase, isOnServer } from '../http/gated-database.ts'

describe.runIf(isOnServer)('a start whose database answers some connections and refuses the next one', () => {
  const database = new GatedDatabase()
  const { gate } = database
  beforeAll(() => database.open())
  afterAll(() => database.drop())

  const lines: string[] = []
  const start = () =>
    createApp({
      settings: readSettings({ DATABASE_URL: gate.url, JWT_SECRET: 'a secret of 32 characters at least, of a test' }),
      logTo: { write: (line) => lines.push(line) },
    })

  it('fails as unavailable, and leaves no connection open, whichever connection it is', async () => {
    let app: App | undefined
    let failures = 0
    for (let connections = 0; app === undefined; connections++) {
      gate.limit(connections)
      app = await start().catch((error: unknown) => {
        expect({ connections, isUnavailable: isDatabaseUnavailable(error), error }).toMatchObject({
          isUnavailable: true,
        })
        failures++
        return undefined
      })
      if (!app) await expect.poll(() => gate.connections, { message: `after ${connections}` }).toBe(0)
    }
    await app.close()
    await expect.poll(() => gate.connections).toBe(0)
    expect(failures).toBeGreaterThan(3)
    expect(lines.filter((line) => line.includes('left behind'))).toEqual([])
  })

  it('waits and tries again, and the log says for how long', async () => {
    const reports: string[] = []
    // The look at the server takes two connections, and the start more than one.
    gate.limit(3)
    const app = await whenDatabaseAnswers(
      gate.url,
      (message) => {
        reports.push(message)
        gate.limit(Number.POSITIVE_INFINITY)
      },
      start,
    )
    await app.close()
    expect(reports).toEqual([expect.stringMatching(/^waiting for the database for \d+ s: ./)])
  })
})
