import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Journal, type JournalOptions } from '../../../src/modules/visits/clicks/journal/journal.ts'
import { decodeFrame, encodeFrames } from '../../../src/modules/visits/clicks/journal/journal-frame.ts'
import { Quarantine } from '../../../src/modules/visits/clicks/journal/quarantine.ts'
import { SegmentRemover } from '../../../src/modules/visits/clicks/journal/segment-remover.ts'
import type { ClickRow } from '../../../src/modules/visits/clicks/tracking/click-row.ts'
import { codePoint } from '../../support/code-points.ts'
import { settling } from '../../support/settling.ts'
import { clickOf } from './rows.ts'

/** As in a data folder: each database has a root beside those of others. */
let root: string
let logged: string[]
beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), 'tack-journal-')), 'dbs_1')
  await mkdir(root)
  logged = []
})
afterEach(async () => {
  for (const journal of opened.splice(0)) await journal.close()
  await rm(dirname(root), { recursive: true, force: true })
})

const note = (...line: unknown[]) => void logged.push(String(line.at(-1)))
const opened: Journal[] = []
async function open(options: Partial<JournalOptions> = {}): Promise<Journal> {
  const place = {
    root,
    damagedFolder: null,
    databaseFolder: null,
    isTemporary: false,
  }
  const journal = await Journal.open({ place, syncMs: 50, log: { error: note, warn: note, info: note }, ...options })
  opened.push(journal)
  return journal
}
const clicksOf = (count: number) => Array.from({ length: count }, () => clickOf('lnk_1'))
const append = (journal: Journal, clicks: readonly ClickRow[]) =>
  Promise.all(clicks.map((click) => journal.append(click)))
/** All clicks that are not in the database, in batches of about this size. They are in it afterwards. */
async function ship(journal: Journal, size = 1_000): Promise<ClickRow[]> {
  const clicks: ClickRow[] = []
  for (let batch = await journal.read(size); batch; batch = await journal.read(size)) {
    clicks.push(...batch.clicks)
    batch.markShipped()
  }
  return clicks
}
/** Appends 200 clicks at once until there are so many files. Returns their paths. */
async function createSegments(journal: Journal, count: number): Promise<string[]> {
  const wide = { referrer: 'x'.repeat(10_000) }
  for (;;) {
    await append(
      journal,
      Array.from({ length: 200 }, () => clickOf('lnk_1', wide)),
    )
    const names = await segmentsIn()
    if (names.length >= count) return names.sort().map((name) => join(root, name))
  }
}
const segmentsIn = async (folder = root) =>
  (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.clicks'))
const ownFolder = async () => join(root, (await readdir(root)).find((name) => !name.startsWith('.')) ?? '')

const decodeLines = (frames: Buffer) => frames.toString().trimEnd().split('\n').map(decodeFrame)

describe('a frame', () => {
  it('has the clicks as they were, whatever their texts', () => {
    const texts = fc.record({ referrer: fc.string({ unit: codePoint }), variant: fc.string(), bot: fc.boolean() })
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 450 }), (fields) => {
        const clicks = fields.map((each) => clickOf('lnk_1', each))
        expect(decodeLines(encodeFrames(clicks)).flat()).toEqual(clicks)
      }),
      { numRuns: 30 },
    )
  })

  it('is rejected when it is changed, incomplete or empty', () => {
    const line = encodeFrames(clicksOf(1)).toString().trimEnd()
    for (const wrong of [line.replace('lnk_1', 'lnk_2'), line.slice(0, -1), line.slice(1), '', '00000000 ', '\0\0\0'])
      expect(decodeFrame(wrong)).toBeNull()
  })
})

