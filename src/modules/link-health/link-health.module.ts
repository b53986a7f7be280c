import type { Orm } from '../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../platform/database/statements.ts'
import type { JobRunRecorder } from '../../platform/jobs/job-runs.ts'
import type { Module, ModuleDefinition, Platform } from '../../platform/module.ts'
import { repeatEvery } from '../../platform/shared/recurring-tasks.ts'
import { HealthChecker, type HealthCheckerDependencies, pollIntervalMs } from './health-checker.ts'
import { LinkHealthFieldResolver, LinkHealthResolver } from './link-health.resolver.ts'
import { linkHealthSchema } from './link-health.schema.ts'
import { LinkHealthService, LinkHealthSettingService } from './link-health.service.ts'

export interface LinkHealthModuleDependencies extends HealthCheckerDependencies {
  readonly jobRuns: JobRunRecorder
}

/** Begins to look after the links that are watched. Answers what ends it. */
export function startLinkHealth({
  jobRuns,
  ...checkerDependencies
}: LinkHealthModuleDependencies): () => Promise<void> {
  const checker = new HealthChecker(checkerDependencies)
  const stop = repeatEvery(
    () => jobRuns.record('link-health', () => checker.runDueChecks()),
    pollIntervalMs,
    checkerDependencies.log,
  )
  return async () => {
    checker.stop()
    await stop()
    await checker.idle()
  }
}

/** How long checks are kept: the longest range of the command center. */
const checkRetentionMs = 90 * 24 * 3600 * 1000

/**
 * What is due once a day: old checks and hosts without a link go, and the links of accounts that want all of theirs
 * watched are gone through again, for one that was made in the very moment of the wish.
 */
export async function runLinkHealthMaintenance(orm: Orm, now: Date): Promise<void> {
  const em = orm.em.fork(withoutQueryLog())
  await executeUnlogged(em, 'delete from health_check where started_at < ?', [
    new Date(now.getTime() - checkRetentionMs),
  ])
  await executeUnlogged(em, 'delete from health_host where due_at is null and free_at < ?', [now])
  await executeUnlogged(
    em,
    `update health_account set settles_before = 'infinity' where is_on and settles_before is null`,
  )
}

/** Checks whether the destinations of links can be reached, for owners who want it. */
export const linkHealthModule = {
  entities: [],
  schema: linkHealthSchema,
  tablesWithoutEntity: ['health_account', 'health_link', 'health_host', 'health_check'],
  resolvers: [LinkHealthResolver, LinkHealthFieldResolver],
  create({ orm, httpClient, clock, jobRuns, settings, log, throttle }: Platform): Module {
    const linkHealthService = new LinkHealthService(throttle)
    let stopChecking: (() => Promise<void>) | undefined
    return {
      resolvers: [
        new LinkHealthResolver(new LinkHealthSettingService(), linkHealthService),
        new LinkHealthFieldResolver(linkHealthService),
      ],
      runMaintenance: () => runLinkHealthMaintenance(orm, clock.now()),
      start: () => {
        stopChecking = startLinkHealth({ orm, httpClient, clock, jobRuns, shortUrl: settings.shortUrl, log })
      },
      stop: async () => stopChecking?.(),
    }
  },
} satisfies ModuleDefinition
