import { setTimeout as pause } from 'node:timers/promises'
import type { EntityManager } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import type { Platform } from '../../../platform/module.ts'
import { getShortBase } from '../../publishing/links/index.ts'
import { type CheckClaim, claimDueChecks, findPendingWork } from './check-claim.queries.ts'
import { recordCheckResult, scheduleNextRequest } from './check-result.queries.ts'
import { classifyResponse, isCheckResult } from './response-classifier.ts'
import { applyWatchSettings } from './watch.queries.ts'

type HealthCheckerDependencies = Pick<Platform, 'orm' | 'clock' | 'settings' | 'log' | 'events'> &
  Pick<Platform['outbound'], 'httpClient'>

/** The time between two polls for due checks. */
export const pollIntervalMs = 500

/** A run ends when nothing is due, or after this long. Each run is recorded as one job run. */
const maxRunMs = 60_000

/** Concurrent requests of one process. */
const maxConcurrentRequests = 10

const requestOptions = {
  headers: { accept: '*/*', 'user-agent': 'Tack-Health/1 (bot; looks whether a link leads somewhere)' },
  targetKind: 'page',
  timeoutMs: 5_000,
} as const

/**
 * Requests the destinations of watched links, one request at a time for each link. The state of a check is in the
 * database: if the process ends, another process repeats the request.
 */
export class HealthChecker {
  private readonly inFlight = new Set<Promise<void>>()
  private readonly abortController = new AbortController()

  constructor(private readonly dependencies: HealthCheckerDependencies) {}

  /** Runs until nothing is due. Returns how many requests were started plus how many links had their setting applied. */
  async runDueChecks(): Promise<number> {
    const { signal } = this.abortController
    const deadlineMs = performance.now() + maxRunMs
    let processedCount = 0
    for (;;) {
      const newlyProcessed = signal.aborted ? 0 : await this.poll()
      processedCount += newlyProcessed
      if (newlyProcessed === 0 || performance.now() >= deadlineMs) return processedCount
      await pause(pollIntervalMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Keeps the current run from starting further requests. */
  stop(): void {
    this.abortController.abort()
  }

  /** Resolves when no request is in flight. */
  async idle(): Promise<void> {
    await Promise.all(this.inFlight)
  }

  private async poll(): Promise<number> {
    const now = this.dependencies.clock.now()
    const pendingWork = await findPendingWork(this.forkEm(), now)
    const appliedCount = pendingWork?.hasUnappliedSettings ? await applyWatchSettings(this.forkEm(), now) : 0
    const limit = pendingWork?.hasReadyHosts || appliedCount > 0 ? maxConcurrentRequests - this.inFlight.size : 0
    const claims = await claimDueChecks(this.forkEm(), now, limit)
    for (const claim of claims) {
      const check = this.check(claim).finally(() => this.inFlight.delete(check))
      this.inFlight.add(check)
    }
    return appliedCount + claims.length
  }

  /** Never rejects: if the request cannot be made or its result stored, the claim times out and the request is repeated. */
  private async check(claim: CheckClaim): Promise<void> {
    const { httpClient, clock, settings, log, events } = this.dependencies
    try {
      const { url, method, accountId } = claim
      const response = await httpClient.send({ ...requestOptions, url, method, accountId })
      // The claim expires, and the request is repeated.
      if (!response.isConclusive) throw new Error(`The request was not made: ${response.error}`)
      const result = classifyResponse(claim, response, getShortBase(settings, claim.domainHost))
      await this.forkEm().transactional(async (em) => {
        if (isCheckResult(result)) await recordCheckResult(em, events, claim, result, response.durationMs, clock.now())
        else await scheduleNextRequest(em, claim, result, response.durationMs, clock.now())
      }, withoutQueryLog())
    } catch (err) {
      log.warn({ err, link: claim.linkId }, 'a link check could not be made or stored; it is repeated')
    }
  }

  private forkEm(): EntityManager {
    return this.dependencies.orm.em.fork(withoutQueryLog())
  }
}