describe('the journal', () => {
  it('has each click in its files when append resolves, with one write for those of one turn', async () => {
    const journal = await open()
    const clicks = clicksOf(30)
    await append(journal, clicks)
    const [name = ''] = await segmentsIn()
    const lines = decodeLines(await readFile(join(root, name)))
    expect([lines.length, lines.flat()]).toEqual([1, clicks])
    expect([journal.appended, journal.shipped, journal.isFailing]).toEqual([30, 0, false])
  })

  it('returns clicks in their order, again until they are shipped, and empties its file at the end', async () => {
    const journal = await open()
    const clicks = clicksOf(500)
    for (let start = 0; start < 500; start += 50) await append(journal, clicks.slice(start, start + 50))
    const first = await journal.read(50)
    expect((await journal.read(50))?.clicks).toEqual(first?.clicks)
    expect(await ship(journal, 100)).toEqual(clicks)
    expect([journal.shipped, await journal.read(1)]).toEqual([500, null])
    journal.clearShipped()
    expect(journal.bytes).toBe(0)
    await append(journal, clicksOf(1))
    expect(await ship(journal)).toHaveLength(1)
  })

  it('returns each of many clicks once and in their order, also when others follow meanwhile', async () => {
    const journal = await open()
    const clicks = clicksOf(30_000)
    for (let start = 0; start < 24_000; start += 1_500) await append(journal, clicks.slice(start, start + 1_500))
    const shipped: ClickRow[] = []
    for (let start = 24_000; start < 30_000; start += 1_500) {
      const batch = await journal.read(4_000)
      shipped.push(...(batch?.clicks ?? []))
      await append(journal, clicks.slice(start, start + 1_500))
      batch?.markShipped()
    }
    expect([...shipped, ...(await ship(journal))]).toEqual(clicks)
    expect([journal.appended, journal.shipped]).toEqual([30_000, 30_000])
  })

  it('gives the disk its space back while other clicks wait', async () => {
    const journal = await open()
    const { length } = await createSegments(journal, 2)
    const batch = await journal.read(2_500)
    batch?.markShipped()
    await journal.remover.run()
    expect((await segmentsIn()).length).toBeLessThan(length)
    expect(await ship(journal)).toHaveLength(journal.appended - (batch?.clicks.length ?? 0))
  })

  it('goes on while the disk refuses to remove a file, counts the failures, and removes it later', async () => {
    const journal = await open()
    const [path = ''] = await createSegments(journal, 2)
    // A folder is not removed like a file.
    await rm(path)
    await mkdir(path)
    const shipped = await ship(journal)
    await journal.remover.run()
    await append(journal, clicksOf(1))
    expect([journal.isFailing, journal.remover.failures, logged]).toEqual([
      false,
      1,
      ['a file of the journal cannot be removed; trying again'],
    ])
    expect(await journal.takeOver()).toEqual([])
    await rmdir(path)
    await writeFile(path, encodeFrames(shipped))
    await vi.waitFor(async () => {
      await journal.remover.run()
      expect(await segmentsIn()).not.toContain(relative(root, path))
    }, 10_000)
    expect(journal.remover.failures).toBe(1)
  })

  it('refuses clicks with 503 beyond its size, and keeps those before', async () => {
    const journal = await open({ maxBytes: 1_000 })
    const answers = []
    for (let n = 0; n < 10; n++) answers.push(await journal.append(clickOf('lnk_1')).catch(({ status }) => status))
    expect(answers.slice(-3)).toEqual([503, 503, 503])
    expect(journal.isFailing).toBe(true)
    expect(await ship(journal)).toHaveLength(answers.filter((answer) => answer === true).length)
    journal.clearShipped()
    // By itself: a load balancer sends no visitors meanwhile.
    await expect.poll(() => journal.isFailing, settling).toBe(false)
    expect(await journal.append(clickOf('lnk_1'))).toBe(true)
  })

  it('refuses clicks with 503 while the disk fails, logs it once, and works again afterwards', async () => {
    const journal = await open()
    await rm(root, { recursive: true })
    await writeFile(root, 'a file where a folder belongs')
    for (let n = 0; n < 2; n++) expect(await journal.append(clickOf('lnk_1')).catch(({ status }) => status)).toBe(503)
    const moved = 'the journal is not where it was; it goes on in another folder'
    expect([journal.isFailing, logged]).toEqual([true, [moved, 'the journal cannot be written']])
    await rm(root)
    await expect.poll(() => journal.isFailing, settling).toBe(false)
    await journal.append(clickOf('lnk_1'))
    expect((await ship(journal)).length).toBe(1)
    expect(logged.slice(2)).toEqual(['the journal can be written again'])
  })

  it('is read by the next process when it was closed with clicks', async () => {
    const clicks = clicksOf(3)
    const former = await open()
    await append(former, clicks)
    await former.close()
    opened.splice(0)
    const journal = await open()
    const [path = ''] = await journal.takeOver()
    expect(decodeLines(await readFile(path)).flat()).toEqual(clicks)
  })
})

