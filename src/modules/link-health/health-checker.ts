import { setTimeout as pause } from 'node:timers/promises'
import type { Orm } from '../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../platform/database/statements.ts'
import type { SafeHttpClient } from '../../platform/http-client/safe-http-client.ts'
import type { Clock } from '../../platform/shared/clock.ts'
import type { Logger } from '../../platform/shared/logger.ts'
import { type CheckClaim, claimDueChecks } from './check-claim.queries.ts'
import { recordCheckResult, scheduleNextRequest } from './check-result.queries.ts'
import { classifyResponse, isCheckResult } from './response-classifier.ts'
import { applyWatchSettings } from './watch-setting.queries.ts'

export interface HealthCheckerDependencies {
  readonly orm: Orm
  readonly httpClient: SafeHttpClient
  readonly clock: Clock
  /** The origin of short addresses: what frames the destination of a cloaked link. */
  readonly shortUrl: string
  readonly log: Pick<Logger, 'warn'>
}

/** How often is looked for what has become due. */
export const pollIntervalMs = 500

/** A sweep ends when nothing is due, or after this long: it is noted as one, and they are not to be many. */
const maxRunMs = 60_000

/** Requests that one process makes at a time. */
const maxConcurrentRequests = 10

const timeoutMs = 5_000

const requestHeaders = { accept: '*/*', 'user-agent': 'Tack-Health/1 (bot; looks whether a link leads somewhere)' }

/**
 * Calls the destinations of links that are watched, one request at a time for each. What stands in the database says
 * what comes next, so a process that ends leaves nothing behind but a request that is made again.
 */
export class HealthChecker {
  readonly #dependencies: HealthCheckerDependencies
  readonly #inFlight = new Set<Promise<void>>()
  readonly #abortController = new AbortController()

  constructor(dependencies: HealthCheckerDependencies) {
    this.#dependencies = dependencies
  }

  /** Goes on as long as something is due. Answers how many requests were begun, and how many links met a new wish. */
  async runDueChecks(): Promise<number> {
    const { signal } = this.#abortController
    const deadlineMs = performance.now() + maxRunMs
    let processedCount = 0
    for (;;) {
      const newlyProcessed = signal.aborted ? 0 : await this.#poll()
      processedCount += newlyProcessed
      if (newlyProcessed === 0 || performance.now() >= deadlineMs) return processedCount
      await pause(pollIntervalMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Has a sweep that runs begin nothing more. */
  stop(): void {
    this.#abortController.abort()
  }

  /** Resolves when no request is under way. */
  async idle(): Promise<void> {
    await Promise.all(this.#inFlight)
  }

  async #poll(): Promise<number> {
    const now = this.#dependencies.clock.now()
    const [pending] = await executeUnlogged<{ settles: boolean; ready: boolean }>(this.#em(), pendingWorkSql, [now])
    const appliedCount = pending?.settles ? await applyWatchSettings(this.#em(), now) : 0
    const isReady = pending?.ready || appliedCount > 0
    const claims = isReady ? await claimDueChecks(this.#em(), now, maxConcurrentRequests - this.#inFlight.size) : []
    for (const claim of claims) {
      const check = this.#check(claim).finally(() => this.#inFlight.delete(check))
      this.#inFlight.add(check)
    }
    return appliedCount + claims.length
  }

  /** Never rejects: what could not be written down is made again when its turn is over. */
  async #check(claim: CheckClaim): Promise<void> {
    const { httpClient, clock, shortUrl, log } = this.#dependencies
    try {
      const { url, method } = claim
      const response = await httpClient.send({ url, method, headers: requestHeaders, targetKind: 'page', timeoutMs })
      const result = classifyResponse(claim, response, shortUrl)
      await this.#em().transactional(async (em) => {
        if (isCheckResult(result)) await recordCheckResult(em, claim, result, response.durationMs, clock.now())
        else await scheduleNextRequest(em, claim, result, response.durationMs, clock.now())
      }, withoutQueryLog())
    } catch (err) {
      log.warn({ err, link: claim.linkId }, 'a check of a link cannot be written down; it is made again')
    }
  }

  #em() {
    return this.#dependencies.orm.em.fork(withoutQueryLog())
  }
}

const pendingWorkSql = `
  select exists (select 1 from health_account where settles_before is not null) as settles,
         exists (select 1 from health_host where ready_at <= ?::timestamptz) as ready`
