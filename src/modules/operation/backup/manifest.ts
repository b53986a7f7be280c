import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CommandError } from '../../../platform/admin-command.ts'
import { databaseFolder } from '../../../platform/database/embedded/database-folder.ts'

export const manifestFile = 'manifest.json'

/** The folder of the embedded database, and the dump of a server: the names in an archive. */
export const contentNames = { folder: databaseFolder, server: 'database.dump' } as const

/** Files of the data folder. */
export const filesFolder = 'files'

const manifestSchema = z.object({
  format: z.literal('tack-backup'),
  formatVersion: z.number().int(),
  /** The program that made the backup. */
  program: z.string(),
  createdAt: z.iso.datetime(),
  database: z.object({
    kind: z.enum(['folder', 'server']),
    id: z.string(),
    postgresMajor: z.number().int(),
    /** The migrations that the database had, oldest first. */
    migrations: z.array(z.string()),
    /** The number of rows of each table. */
    rows: z.record(z.string(), z.number().int()),
  }),
  /** Tells whether a secret is the one of this installation, and reveals nothing of it. */
  secretId: z.string(),
  files: z.array(z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() })),
})

/** What a backup contains. It is the first file of the archive. */
export type Manifest = z.infer<typeof manifestSchema>

const currentFormat = 1

/** Writes the manifest of the files that are in the folder. */
export async function writeManifest(
  folder: string,
  content: Omit<Manifest, 'format' | 'formatVersion' | 'files'>,
): Promise<void> {
  const files = await describeFiles(folder)
  const manifest: Manifest = { format: 'tack-backup', formatVersion: currentFormat, ...content, files }
  await writeFile(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
}

/** Reads the manifest of an unpacked archive and compares every file with it. Throws `CommandError`. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch(() => '')
  const parsed = manifestSchema.safeParse(parseJson(text))
  const { format, formatVersion, program } = (parseJson(text) ?? {}) as Partial<Record<string, unknown>>
  if (format === 'tack-backup' && typeof formatVersion === 'number' && formatVersion > currentFormat)
    throw new CommandError(
      `This backup was made by Tack ${program}, in a newer format. Restore it with that version or later.`,
    )
  if (!parsed.success)
    throw new CommandError('This archive is not a backup of Tack: its manifest is missing or damaged.')
  const found = new Map((await describeFiles(folder)).map((file) => [file.name, file]))
  for (const { name, bytes, sha256 } of parsed.data.files) {
    const file = found.get(name)
    if (file?.bytes !== bytes || file.sha256 !== sha256)
      throw new CommandError(`The backup is damaged: ${name} is not the file that was backed up. Use another backup.`)
    found.delete(name)
  }
  const [extra] = found.keys()
  if (extra !== undefined) throw new CommandError(`The backup was changed: ${extra} is not in its manifest.`)
  return parsed.data
}

async function describeFiles(folder: string): Promise<Manifest['files']> {
  const entries = await readdir(folder, { recursive: true })
  const files: Manifest['files'] = []
  for (const name of entries.toSorted()) {
    const stats = await stat(join(folder, name))
    if (!stats.isFile() || name === manifestFile) continue
    files.push({ name, bytes: stats.size, sha256: await digest(join(folder, name), stats.size) })
  }
  return files
}

/** With a buffer no larger than the file: a database has a thousand small files, and garbage collection half of the time. */
async function digest(file: string, bytes: number): Promise<string> {
  const hash = createHash('sha256')
  const highWaterMark = Math.min(Math.max(bytes, 1), 1024 ** 2)
  for await (const part of createReadStream(file, { highWaterMark })) hash.update(part as Buffer)
  return hash.digest('hex')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
