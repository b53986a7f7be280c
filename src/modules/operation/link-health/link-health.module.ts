import type { Orm } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import { archiveRows } from '../../../platform/jobs/archive-part.ts'
import { deleteRowsOf } from '../../../platform/jobs/workspace-purge.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { dayMs } from '../../../platform/shared/time.ts'
import { HealthChecker, pollIntervalMs } from './health-checker.ts'
import { endOfTime, LinkHealthRecord, LinkHealthSetting } from './link-health.entity.ts'
import { LinkHealthFieldResolver, LinkHealthLinkResolver, LinkHealthResolver } from './link-health.resolver.ts'
import { LinkHealthService } from './link-health.service.ts'
import { LinkHealthCheck, LinkHealthHost } from './link-health-check.entity.ts'

/** How long checks are stored: the longest range of the command center. */
const checkRetentionMs = 90 * dayMs

/**
 * The daily work: deletes old checks and hosts without a link, and applies all settings that are on once more. A link
 * that was created during a change of a setting may have missed the change.
 */
async function runMaintenance(orm: Orm, now: Date): Promise<void> {
  const em = orm.em.fork(withoutQueryLog())
  await em.nativeDelete(LinkHealthCheck, { startedAt: { $lt: new Date(now.getTime() - checkRetentionMs) } })
  await em.nativeDelete(LinkHealthHost, { dueAt: null, pausedUntil: { $lt: now } })
  await em.nativeUpdate(LinkHealthSetting, { isOn: true, unappliedBefore: null }, { unappliedBefore: endOfTime })
}

/** Checks whether the destinations of watched links can be reached. */
export const linkHealthModule = defineModule({
  entities: [LinkHealthSetting, LinkHealthRecord, LinkHealthHost, LinkHealthCheck],
  archiveParts: [
    archiveRows({
      of: 'workspace',
      name: 'link-health-setting.json',
      about: 'Whether all links are watched.',
      entity: LinkHealthSetting,
      where: (workspace) => ({ workspace }),
      omit: ['unappliedBefore'],
    }),
    archiveRows({
      of: 'workspace',
      name: 'link-health.json',
      about: 'What is known about the destinations of watched links.',
      entity: LinkHealthRecord,
      where: (workspace) => ({ workspace }),
    }),
  ],
  resolvers: [LinkHealthResolver, LinkHealthFieldResolver, LinkHealthLinkResolver],
  create(platform): Module {
    const { orm, clock } = platform
    const { jobRuns, recurringTasks } = platform.background
    const linkHealth = new LinkHealthService(platform.limits.throttle)
    const checker = new HealthChecker({ ...platform, httpClient: platform.outbound.httpClient })
    platform.hooks.workspacePurge.addSteps(deleteRowsOf('link_health_check'), deleteRowsOf('link_health_setting'))
    let stopPolling: (() => Promise<void>) | undefined
    return {
      resolvers: [
        new LinkHealthResolver(linkHealth),
        new LinkHealthFieldResolver(linkHealth),
        new LinkHealthLinkResolver(),
      ],
      runMaintenance: () => runMaintenance(orm, clock.now()),
      start: () => {
        const poll = () => jobRuns.record('link-health', () => checker.runDueChecks())
        stopPolling = recurringTasks.repeatEvery('check links', poll, pollIntervalMs)
      },
      stop: async () => {
        checker.stop()
        await stopPolling?.()
        await checker.idle()
      },
    }
  },
})
