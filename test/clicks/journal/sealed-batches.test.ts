import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Journal } from '../../../src/modules/visits/clicks/journal/journal.ts'
import { nameBatch, type SegmentBatch, SegmentReader } from '../../../src/modules/visits/clicks/journal/segment.ts'
import { clickOf } from './rows.ts'

let root: string
let journal: Journal
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tack-seals-'))
  const place = { root, damagedFolder: null, databaseFolder: null, isTemporary: false }
  const note = () => undefined
  const log = { error: note, warn: note, info: note }
  journal = await Journal.open({ place, syncMs: 50, sealsBatches: true, log })
})
afterEach(async () => {
  await journal.close()
  await rm(root, { recursive: true, force: true })
})

const append = (count: number) => Promise.all(Array.from({ length: count }, () => journal.append(clickOf('lnk_1'))))

/** What distinguishes a batch: where it is, and its clicks. */
const describeBatch = ({ path, start, clicks }: SegmentBatch) => ({ path, start, ids: clicks.map(({ id }) => id) })

/** All batches of a file, as a process reads them that has taken it over. */
async function readFile(path: string, size: number) {
  const reader = new SegmentReader(path)
  const { size: end } = await stat(path)
  const batches: ReturnType<typeof describeBatch>[] = []
  while (reader.offset < end) {
    const batch = await reader.read(size, end, true)
    batches.push(describeBatch(batch))
    reader.offset = batch.end
  }
  await reader.close()
  return batches
}

it('gives another process the batches that were read before, however they came and where the clicks were read from', async () => {
  const size = 700
  const seen = []
  // 450 in one turn are three frames. 11,000 are more than stay in memory. 700 and 1,400 end where a seal begins.
  for (const count of [1, 450, 700, 1_400, 3, 11_000, 250, 0, 900]) {
    await append(count)
    // Clicks that follow while a batch waits are in later batches.
    const waiting = await journal.read(size)
    if (waiting) seen.push(describeBatch(waiting))
    await append(7)
    for (let batch = await journal.read(size); batch; batch = await journal.read(size)) {
      seen.push(describeBatch(batch))
      batch.markShipped()
      if (batch.clicks.length < size) break
    }
  }
  const [path = ''] = new Set(seen.map((batch) => batch.path))
  const inFile = new Map((await readFile(path, size)).map((batch) => [batch.start, batch]))
  expect(seen.length).toBeGreaterThan(20)
  for (const batch of seen.filter((each) => each.path === path)) expect(batch).toEqual(inFile.get(batch.start))
})

it('names a batch as before when its file is moved into the folder of another process', () => {
  const batch = { start: 120, end: 200, clicks: [], damages: [] }
  const names = ['/data/1-10-ab/journal-1.clicks', '/data/2-20-cd/1-10-ab/journal-1.clicks'].map((path) =>
    nameBatch({ ...batch, path }),
  )
  expect(names).toEqual(['1-10-ab/journal-1.clicks:120', '1-10-ab/journal-1.clicks:120'])
})

it('uses no place of a file twice: shipped clicks go with their file', async () => {
  const places = new Set<string>()
  for (let round = 0; round < 3; round++) {
    await append(5)
    for (let batch = await journal.read(100); batch; batch = await journal.read(100)) {
      const place = `${batch.path}:${batch.start}`
      expect(places).not.toContain(place)
      places.add(place)
      batch.markShipped()
    }
    journal.clearShipped()
    await journal.sync()
    await journal.remover.run()
    expect((await readdir(root, { recursive: true })).filter((name) => name.endsWith('.clicks'))).toEqual([])
  }
  expect(places.size).toBe(3)
})
