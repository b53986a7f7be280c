import { requireAccount } from '../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { findOwned, lockOwned } from '../../../platform/graphql/owned/owned-rows.ts'
import type { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../../platform/graphql/pagination/pagination.ts'
import { batchPerRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import { assertWithinPlanLimit, type PlanLimit } from '../../../platform/rate-limiting/plan-limit.ts'
import { writeCsv } from '../../../platform/rest/csv.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import { newId } from '../../../platform/shared/ids.ts'
import { dayMs } from '../../../platform/shared/time.ts'
import { Link } from '../../publishing/links/index.ts'
import type { FileStore, StoredFile } from '../files/index.ts'
import { hasEnded, ImportConnection, LinkImport, newestImportsFirst } from './import.entity.ts'
import { ImportEnded, ImportHasContent, ImportNotFound } from './import.errors.ts'
import type { CreateImportInput } from './import.inputs.ts'
import type { ImportErrorFile } from './import.types.ts'
import { readErrors, readFirstErrors } from './imports.queries.ts'
import { createImportJob, importQueue } from './running/import-runner.ts'

/** Imports that a workspace may have at the same time; each keeps a file. */
const maxUnfinished = 5

const isUnfinished = { state: { $in: ['waiting', 'queued', 'running'] as const } }

const importPlanLimit: PlanLimit = {
  resourceName: 'unfinished imports',
  maximum: maxUnfinished,
  holder: 'workspace',
  selectUsed: (em, workspace) =>
    em
      .createQueryBuilder(LinkImport)
      .count()
      .where({ workspace, state: { $in: [...isUnfinished.state.$in] } }),
  findNewest: (em, workspace) => em.findOne(LinkImport, { workspace }, { orderBy: { createdAt: 'desc' } }),
}

/** How long the file is kept of an import that does not end. */
const fileLifetimeMs = 7 * dayMs

/** How many errors the answer about an import has. The file of errors has all errors. */
const maxErrorsInAnswer = 20

interface ImportServiceDependencies {
  readonly fileStore: FileStore
  readonly jobs: JobQueue
}

/**
 * The imports of the caller. The workspaces are in each query, so an import of another workspace gives the same 404 as
 * a missing one.
 */
export class ImportService {
  /** The first errors of an import. */
  readonly firstErrors = batchPerRequest(async ({ em }: RequestContext, ids: readonly string[]) => {
    const errors = await readFirstErrors(em, ids, maxErrorsInAnswer)
    return ids.map((id) => errors.get(id) ?? [])
  })

  constructor(private readonly dependencies: ImportServiceDependencies) {}

  /** Begins an import, at once or with its upload. Throws `PlanLimitReached`. */
  async create(
    context: RequestContext,
    { source, content, urlId, onConflict, dryRun }: CreateImportInput,
  ): Promise<LinkImport> {
    const { workspaceId, accountId } = context
    if (urlId != null) await assertOwnedLink(context, urlId)
    const create = (file: StoredFile | null) =>
      context.em.transactional(async (em) => {
        await assertWithinPlanLimit(importPlanLimit, em, workspaceId, context)
        const linkImport = em.create(LinkImport, {
          id: newId('imp', context.now()),
          workspace: workspaceId,
          creator: accountId,
          actorId: requireAccount(context.caller).actorId,
          source,
          onConflict,
          isDryRun: dryRun,
          linkId: urlId ?? null,
          state: file ? 'queued' : 'waiting',
          file: file?.id ?? null,
          createdAt: context.now(),
        })
        await em.persist(linkImport).flush()
        if (file) await this.queue(em, linkImport)
        return linkImport
      })
    if (content == null) return create(null)
    return this.withFile(context, toBytes(content), create)
  }

  /** Stores the content of an import that waits for it. Throws `ImportNotFound` and `ImportHasContent`. */
  async upload(context: RequestContext, id: string, content: AsyncIterable<Uint8Array>): Promise<LinkImport> {
    assertWaiting(await this.get(context, id))
    return this.withFile(context, content, (file) =>
      context.em.transactional(async (em) => {
        const linkImport = await lockOwned(context, em, LinkImport, { id }, ImportNotFound)
        assertWaiting(linkImport)
        Object.assign(linkImport, { state: 'queued', file })
        await em.flush()
        await this.queue(em, linkImport)
        return linkImport
      }),
    )
  }

  /** The imports of the workspace, newest first. */
  list(context: RequestContext, page: ConnectionArgs): Promise<ImportConnection> {
    const query = { where: { workspace: context.workspaceId }, order: newestImportsFirst }
    return findConnection(context, ImportConnection, LinkImport, query, page)
  }

  /** Throws `ImportNotFound`. */
  get(context: RequestContext, id: string): Promise<LinkImport> {
    return findOwned(context, LinkImport, { id }, ImportNotFound, { refresh: true })
  }

  /** Ends an import after the slice that is being written. Throws `ImportNotFound` and `ImportEnded`. */
  async cancel(context: RequestContext, id: string): Promise<LinkImport> {
    return context.em.transactional(async (em) => {
      const linkImport = await lockOwned(context, em, LinkImport, { id }, ImportNotFound)
      if (hasEnded(linkImport.state)) throw new ImportEnded()
      const fileId = linkImport.file?.id
      Object.assign(linkImport, { state: 'cancelled', finishedAt: context.now(), file: null })
      await em.flush()
      if (fileId) await this.dependencies.fileStore.delete(em, [fileId])
      return linkImport
    })
  }

  /** REST responds with the file, GraphQL with its address. Throws `ImportNotFound`. */
  async exportErrors(context: RequestContext, id: string): Promise<ImportErrorFile> {
    await this.get(context, id)
    const { em, settings } = context
    const fileName = `import-errors-${id}.csv`
    const mediaType = 'text/csv; charset=utf-8; header=present'
    context.respondWithFile({
      name: fileName,
      mediaType,
      open: async () => writeCsv(['row', 'code', 'message'], readErrors(em, id), { bom: false }),
    })
    return { fileName, mediaType, href: `${settings.publicUrl}/v1/imports/${id}/errors` }
  }

  private queue(em: EntityManager, { id, workspace }: LinkImport): Promise<void> {
    return this.dependencies.jobs.send(em, importQueue, [createImportJob(id, workspace.id)])
  }

  /** Stores a file, outside of any transaction because it may take long, and deletes it when the action fails. */
  private async withFile<T>(
    context: RequestContext,
    content: AsyncIterable<Uint8Array>,
    act: (file: StoredFile) => Promise<T>,
  ): Promise<T> {
    const { fileStore } = this.dependencies
    const { workspaceId, accountId, em } = context
    const expiresAt = new Date(context.now().getTime() + fileLifetimeMs)
    const values = { accountId, workspaceId, name: 'import', contentType: 'application/octet-stream', expiresAt }
    const file = await fileStore.write(values, content)
    try {
      return await act(file)
    } catch (error) {
      await fileStore.delete(em.fork(), [file.id])
      throw error
    }
  }
}

/** Throws `InvalidParams` for a link that is not in the workspace. */
async function assertOwnedLink({ em, workspaceId }: RequestContext, id: string): Promise<void> {
  if ((await em.count(Link, { id, workspace: workspaceId, kind: { $in: ['link', 'qr'] } })) === 0)
    throw InvalidParams.forField('urlId', 'must be a link of the workspace')
}

async function* toBytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

function assertWaiting({ state }: LinkImport): void {
  if (state !== 'waiting') throw new ImportHasContent()
}
