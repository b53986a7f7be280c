import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { finishFolderSwap, isSwapPending, swapFolders } from '../../src/platform/database/embedded/folder-swap.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tack-swap-'))
  for (const [name, text] of [
    ['database', 'old'],
    ['work/database', 'new'],
  ] as const) {
    await mkdir(join(folder, name), { recursive: true })
    await writeFile(join(folder, name, 'content'), text)
  }
})
afterEach(() => rm(folder, { recursive: true }))

const moves = [
  { from: 'database', to: 'before/database' },
  { from: 'work/database', to: 'database' },
]
const read = (name: string) => readFile(join(folder, name, 'content'), 'utf8')

it.each([0, 1, 2])('completes a swap that was killed after %i moves', async (count) => {
  await writeFile(join(folder, 'swap.json'), JSON.stringify(moves))
  await mkdir(join(folder, 'before'))
  for (const { from, to } of moves.slice(0, count)) await rename(join(folder, from), join(folder, to))
  expect(isSwapPending(folder)).toBe(true)
  await finishFolderSwap(folder)
  expect([await read('database'), await read('before/database')]).toEqual(['new', 'old'])
  expect(isSwapPending(folder)).toBe(false)
})

it('undoes the moves before one that fails', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(swapFolders(folder, [...moves, { from: 'file', to: 'file/below' }])).rejects.toThrow()
  expect([await read('database'), await read('work/database')]).toEqual(['old', 'new'])
  expect(isSwapPending(folder)).toBe(false)
  expect((await readdir(folder)).toSorted()).toEqual(['before', 'database', 'file', 'work'])
})
