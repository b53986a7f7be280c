import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type AdminCommandResult, CommandError, type StandaloneContext } from '../../../platform/admin-command.ts'
import { secretFile } from '../../../platform/shared/keyring.ts'
import { programVersionText } from '../../../platform/shared/version.ts'
import { journalsFolder, ownerFile, segmentSuffix } from '../../visits/clicks/index.ts'
import { writeArchive } from './archive.ts'
import { copyEmbedded } from './folder-source.ts'
import { contentNames, filesFolder, manifestFile, writeManifest } from './manifest.ts'
import { identifySecret, readSecret } from './secret.ts'
import { dumpServer } from './server-source.ts'
import { withWorkFolder } from './work-folder.ts'

/** Writes a backup of the database, its journal and its secret into one new file. The service may run meanwhile. */
export async function backUp(context: StandaloneContext, name: string): Promise<AdminCommandResult> {
  const { database: place, dataFolder, backups } = context.settings
  if (place.kind === 'memory') throw new CommandError('A database in memory cannot be backed up. Set DATABASE_URL.')
  const file = resolve(name)
  if (existsSync(file)) throw new CommandError(`${file} exists. Name a new file.`)
  await mkdir(dirname(file), { recursive: true })
  // Beside the embedded database, because a copy on the same disk is fast and may share its blocks.
  const parent = place.kind === 'folder' ? dataFolder : dirname(file)
  const createdAt = new Date().toISOString()
  await withWorkFolder(parent, async (content) => {
    // The journal before a server's database: what is in neither has not been answered yet.
    if (place.kind === 'server') await copyJournals(dataFolder, content)
    const database =
      place.kind === 'server' ? await dumpServer(place.url, content) : await copyEmbedded(context, dataFolder, content)
    await collectFiles(dataFolder, content, database.id)
    const secretId = identifySecret(await readSecret(context.settings))
    await writeManifest(content, { program: programVersionText, createdAt, database, secretId })
    await writeArchive(file, content, [manifestFile, contentNames[place.kind], filesFolder], backups.passphrase)
  })
  const { size } = await stat(file)
  const encryption = backups.passphrase
    ? 'It is encrypted with BACKUP_PASSPHRASE.'
    : 'It is not encrypted, and contains secrets: set BACKUP_PASSPHRASE, or keep it where nobody else can read it.'
  return { text: `${file} (${formatBytes(size)}) is a backup of ${createdAt}. ${encryption}`, isDone: true }
}

async function copyJournals(dataFolder: string, content: string): Promise<void> {
  const journal = join(dataFolder, journalsFolder)
  // Files disappear when the database has their clicks.
  for (const name of await readdir(journal, { recursive: true }).catch(() => []))
    if (isSegment(name))
      await cp(join(journal, name), join(content, journalsFolder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
}

/** Keeps the secret, and of the journals the clicks that wait for this database. */
async function collectFiles(dataFolder: string, content: string, databaseId: string): Promise<void> {
  await mkdir(join(content, filesFolder))
  const secret = join(dataFolder, secretFile)
  if (existsSync(secret)) await cp(secret, join(content, filesFolder, secretFile))
  const journal = join(content, journalsFolder, databaseId)
  const names = await readdir(journal, { recursive: true }).catch(() => [])
  for (const name of names.filter((each) => basename(each) === ownerFile)) await rm(join(journal, name))
  if (names.some(isSegment)) await rename(journal, join(content, filesFolder, journalsFolder))
  // Journals of other databases, which the manifest must not list.
  await rm(join(content, journalsFolder), { recursive: true, force: true })
}

function isSegment(name: string): boolean {
  return name.endsWith(segmentSuffix)
}

function formatBytes(bytes: number): string {
  return bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 ** 2).toFixed(1)} MiB`
}
