import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { HashedFiles } from '../../../platform/web/hashed-files.ts'

/** A file of the application, as Vite describes it in its manifest. */
interface Chunk {
  /** Below the folder of the build, such as `assets/main-1a2b3c4d.js`. */
  readonly file: string
  /** Names of the chunks that it imports at once. */
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** What the shell loads: paths below `/app`. */
export interface ConsoleEntry {
  readonly script: string
  /** What the script imports at once. */
  readonly preloads: readonly string[]
  readonly styles: readonly string[]
}

/** The application that `build.ts` compiled from the folder `console`. */
export interface ConsoleBuild {
  readonly entry: ConsoleEntry
  readonly files: HashedFiles
}

const entryName = 'main.tsx'

/** Null when the service was compiled without the console. */
export async function readConsoleBuild(): Promise<ConsoleBuild | null> {
  const manifestFile = findManifest()
  if (manifestFile === null) return null
  const manifest: Readonly<Record<string, Chunk>> = JSON.parse(await readFile(manifestFile, 'utf8'))
  const folder = join(dirname(manifestFile), '..', 'assets')
  const names = (await readdir(folder)).filter((name) => !/\.(br|gz)$/.test(name))
  return { entry: readEntry(manifest), files: new HashedFiles(folder, new Set(names)) }
}

function findManifest(): string | null {
  try {
    // The name is declared under `imports` in package.json, so it is found from src and from dist.
    return createRequire(import.meta.url).resolve('#console/.vite/manifest.json')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null
    throw error
  }
}

function readEntry(manifest: Readonly<Record<string, Chunk>>): ConsoleEntry {
  const entry = manifest[entryName]
  if (!entry) throw new Error(`The manifest of the console has no ${entryName}.`)
  const chunks = new Set([entry])
  // A set may grow while it is read.
  for (const chunk of chunks) for (const name of chunk.imports ?? []) if (manifest[name]) chunks.add(manifest[name])
  const [{ file: script }, ...imported] = [...chunks] as [Chunk, ...Chunk[]]
  return {
    script,
    preloads: imported.map(({ file }) => file),
    styles: [...new Set([...chunks].flatMap(({ css }) => css ?? []))],
  }
}
