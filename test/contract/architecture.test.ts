import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Where an import may lead is the linter's to say (linter.test.ts); how long a file may be is not. */
describe('every file', () => {
  it.each(['src', 'test'])('of %s has at most 250 lines', async (folder) => {
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'))
    const lengths = await Promise.all(
      files.map(
        async (name) => [name, (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n').length] as const,
      ),
    )
    expect(lengths.length).toBeGreaterThan(50)
    expect(lengths.filter(([, lines]) => lines > 250)).toEqual([])
  })
})
