import { type FilterQuery, LockMode } from '@mikro-orm/postgresql'
import { authorize, hasScope } from '../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { AccessEnd } from '../../../platform/events/access-endings.ts'
import type { EndedMembership } from '../../../platform/events/transaction-hook.ts'
import { findOwned } from '../../../platform/graphql/owned/owned-rows.ts'
import type { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../../platform/graphql/pagination/pagination.ts'
import { batchById, type RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../platform/graphql/request-limits.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import { assertWithinPlanLimit, type PlanLimit } from '../../../platform/rate-limiting/plan-limit.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import { newId } from '../../../platform/shared/ids.ts'
import { findOwnedWorkspaceIds } from '../../identity/workspaces/index.ts'
import {
  chargeExport,
  Domain,
  Link,
  type LinkExportArgs,
  type LinkPlacementFilter,
  lockPlacements,
} from '../../publishing/links/index.ts'
import { type ClickExportArgs, ClickFilter, readClickFilter } from '../../visits/clicks/index.ts'
import type { Download, FileStore } from '../files/index.ts'
import {
  ExportConnection,
  ExportContent,
  exportScopes,
  FileExport,
  hasEnded,
  newestExportsFirst,
} from './export.entity.ts'
import { ExportEnded, ExportNotFound } from './export.errors.ts'
import { createExportJob, exportQueue } from './running/export-runner.ts'

/** How many exports a workspace may have at the same time, besides the weekly export. */
const maxUnfinished = 5

const exportPlanLimit: PlanLimit = {
  resourceName: 'unfinished exports',
  maximum: maxUnfinished,
  holder: 'workspace',
  selectUsed: (em, workspace) =>
    em
      .createQueryBuilder(FileExport)
      .count()
      .where({ workspace, isWeekly: false, state: { $in: ['queued', 'running'] } }),
  findNewest: (em, workspace) => em.findOne(FileExport, { workspace }, { orderBy: { createdAt: 'desc' } }),
}

interface ExportServiceDependencies {
  readonly fileStore: FileStore
  readonly jobs: JobQueue
  readonly throttle: Throttle
}

/** The objects of the workspace that a filter names. */
interface NamedThings extends LinkPlacementFilter {
  readonly urlId?: string | null
  readonly domainId?: string | null
}

type NewExport = Pick<FileExport, 'content' | 'format' | 'bom'> & { readonly filter: NamedThings }

/**
 * The exports of the caller. The workspaces are in each query, so an export of another workspace gives the same 404 as
 * a missing one.
 */
export class ExportService {
  private readonly loadFile = batchById(({ em }, ids) => this.dependencies.fileStore.findAvailable(em, ids))

  constructor(private readonly dependencies: ExportServiceDependencies) {}

  /**
   * Begins an export of links. Throws `PlanLimitReached`, `RateLimited`, and `InvalidParams` for a filter that names
   * objects of another workspace, because its file would be empty without explanation.
   */
  createOfLinks(context: RequestContext, { format, bom, ...filter }: LinkExportArgs): Promise<FileExport> {
    return this.create(context, { content: 'links', format, bom, filter })
  }

  /** Begins an export of clicks. Also throws `InsufficientScope` when the caller may not read clicks. */
  async createOfClicks(
    context: RequestContext,
    { format, bom, ...filter }: ClickExportArgs & LinkPlacementFilter,
  ): Promise<FileExport> {
    assertMayRead(context, 'clicks')
    readClickFilter(filter.filter ?? new ClickFilter(), context.now())
    return this.create(context, { content: 'clicks', format, bom, filter })
  }

  /** The exports of the workspace that the caller may read, newest first. */
  list(context: RequestContext, page: ConnectionArgs): Promise<ExportConnection> {
    const content = { $in: Object.values(ExportContent).filter((each) => mayRead(context, each)) }
    const query = { where: { workspace: context.workspaceId, content }, order: newestExportsFirst }
    return findConnection(context, ExportConnection, FileExport, query, page)
  }

  /** Throws `ExportNotFound`. */
  get(context: RequestContext, id: string): Promise<FileExport> {
    return findOwned(context, FileExport, { id }, ExportNotFound, { refresh: true })
  }

  /** Ends an export of the caller, or of others in workspaces where the caller is a member. Throws `ExportEnded`. */
  cancel(context: RequestContext, id: string): Promise<FileExport> {
    const { workspaceIds, accountId } = context
    const isOwn = { workspace: { $in: workspaceIds }, creator: accountId }
    const isOfMember = { workspace: { $in: context.workspaceIdsAs('member') } }
    return context.em.transactional(async (em) => {
      const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new ExportNotFound() }
      const found = await em.findOneOrFail(FileExport, { id, $or: [isOwn, isOfMember] }, options)
      assertMayRead(context, found.content)
      if (hasEnded(found.state)) throw new ExportEnded()
      const fileId = found.file?.id
      Object.assign(found, { state: 'cancelled', finishedAt: context.now(), file: null })
      await em.flush()
      if (fileId) await this.dependencies.fileStore.delete(em, [fileId])
      return found
    })
  }

  /** Ends the download links of a former member's exports: the links need no login. */
  async expireFilesOfMember(em: EntityManager, { accountId, workspaceId, at }: EndedMembership): Promise<void> {
    await this.expireFiles(em, { creator: accountId, workspace: workspaceId }, at)
  }

  /** Ends the download links of an account's exports, and of the workspaces that it owns. Returns their number. */
  async expireFilesOfOwner(em: EntityManager, { accountId, at }: AccessEnd): Promise<number> {
    const owned = { workspace: { $in: await findOwnedWorkspaceIds(em, accountId) } }
    return this.expireFiles(em, { $or: [{ creator: accountId }, owned] }, at)
  }

  private async expireFiles(em: EntityManager, where: FilterQuery<FileExport>, at: Date): Promise<number> {
    const withFile = { $and: [where, { file: { $ne: null } }] }
    const exports = await em.find(FileExport, withFile, { fields: ['file'], disableIdentityMap: true })
    return this.dependencies.fileStore.expire(
      em,
      exports.flatMap(({ file }) => file?.id ?? []),
      at,
    )
  }

  /** The file of an export; null before it is complete and after it has expired. */
  async download(context: RequestContext, { file }: FileExport): Promise<Download | null> {
    const stored = file && (await this.loadFile(context, file.id))
    return stored && this.dependencies.fileStore.toDownload(stored)
  }

  private create(context: RequestContext, values: NewExport): Promise<FileExport> {
    const { workspaceId, accountId } = context
    const { jobs, throttle } = this.dependencies
    return context.em.transactional(async (em) => {
      await assertOfWorkspace(context, em, values.filter)
      await assertWithinPlanLimit(exportPlanLimit, em, workspaceId, context)
      await chargeExport(throttle, context)
      const now = context.now()
      const created = em.create(FileExport, {
        ...values,
        filter: { ...values.filter },
        id: newId('exp', now),
        workspace: workspaceId,
        creator: accountId,
        state: 'queued',
        createdAt: now,
      })
      await em.persist(created).flush()
      await jobs.send(em, exportQueue, [createExportJob(created)])
      return created
    })
  }
}

async function assertOfWorkspace(context: RequestContext, em: EntityManager, filter: NamedThings): Promise<void> {
  const { urlId, domainId } = filter
  const workspace = context.workspaceId
  const placementOf = await lockPlacements(context, em, [filter])
  placementOf(filter, workspace)
  if (urlId != null && (await em.count(Link, { id: urlId, workspace })) === 0)
    throw InvalidParams.forField('urlId', 'must be a link of the workspace')
  if (domainId != null && (await em.count(Domain, { id: domainId, workspace })) === 0)
    throw InvalidParams.forField('domainId', 'must be a domain of the workspace')
}

function mayRead({ caller }: RequestContext, content: ExportContent): boolean {
  return hasScope(caller, exportScopes[content])
}

/** Before anything is changed; the guard of the type comes after. */
function assertMayRead({ caller }: RequestContext, content: ExportContent): void {
  authorize(caller, { open: false, scope: exportScopes[content] })
}
