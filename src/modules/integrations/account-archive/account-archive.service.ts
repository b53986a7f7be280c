import { randomUUID } from 'node:crypto'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { AccessEnd } from '../../../platform/events/access-endings.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../platform/graphql/request-limits.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import { lockAccount } from '../../../platform/rate-limiting/plan-limit.ts'
import type { RateLimitRule } from '../../../platform/rate-limiting/rate-limit.ts'
import { newId } from '../../../platform/shared/ids.ts'
import { dayMs } from '../../../platform/shared/time.ts'
import type { Download, FileStore } from '../files/index.ts'
import { AccountArchive, unfinishedStates } from './account-archive.entity.ts'
import { AccountArchiveNotFound } from './account-archive.errors.ts'
import { type AccountArchiveJob, accountArchiveQueue } from './account-archive-runner.ts'

/** How many archives an account may request (docs/decisions/rate-limits.md). */
const archiveLimit: RateLimitRule = { limit: 3, seconds: 24 * 3600 }

/** An archive that is not written after this time will never be written. */
const abandonedAfterMs = dayMs

interface AccountArchiveServiceDependencies {
  readonly fileStore: FileStore
  readonly jobs: JobQueue
  readonly throttle: Throttle
}

/** The archives of the caller. */
export class AccountArchiveService {
  constructor(private readonly dependencies: AccountArchiveServiceDependencies) {}

  /** Returns the archive that is being written, or requests one. Throws `RateLimited`. */
  request(context: RequestContext): Promise<AccountArchive> {
    const { accountId } = context
    const { jobs, throttle } = this.dependencies
    const now = context.now()
    return context.em.transactional(async (em) => {
      await lockAccount(em, accountId)
      const isUnfinished = { account: accountId, state: { $in: [...unfinishedStates] } }
      const unfinished = await em.findOne(AccountArchive, isUnfinished, { refresh: true })
      if (unfinished && unfinished.createdAt > new Date(now.getTime() - abandonedAfterMs)) return unfinished
      await throttle.charge(context, [{ name: 'archive', key: accountId, group: accountId, rule: archiveLimit }])
      if (unfinished) Object.assign(unfinished, { state: 'failed', finishedAt: now })
      const id = newId('arc', now)
      const archive = em.create(AccountArchive, { id, account: accountId, state: 'queued', createdAt: now })
      await em.persist(archive).flush()
      const data = { archiveId: id } satisfies AccountArchiveJob
      await jobs.send(em, accountArchiveQueue, [{ id: randomUUID(), data, group: accountId }])
      return archive
    })
  }

  /** The archive that was requested last. Throws `AccountArchiveNotFound`. */
  get({ em, accountId }: RequestContext): Promise<AccountArchive> {
    return em.findOneOrFail(
      AccountArchive,
      { account: accountId },
      {
        orderBy: { createdAt: 'desc', id: 'desc' },
        refresh: true,
        failHandler: () => new AccountArchiveNotFound(),
      },
    )
  }

  /** Ends the download links of the archives of an account. Returns their number. */
  async expireFiles(em: EntityManager, { accountId, at }: AccessEnd): Promise<number> {
    const where = { account: accountId, file: { $ne: null } }
    const archives = await em.find(AccountArchive, where, { fields: ['file'], disableIdentityMap: true })
    return this.dependencies.fileStore.expire(
      em,
      archives.flatMap(({ file }) => file?.id ?? []),
      at,
    )
  }

  /** The file of an archive of the caller; null while there is no file. */
  async findDownload({ em }: RequestContext, { file }: AccountArchive): Promise<Download | null> {
    const { fileStore } = this.dependencies
    const [available] = file ? await fileStore.findAvailable(em, [file.id]) : []
    return available ? fileStore.toDownload(available) : null
  }
}
