import { randomUUID } from 'node:crypto'
import { LockMode } from '@mikro-orm/postgresql'
import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import type { ReadReplicas } from '../../../../platform/database/replicas/read-replicas.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import type { EventPublisher } from '../../../../platform/events/event-publisher.ts'
import type { JobQueue } from '../../../../platform/jobs/job-queue.ts'
import type { Clock } from '../../../../platform/shared/time.ts'
import { ImportOvertaken, type LinkImporter, type RouteCache } from '../../../publishing/links/index.ts'
import type { PastClickImporter } from '../../../visits/clicks/index.ts'
import type { FileStore } from '../../files/index.ts'
import { hasEnded, LinkImport } from '../import.entity.ts'
import { insertRowErrors } from '../imports.queries.ts'
import { ClickReader } from '../reading/click-reader.ts'
import { findFileDateOrder } from '../reading/date-order.ts'
import { openImportFile } from '../reading/import-file.ts'
import { RowReader } from '../reading/row-reader.ts'
import { type SourceRecords, UnreadableFile } from '../reading/source-record.ts'
import { sourceFormats } from '../reading/sources.ts'
import { createCompletedEvent } from './completed-event.ts'
import { assertHasDestinations, readColumns } from './file-columns.ts'
import {
  addClick,
  addRecord,
  addResults,
  addWarnings,
  createSlice,
  type Slice,
  toClickOptions,
  toRowErrors,
  toTwinWarnings,
} from './slice.ts'

export const importQueue = 'imports'

export interface ImportJob {
  readonly importId: string
}

/** How long one job works. Then another job continues, so that no worker counts as dead. */
const jobDurationMs = 8_000

const maxAttempts = 5

/** A slice of long rows ends early, because parts of its work are done in one turn of the event loop. */
const maxSliceLength = 128 * 1024

interface ImportRunnerDependencies {
  readonly orm: Orm
  readonly clock: Clock
  readonly jobs: JobQueue
  readonly events: EventPublisher
  readonly fileStore: FileStore
  readonly linkImporter: LinkImporter
  readonly pastClickImporter: PastClickImporter
  readonly routeCache: RouteCache
  /** Where the links are listed from, if there are any. */
  readonly replicas: ReadReplicas | undefined
  /** Rows that are written in one transaction. */
  readonly sliceSize: number
}

/**
 * Runs imports, as jobs on any node. Each slice of rows is one transaction, which also moves the position of the
 * import: a killed job leaves whole slices, and the next job continues after them.
 */
export class ImportRunner {
  private isStopping = false

  constructor(private readonly dependencies: ImportRunnerDependencies) {}

  stop(): void {
    this.isStopping = true
  }

  /** The handler of the queue. */
  async run({ importId }: ImportJob): Promise<void> {
    const deadlineMs = performance.now() + jobDurationMs
    const em = this.em()
    const found = await em.findOne(LinkImport, { id: importId })
    if (!found || hasEnded(found.state) || found.state === 'waiting') return
    const fileId = found.file?.id
    if (!fileId) return this.finish(importId, 'failed', 'The file has expired.')
    try {
      const file = await openImportFile(this.dependencies.fileStore.read(fileId), found.source)
      if (found.processed === 0) await this.begin(found, file)
      for await (const slice of this.readSlices(found, file, fileId)) {
        const isRunning = await this.writeSlice(importId, slice)
        if (!isRunning) return
        if (found.creator) await this.dependencies.replicas?.recordWriteOf(found.creator.id)
        if (this.isStopping || performance.now() > deadlineMs) return await this.continueLater(found)
      }
      await this.finish(importId, 'completed', null)
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      await this.finish(importId, 'failed', error.message)
    }
  }

  /** Shows which fields the columns are read as. Throws `UnreadableFile` when no column has destinations. */
  private async begin({ id, source }: LinkImport, { columns }: SourceRecords): Promise<void> {
    const found = readColumns(source, columns)
    await this.change(id, (linkImport) => {
      Object.assign(linkImport, found, { state: 'running' })
      linkImport.startedAt ??= this.dependencies.clock.now()
    })
    assertHasDestinations(found)
  }

