import type { Settings } from '../../../config.ts'
import type { Orm } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import type {
  ArchiveContent,
  ArchiveContents,
  ArchiveFile,
  ArchivePart,
  ArchiveSource,
} from '../../../platform/jobs/archive-part.ts'
import { writeJsonList } from '../../../platform/rest/csv.ts'
import { listMemberships, type Workspace } from '../../identity/workspaces/index.ts'

export interface ArchiveFilesDependencies {
  readonly orm: Orm
  readonly settings: Settings
  readonly archiveParts: readonly ArchivePart[]
  readonly archiveContents: ArchiveContents
}

/** The files of the archive of an account: its own, and a folder for each workspace that it owns. */
export async function* readArchiveFiles(
  { orm, settings, archiveParts, archiveContents }: ArchiveFilesDependencies,
  accountId: string,
  writtenAt: Date,
): AsyncGenerator<ArchiveFile> {
  const em = () => orm.em.fork(withoutQueryLog())
  const withContent = ({ name, content = archiveContents.get(name) }: ArchivePart) => {
    if (!content) throw new Error(`No module reads ${name} for archives.`)
    return { name, content }
  }
  const memberships = await listMemberships(em(), accountId)
  const workspaces = memberships.filter(({ role }) => role === 'owner').map(({ workspace }) => workspace.getEntity())
  yield { name: 'README.txt', content: writeReadme(archiveParts, workspaces, writtenAt) }
  for (const part of archiveParts.filter(({ of }) => of === 'account'))
    yield* readPart(withContent(part), '', { em: em(), settings, id: accountId })
  for (const { id, slug } of workspaces)
    for (const part of archiveParts.filter(({ of }) => of === 'workspace'))
      yield* readPart(withContent(part), folderOf(slug), { em: em(), settings, id })
}

const folderOf = (slug: string) => `workspaces/${slug}/`

async function* readPart(
  { name, content }: { readonly name: string; readonly content: ArchiveContent },
  folder: string,
  source: ArchiveSource,
): AsyncGenerator<ArchiveFile> {
  if ('pages' in content) yield { name: folder + name, content: writeJsonList(content.pages(source)) }
  else for await (const file of content.files(source)) yield { ...file, name: folder + file.name }
}

async function* writeReadme(
  parts: readonly ArchivePart[],
  workspaces: readonly Workspace[],
  writtenAt: Date,
): AsyncGenerator<string> {
  const list = (of: ArchivePart['of']) => parts.filter((part) => part.of === of).map(describePart)
  yield [
    'This archive has what the service has stored about your account and the workspaces that you own.',
    `It was written on ${writtenAt.toISOString()}. What changed meanwhile may be missing.`,
    '',
    'Files whose names end in .json are lists of records in JSON (UTF-8). Files whose names end in .csv open in a',
    'spreadsheet. Times are in UTC. A field with the name of a thing, such as "link" or "workspace", has its id.',
    '',
    'Your account:',
    ...list('account'),
    '',
    `Each workspace that you own has a folder: ${workspaces.map(({ slug }) => folderOf(slug)).join(', ')}`,
    ...list('workspace'),
    '',
    'Not in it: passwords, API keys and the secrets of webhooks and applications, of which the service has only digests or',
    'sealed copies; what belongs to workspaces of others; and clicks that were deleted because they were too old.',
    '',
  ].join('\r\n')
}

const describePart = ({ name, about }: ArchivePart) => `  ${name.padEnd(26)}${about}`