describe('the quarantine', () => {
  it('keeps its clicks when they can neither be written nor added again, and tries them all later', async () => {
    let files = 0
    const remover = new SegmentRemover({ warn: note })
    const quarantine = new Quarantine(() => {
      if (files++ > 0) throw new Error('no space left on device')
      return join(root, 'quarantine-1.clicks')
    }, remover)
    const clicks = clicksOf(3)
    await quarantine.add(clicks, 'invalid')
    const tried: ClickRow[] = []
    const retry = (insert: (batch: readonly ClickRow[]) => Promise<void>) =>
      vi.waitFor(async () => {
        await quarantine.retry(insert)
        expect(tried).not.toEqual([])
      }, 10_000)
    const addAgain = async (batch: readonly ClickRow[]) => {
      tried.push(...batch)
      await quarantine.add(batch, 'invalid')
    }
    await vi.waitFor(() => expect(quarantine.retry(addAgain)).rejects.toThrow('no space left'), 10_000)
    expect([quarantine.size, await segmentsIn()]).toEqual([3, ['quarantine-1.clicks']])
    tried.length = 0
    await retry(async (batch) => void tried.push(...batch))
    expect(tried).toEqual(clicks)
    await remover.run()
    expect([quarantine.size, await segmentsIn()]).toEqual([0, []])
  })
})

describe('the journal of another process', () => {
  it('is left alone while that process lives, and taken over by one of five when it has not moved for 30 seconds', async () => {
    const owner = await open()
    await append(owner, clicksOf(1))
    const folder = await ownFolder()
    const others = await Promise.all(Array.from({ length: 5 }, () => open()))
    expect((await Promise.all(others.map((each) => each.takeOver()))).flat()).toEqual([])
    const before = new Date(Date.now() - 31_000)
    await utimes(join(folder, 'owner.json'), before, before)
    expect((await Promise.all(others.map((each) => each.takeOver()))).flat()).toHaveLength(1)
  })

  it('is taken over at once when that process has ended', async () => {
    const child = spawn(process.execPath, ['-e', ''])
    await new Promise((resolve) => child.on('exit', resolve))
    await mkdir(join(root, '1-gone'))
    await writeFile(join(root, '1-gone', 'journal-1.clicks'), encodeFrames(clicksOf(1)))
    const former = await open()
    const own = JSON.parse(await readFile(join(await folderOf(former), 'owner.json'), 'utf8'))
    const identity = own.identity.replace(/ \d+ \d+$/, ` ${child.pid} 1`)
    await writeFile(join(root, '1-gone', 'owner.json'), JSON.stringify({ pid: child.pid, identity }))
    expect(await former.takeOver()).toHaveLength(1)
  })

  const folderOf = async (journal: Journal) => join(journal.createPath('x'), '..')

  it('is continued by its owner in a new one, which loses nothing, when it was taken over too early', async () => {
    const owner = await open()
    await append(owner, clicksOf(2))
    await rename(await ownFolder(), join(tmpdir(), `tack-taken-${process.pid}`))
    const later = clicksOf(2)
    await append(owner, later)
    expect(logged).toEqual(['the journal is not where it was; it goes on in another folder'])
    expect(await ship(owner)).toEqual(later)
    expect(owner.shipped).toBe(owner.appended)
    await rm(join(tmpdir(), `tack-taken-${process.pid}`), { recursive: true })
  })
})
