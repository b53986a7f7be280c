import { LockMode } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import { type Clock, dayMs } from '../../../platform/shared/time.ts'
import type { FileStore, StoredFile } from '../files/index.ts'
import { AccountArchive, type AccountArchiveState, unfinishedStates } from './account-archive.entity.ts'
import type { AccountArchiveMails } from './account-archive-mails.ts'
import { type ArchiveFilesDependencies, readArchiveFiles } from './archive-files.ts'
import { writeZip, ZipTooLarge } from './zip.ts'

export const accountArchiveQueue = 'account-archives'

export interface AccountArchiveJob {
  readonly archiveId: string
}

/** How long an archive can be downloaded. */
const downloadMs = dayMs

interface AccountArchiveRunnerDependencies extends ArchiveFilesDependencies {
  readonly clock: Clock
  readonly fileStore: FileStore
  readonly mails: AccountArchiveMails
}

/** Writes archives, as jobs on any node. A killed job starts again, and no part of its file is left. */
export class AccountArchiveRunner {
  private isStopping = false

  constructor(private readonly dependencies: AccountArchiveRunnerDependencies) {}

  /** Ends the jobs that run, so that they start again later. */
  stop(): void {
    this.isStopping = true
  }

  /** The handler of the queue. */
  async run({ archiveId }: AccountArchiveJob): Promise<void> {
    const { clock } = this.dependencies
    const archive = await this.change(archiveId, (found) => {
      Object.assign(found, { state: 'running', startedAt: found.startedAt ?? clock.now() })
    })
    if (!archive) return
    try {
      const file = await this.write(archive.account.id)
      const isFinished = await this.finish(archiveId, 'completed', file)
      if (!isFinished) await this.dependencies.fileStore.delete(this.em(), [file.id])
    } catch (error) {
      if (!(error instanceof ZipTooLarge)) throw error
      await this.finish(archiveId, 'failed', null)
    }
  }

  private write(accountId: string): Promise<StoredFile> {
    const now = this.dependencies.clock.now()
    const values = {
      accountId,
      workspaceId: null,
      name: `archive-${now.toISOString().slice(0, 10)}.zip`,
      contentType: 'application/zip',
      expiresAt: new Date(now.getTime() + downloadMs),
    }
    const zip = writeZip(readArchiveFiles(this.dependencies, accountId, now), now)
    return this.dependencies.fileStore.write(values, this.untilStopped(zip))
  }

  private async *untilStopped(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      if (this.isStopping) throw new Error('The process ends; the archive is written again by another one.')
      yield piece
    }
  }

  private async finish(
    archiveId: string,
    state: Extract<AccountArchiveState, 'completed' | 'failed'>,
    file: StoredFile | null,
  ): Promise<boolean> {
    const archive = await this.change(archiveId, async (found, em) => {
      Object.assign(found, { state, file: file?.id ?? null, finishedAt: this.dependencies.clock.now() })
      await em.flush()
      if (file) await this.dependencies.mails.sendReady(em, found)
    })
    return archive !== null
  }

  /** Changes an archive that is not finished; null for a finished archive. */
  private change(
    archiveId: string,
    apply: (archive: AccountArchive, em: EntityManager) => void | Promise<void>,
  ): Promise<AccountArchive | null> {
    return this.em().transactional(async (em) => {
      const where = { id: archiveId, state: { $in: [...unfinishedStates] } }
      const archive = await em.findOne(AccountArchive, where, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
      if (archive) await apply(archive, em)
      return archive
    }, withoutQueryLog())
  }

  private em(): EntityManager {
    return this.dependencies.orm.em.fork(withoutQueryLog())
  }
}
