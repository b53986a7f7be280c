import { randomUUID } from 'node:crypto'
import { LockMode } from '@mikro-orm/postgresql'
import type { Settings } from '../../../../config.ts'
import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import type { ReadReplicas } from '../../../../platform/database/replicas/read-replicas.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import type { JobQueue } from '../../../../platform/jobs/job-queue.ts'
import { newId } from '../../../../platform/shared/ids.ts'
import { type Clock, dayMs, secondMs } from '../../../../platform/shared/time.ts'
import type { ClickReader } from '../../../visits/clicks/index.ts'
import type { FileStore } from '../../files/index.ts'
import { FileExport, hasEnded } from '../export.entity.ts'
import { mediaTypeOf, writeContent } from '../export-content.ts'

export const exportQueue = 'exports'

export interface ExportJob {
  readonly exportId: string
}

/** How long a file can be downloaded. The link of a weekly mail works until the next mail. */
const fileLifetimesMs = { requested: dayMs, weekly: 7 * dayMs }

/** How often a file is begun before its export fails. */
const maxAttempts = 5

/** How often the number of rows is stored, and how often the job checks whether the export continues. */
const progressIntervalMs = secondMs

interface ExportRunnerDependencies {
  readonly orm: Orm
  readonly clock: Clock
  readonly settings: Settings
  readonly jobs: JobQueue
  readonly fileStore: FileStore
  readonly store: ClickReader
  /** Where rows are read from, if there are any. */
  readonly replicas: ReadReplicas | undefined
  /** Runs in the transaction in which an export is completed. */
  readonly onCompleted: (em: EntityManager, completed: FileExport) => Promise<void>
}

/**
 * Writes the files of exports, as jobs on any node. A killed job begins again with the first row, because a file must
 * be complete. Of two jobs, only the job that began last may write (`FileExport.attempts`).
 */
export class ExportRunner {
  private isStopping = false

  constructor(private readonly dependencies: ExportRunnerDependencies) {}

  stop(): void {
    this.isStopping = true
  }

  /** The handler of the queue. */
  async run({ exportId }: ExportJob): Promise<void> {
    const begun = await this.begin(exportId)
    if (!begun) return
    try {
      await this.write(begun)
    } catch (error) {
      if (error instanceof Interrupted) return this.continueLater(begun)
      // The export was cancelled or deleted together with its file, or another job has begun it again.
      const isCurrent = await this.em().count(FileExport, currentOf(begun))
      if (isCurrent) throw error
    }
  }

  /** Starts the next attempt, and deletes the file of the attempt before. Returns null when there is nothing to do. */
  private begin(exportId: string): Promise<BegunExport | null> {
    const { clock, fileStore } = this.dependencies
    return this.em().transactional(async (em) => {
      const found = await lock(em, { id: exportId })
      if (!found || hasEnded(found.state)) return null
      const formerFileId = found.file?.id
      const creatorId = found.creator?.id
      const failureMessage = describeFailure(found)
      const state = failureMessage === null ? 'running' : 'failed'
      Object.assign(found, { state, failureMessage, file: null, rowCount: 0, attempts: found.attempts + 1 })
      found.startedAt ??= clock.now()
      if (state === 'failed') found.finishedAt = clock.now()
      await em.flush()
      if (formerFileId) await fileStore.delete(em, [formerFileId])
      return state === 'running' && creatorId ? Object.assign(found, { creatorId }) : null
    }, withoutQueryLog())
  }

  private async write(begun: BegunExport): Promise<void> {
    const { clock, fileStore } = this.dependencies
    const { content, format, isWeekly, creatorId, workspace } = begun
    const now = clock.now()
    const id = newId('file', now)
    const values = {
      id,
      accountId: creatorId,
      workspaceId: workspace.id,
      name: `${content}-${begun.createdAt.toISOString().slice(0, 10)}.${format}`,
      contentType: mediaTypeOf(begun),
      expiresAt: new Date(now.getTime() + fileLifetimesMs[isWeekly ? 'weekly' : 'requested']),
    }
    const progress = { rowCount: 0 }
    await fileStore.write(values, this.readContent(begun, id, progress))
    const isCompleted = await this.complete(begun, progress)
    if (!isCompleted) await fileStore.delete(this.em(), [id])
  }

  /** The file in pieces. Ends with an error when the export does not continue. */
  private async *readContent(
    begun: BegunExport,
    fileId: string,
    progress: { rowCount: number },
  ): AsyncGenerator<string> {
    const { settings, store } = this.dependencies
    await this.update(begun, { file: fileId })
    let updatedAtMs = performance.now()
    const replica = await this.dependencies.replicas?.waitFor(begun.creatorId, begun.workspace.id)
    const em = replica?.fork(withoutQueryLog()) ?? this.em()
    yield* writeContent({ em, settings, store }, begun, async (rowCount) => {
      if (this.isStopping) throw new Interrupted()
      progress.rowCount += rowCount
      if (performance.now() - updatedAtMs < progressIntervalMs) return
      await this.update(begun, progress)
      updatedAtMs = performance.now()
    })
  }

  /** Changes an export that this attempt may still write. */
  private async update(begun: BegunExport, changes: { readonly file: string } | { rowCount: number }): Promise<void> {
    const count = await this.em().nativeUpdate(FileExport, currentOf(begun), { ...changes })
    if (count === 0) throw new Error('The export was cancelled or begun again.')
  }

  /** Returns false when this attempt may no longer write. */
  private complete(begun: BegunExport, { rowCount }: { readonly rowCount: number }): Promise<boolean> {
    const { clock, onCompleted } = this.dependencies
    return this.em().transactional(async (em) => {
      const found = await lock(em, currentOf(begun))
      if (!found) return false
      Object.assign(found, { state: 'completed', rowCount, finishedAt: clock.now() })
      await em.flush()
      await onCompleted(em, found)
      return true
    }, withoutQueryLog())
  }

  /** Sends the job that begins the export again, on another node or after a restart. */
  private async continueLater(begun: BegunExport): Promise<void> {
    await this.em().transactional(
      (em) => this.dependencies.jobs.send(em, exportQueue, [createExportJob(begun)]),
      withoutQueryLog(),
    )
  }

  private em(): EntityManager {
    return this.dependencies.orm.em.fork(withoutQueryLog())
  }
}

/** The job of an export, in the group of its workspace, so that its exports are written one after the other. */
export function createExportJob({ id, workspace }: Pick<FileExport, 'id' | 'workspace'>) {
  return { id: randomUUID(), data: { exportId: id } satisfies ExportJob, group: workspace.id }
}

type BegunExport = FileExport & { readonly creatorId: string }

/** The process stops. */
class Interrupted extends Error {}

function describeFailure({ attempts, creator }: FileExport): string | null {
  if (!creator) return 'The account that requested it was deleted.'
  return attempts < maxAttempts ? null : `The file could not be written in ${maxAttempts} attempts.`
}

function currentOf({ id, attempts }: FileExport) {
  return { id, attempts, state: 'running' as const }
}

function lock(em: EntityManager, where: { readonly id: string }): Promise<FileExport | null> {
  return em.findOne(FileExport, where, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}
