import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tables } from '../../src/modules.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { FolderInUse, lockFolder } from '../../src/platform/database/embedded/folder-lock.ts'

let folder: string
const children: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tack-lock-'))
})
afterEach(async () => {
  await Promise.all(children.splice(0).map(killed))
  await rm(folder, { recursive: true })
})

/** A process that tries to lock the folder; resolves with its first output: `locked` or `rejected`. */
async function holder(what = 'lock'): Promise<{ child: ChildProcess; output: string }> {
  const script = fileURLToPath(new URL('./holder.ts', import.meta.url))
  const child = spawn(process.execPath, ['--experimental-strip-types', '--no-warnings', script, folder, what])
  children.push(child)
  const complaint = text(child.stderr)
  const output = await Promise.race([once(child.stdout, 'data').then(String), once(child, 'close').then(() => '')])
  if (output === '') throw new Error(await complaint)
  return { child, output }
}

/** Kills the process with SIGKILL, so that it cannot clean up. */
async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'close')
}

const files = () => readdir(folder)

describe('lockFolder', () => {
  it('throws FolderInUse with the folder, the process and what to do when another live process holds it', async () => {
    const { child, output } = await holder()
    expect(output).toBe('locked')
    const error = await lockFolder(folder).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(FolderInUse)
    for (const part of [folder, `process ${child.pid}`, 'DATABASE_URL']) {
      expect((error as Error).message).toContain(part)
    }
    expect(child.exitCode).toBeNull()
    expect(await files()).toEqual(['tack.lock'])
  })

  it('throws FolderInUse when its own process holds the folder', async () => {
    const { release } = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUse)
    await release()
  })

  it('leaves no file in the folder after release', async () => {
    const { release } = await lockFolder(folder)
    await release()
    expect(await files()).toEqual([])
    await (await lockFolder(folder)).release()
  })

  it('replaces the lock of a killed process', async () => {
    const { child } = await holder()
    await killed(child)
    expect(await files()).toEqual(['tack.lock'])
    const { release } = await lockFolder(folder)
    expect(await files()).toEqual(['tack.lock'])
    expect((await holder()).output).toBe('rejected')
    await release()
  })

  it('replaces the lock of a dead process whose pid another process now has', async () => {
    await writeFile(join(folder, 'tack.lock'), JSON.stringify({ pid: process.ppid, startedAt: '1' }))
    await (await lockFolder(folder)).release()
  })

  it.each(['', '{"pid":', 'null', '{}', '{"pid":"1"}', '{"pid":0,"startedAt":null}', '{"pid":-1,"startedAt":null}'])(
    'replaces a lock without a valid holder, as after a power cut: %j',
    async (content) => {
      await writeFile(join(folder, 'tack.lock'), content)
      await (await lockFolder(folder)).release()
      expect(await files()).toEqual([])
    },
  )

  it('replaces a lock after a process was killed while replacing it', async () => {
    const dead = JSON.stringify({ pid: 999_999_999, startedAt: null })
    for (const name of ['tack.lock', 'tack.lock.claim', 'tack.lock.claim.claim'])
      await writeFile(join(folder, name), dead)
    const { release } = await lockFolder(folder)
    expect(await files()).toEqual(['tack.lock'])
    await release()
  })

  it('gives the folder of a dead holder to exactly one of twenty attempts at once', async () => {
    await writeFile(join(folder, 'tack.lock'), JSON.stringify({ pid: 999_999_999, startedAt: null }))
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await files()).toEqual(['tack.lock'])
  })

  it('gives the folder of a dead holder to exactly one of four processes at once', async () => {
    await writeFile(join(folder, 'tack.lock'), JSON.stringify({ pid: 999_999_999, startedAt: null }))
    const output = (await Promise.all(Array.from({ length: 4 }, () => holder()))).map((each) => each.output)
    expect(output.sort()).toEqual(['locked', 'rejected', 'rejected', 'rejected'])
  })
})

describe('the embedded database in a folder', { timeout: 60_000 }, () => {
  it('rejects a second process, and has every acknowledged row after kill -9', async () => {
    const { child } = await holder('database')
    const place = { kind: 'folder', folder } as const
    await expect(openDatabase({ place, tables })).rejects.toThrow(FolderInUse)
    await killed(child)
    const { orm, close } = await openDatabase({ place, tables })
    expect(await orm.em.fork().execute('select word from stored')).toEqual([{ word: 'acknowledged' }])
    await close()
    expect(await files()).toEqual(['database'])
  })

  it('locks its folder while it is open', async () => {
    const place = { kind: 'folder', folder: join(folder, 'made', 'on', 'the', 'way') } as const
    const first = await openDatabase({ place, tables })
    await expect(openDatabase({ place, tables })).rejects.toThrow(FolderInUse)
    await first.close()
    const again = await openDatabase({ place, tables })
    await again.close()
  })

  it('unlocks its folder when it cannot start', async () => {
    await writeFile(join(folder, 'database'), 'a file where a folder belongs')
    await expect(openDatabase({ place: { kind: 'folder', folder }, tables })).rejects.toThrow()
    expect(await files()).toEqual(['database'])
  })
})
