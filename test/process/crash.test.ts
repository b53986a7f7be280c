import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { DatabasePlace } from '../../src/config.ts'
import { type CrashOptions, lifeUnderLoad } from '../support/crash.ts'
import { databaseUrl, onServer } from '../support/database.ts'

const source = inject('database')
const rounds = 3

let place: DatabasePlace
let environment: Record<string, string>
let leave: () => Promise<unknown>
beforeAll(async () => {
  if (source.kind === 'server') {
    const name = `tack_test_${randomBytes(8).toString('hex')}`
    await onServer(source.url, `create database ${name} template ${source.template}`)
    place = { kind: 'server', url: databaseUrl(source.url, name) }
    environment = { DATABASE_URL: place.url }
    leave = () => onServer(source.url, `drop database ${name} with (force)`)
  } else {
    const folder = await mkdtemp(join(tmpdir(), 'tack-crash-'))
    place = { kind: 'folder', folder }
    environment = { DATABASE_URL: `file:${folder}` }
    leave = () => rm(folder, { recursive: true })
  }
  environment.JWT_SECRET = 'a secret that only this test knows, twice'
})
afterAll(() => leave())

const life = (signal: CrashOptions['signal'], more = {}, afterMs = 300 + Math.random() * 1_200) =>
  lifeUnderLoad({ place, environment: { ...environment, ...more }, signal, afterMs })

describe('under load', { timeout: 240_000 }, () => {
  it(`loses no click of an answered redirect and counts none twice over kill -9, ${rounds} times`, async () => {
    for (let round = 0; round < rounds; round++) {
      for (const { seen, inFlight, rows, ids, counter } of await life('SIGKILL')) {
        expect(seen).toBeGreaterThan(0)
        expect(rows).toBeGreaterThanOrEqual(seen)
        expect(rows).toBeLessThanOrEqual(seen + inFlight)
        expect([ids, counter]).toEqual([rows, rows])
      }
    }
  })

  it.each(['committed', 'buffered'])('loses nothing over SIGTERM, %s', async (CLICK_DURABILITY) => {
    for (const { seen, inFlight, rows, ids, counter } of await life('SIGTERM', { CLICK_DURABILITY })) {
      expect(seen).toBeGreaterThan(0)
      expect(rows).toBeGreaterThanOrEqual(seen)
      expect(rows).toBeLessThanOrEqual(seen + inFlight)
      expect([ids, counter]).toEqual([rows, rows])
    }
  })

  it('loses the last moment at most over kill -9 when buffered', async () => {
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
