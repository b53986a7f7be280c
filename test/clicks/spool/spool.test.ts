import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Spool } from '../../../src/modules/clicks/spool/spool.ts'
import { decodeLine, encodeLine } from '../../../src/modules/clicks/spool/spool-file.ts'
import { clickOf } from './rows.ts'

let folder: string
let logged: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tack-spool-'))
  logged = []
})
afterEach(async () => {
  for (const spool of opened.splice(0)) await spool.close()
  await rm(folder, { recursive: true, force: true })
})

const log = { error: (_: object, message: string) => void logged.push(message) }
const opened: Spool[] = []
function open(more = {}): Spool {
  const spool = new Spool({ folder, log, ...more })
  opened.push(spool)
  return spool
}
const spooled = async () => {
  const texts = await Promise.all((await readdir(folder)).sort().map((name) => readFile(join(folder, name), 'utf8')))
  return texts.join('').split('\n').slice(0, -1).map(decodeLine)
}

describe('a line of a spool file', () => {
  it('contains a click, which no click limit decides any more', () => {
    const click = clickOf('lnk_1', { referrer: 'exämple.com', limited: true })
    expect(encodeLine(click)).toMatch(/^[0-9a-f]{8} \{.*\}\n$/)
    expect(decodeLine(encodeLine(click).trimEnd())).toEqual({ ...click, limited: false })
  })

  it('is rejected when it is changed, incomplete or empty', () => {
    const line = encodeLine(clickOf('lnk_1')).trimEnd()
    for (const wrong of [line.replace('lnk_1', 'lnk_2'), line.slice(0, -1), line.slice(1), '', '00000000 ', '\0\0\0'])
      expect(decodeLine(wrong)).toBeNull()
  })
})

describe('the spool', () => {
  it('has each batch on the disk when append resolves, in the order of the calls', async () => {
    const spool = open()
    const clicks = Array.from({ length: 30 }, () => clickOf('lnk_1'))
    await Promise.all([0, 10, 20].map((from) => spool.append(clicks.slice(from, from + 10))))
    expect(await spooled()).toEqual(clicks)
    expect([(await readdir(folder)).length, spool.clicks, spool.dropped]).toEqual([1, 30, 0])
    expect(spool.bytes).toBe(clicks.map(encodeLine).join('').length)
  })

  it('lets one of five processes claim a file', async () => {
    const spools = Array.from({ length: 5 }, () => open())
    await spools[0]?.append([clickOf('lnk_1')])
    const takes = await Promise.all(spools.map((spool) => spool.claimFiles()))
    expect(takes.flat()).toHaveLength(1)
  })

  it('writes a batch again when its file is claimed at the same time', async () => {
    const [one, other] = [open(), open()]
    const clicks = [clickOf('lnk_1'), clickOf('lnk_1')]
    await one.append(clicks.slice(0, 1))
    expect(await other.claimFiles()).toHaveLength(1)
    await one.append(clicks.slice(1))
    const names = await readdir(folder)
    expect(names.map((name) => name.split('.').at(-1)).sort()).toEqual(['ndjson', 'taken'])
    const growing = await readFile(join(folder, names.find((name) => name.endsWith('.ndjson')) ?? ''), 'utf8')
    expect(decodeLine(growing.trimEnd())).toEqual(clicks[1])
  })

  it('claims files of other processes only at start', async () => {
    await open().append([clickOf('lnk_1')])
    await open().claimFiles()
    expect(await open().claimFiles()).toEqual([])
    expect(await open().claimFiles({ includeAbandoned: true })).toHaveLength(1)
  })

  it('drops clicks beyond its size, counts and logs them', async () => {
    const one = encodeLine(clickOf('lnk_1')).length
    const spool = open({ maxBytes: 3 * one })
    for (let n = 0; n < 5; n++) await spool.append([clickOf('lnk_1')])
    expect([spool.clicks, spool.dropped, (await spooled()).length]).toEqual([3, 2, 3])
    expect(logged).toEqual(Array(2).fill('the spool is full: clicks are dropped'))
    for (const path of await spool.claimFiles()) {
      await rm(path)
      spool.finish(path)
    }
    await spool.append([clickOf('lnk_1')])
    expect(spool.dropped).toBe(2)
  })

  it('rejects while the disk fails, logs it once, and works again afterwards', async () => {
    await rm(folder, { recursive: true })
    await writeFile(folder, 'a file where a folder belongs')
    const spool = open()
    for (let n = 0; n < 2; n++) await expect(spool.append([clickOf('lnk_1')])).rejects.toThrow(/EEXIST|ENOTDIR/)
    expect([spool.isFailing, logged]).toEqual([true, ['the spool cannot be written']])
    await rm(folder)
    await spool.append([clickOf('lnk_1')])
    expect([spool.isFailing, spool.clicks, (await spooled()).length]).toEqual([false, 1, 1])
  })

  it('continues in a new file when its file is replaced', async () => {
    const spool = open()
    await spool.append([clickOf('lnk_1')])
    const [name = ''] = await readdir(folder)
    await mkdir(join(folder, 'elsewhere'))
    await rename(join(folder, name), join(folder, 'elsewhere', name))
    await appendFile(join(folder, name), 'an impostor')
    await spool.append([clickOf('lnk_1')])
    expect((await readdir(folder)).filter((each) => each.endsWith('.ndjson'))).toHaveLength(2)
  })
})