  /** The rows after the position of the import, in slices. Earlier rows are read and left out. */
  private async *readSlices(
    { processed, source }: LinkImport,
    { columns, records }: SourceRecords,
    fileId: string,
  ): AsyncGenerator<Slice> {
    const format = sourceFormats[source]
    const clickReader = readColumns(source, columns).content === 'clicks' ? new ClickReader(source) : null
    let reader = new RowReader(columns, { format, dateOrder: null })
    let isOrderKnown = false
    let slice = createSlice(processed)
    let row = 0
    try {
      for await (const record of records) {
        row++
        if (clickReader) addClick(slice, row, record, clickReader, processed)
        if (row <= processed) continue
        if (!clickReader && !isOrderKnown && reader.hasAmbiguousDate(record)) {
          isOrderKnown = true
          const file = await openImportFile(this.dependencies.fileStore.read(fileId), source)
          reader = new RowReader(columns, { format, dateOrder: await findFileDateOrder(file, reader) })
        }
        if (!clickReader) addRecord(slice, row, record, reader)
        if (slice.size < this.dependencies.sliceSize && slice.length < maxSliceLength) continue
        yield slice
        slice = createSlice(row)
      }
    } catch (error) {
      if (error instanceof UnreadableFile && slice.size > 0) yield slice
      throw error
    }
    if (slice.size > 0) yield slice
  }

  /** Returns whether the import continues. It may have been cancelled, or another job may have written the slice. */
  private async writeSlice(importId: string, slice: Slice): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.tryToWrite(importId, slice)
      } catch (error) {
        if (!(error instanceof ImportOvertaken) || attempt === maxAttempts) throw error
      }
    }
  }

  private async tryToWrite(importId: string, slice: Slice): Promise<boolean> {
    const { linkImporter, pastClickImporter, routeCache } = this.dependencies
    const routeKeys = await this.em()
      .transactional(async (em) => {
        const before = await em.findOne(LinkImport, { id: importId }, { disableIdentityMap: true })
        if (!before || !isAt(before, slice)) return null
        // Called before the import is locked, because every transaction locks the block list first.
        const options = {
          workspaceId: before.workspace.id,
          importId,
          creatorId: before.creator?.id ?? null,
          onConflict: before.onConflict,
          isDryRun: before.isDryRun,
          plannedLinks: before.isDryRun ? before.created : 0,
        }
        const { results: clickResults, ...imported } =
          slice.clicks.length > 0
            ? { routeKeys: [], results: await pastClickImporter.importSlice(em, toClickOptions(before), slice.clicks) }
            : await linkImporter.importSlice(em, options, slice.rows)
        const linkImport = await lock(em, importId)
        // Rolls back a slice that another job has written, or whose import was cancelled.
        if (!linkImport || !isAt(linkImport, slice)) throw new SliceObsolete()
        const results = [...clickResults, ...slice.unreadable]
        const errors = toRowErrors(results, slice)
        await insertRowErrors(em, importId, errors)
        addResults(linkImport, results)
        linkImport.processed += slice.size
        linkImport.failed += errors.length
        linkImport.warnings = addWarnings(linkImport.warnings, [...slice.warnings, ...toTwinWarnings(results)])
        return imported.routeKeys
      }, withoutQueryLog())
      .catch((error: unknown) => {
        if (error instanceof SliceObsolete) return null
        throw error
      })
    if (routeKeys === null) return false
    routeCache.invalidate(...routeKeys)
    return true
  }

  /** Sends the job that continues the import. */
  private async continueLater({ id, workspace }: LinkImport): Promise<void> {
    await this.em().transactional(
      (em) => this.dependencies.jobs.send(em, importQueue, [createImportJob(id, workspace.id)]),
      withoutQueryLog(),
    )
  }

  private async finish(importId: string, state: 'completed' | 'failed', failureMessage: string | null): Promise<void> {
    const { clock, events, fileStore } = this.dependencies
    await this.change(importId, async (linkImport, em) => {
      const fileId = linkImport.file?.id
      Object.assign(linkImport, { state, failureMessage, finishedAt: clock.now(), file: null })
      linkImport.startedAt ??= clock.now()
      if (state === 'completed') linkImport.total = linkImport.processed
      await em.flush()
      if (fileId) await fileStore.delete(em, [fileId])
      if (!linkImport.isDryRun) await events.publish(em, createCompletedEvent(linkImport, clock.now()))
    })
  }

  /** Changes an import that has not ended. */
  private async change(
    importId: string,
    apply: (linkImport: LinkImport, em: EntityManager) => void | Promise<void>,
  ): Promise<void> {
    await this.em().transactional(async (em) => {
      const linkImport = await lock(em, importId)
      if (linkImport && !hasEnded(linkImport.state)) await apply(linkImport, em)
    }, withoutQueryLog())
  }

  private em(): EntityManager {
    return this.dependencies.orm.em.fork(withoutQueryLog())
  }
}

/** The job of an import, in the group of its workspace, so that its imports run one after the other. */
export function createImportJob(importId: string, workspaceId: string) {
  return { id: randomUUID(), data: { importId } satisfies ImportJob, group: workspaceId }
}

class SliceObsolete extends Error {}

function lock(em: EntityManager, id: string): Promise<LinkImport | null> {
  return em.findOne(LinkImport, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}

function isAt({ state, processed }: LinkImport, { after }: Slice): boolean {
  return !hasEnded(state) && processed === after
}
