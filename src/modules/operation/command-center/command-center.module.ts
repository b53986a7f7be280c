import { deleteRowsOf } from '../../../platform/jobs/workspace-purge.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { clicksModule } from '../../visits/clicks/index.ts'
import { AcknowledgedAlert, acknowledgedMs } from './alerts/acknowledged-alert.entity.ts'
import { acknowledgedAlertMigration } from './alerts/acknowledged-alert.migration.ts'
import {
  AlertResolver,
  ApprovalResolver,
  CommandCenterActivityResolver,
  CommandCenterResolver,
  RecommendationResolver,
} from './command-center.resolver.ts'
import { CommandCenterService } from './command-center.service.ts'
import { WhoamiResolver } from './quotas/whoami.resolver.ts'
import { WorkspaceUsageResolver } from './quotas/workspace-usage.resolver.ts'

/** The command center: the state of the background work of an account. */
export const commandCenterModule = defineModule({
  entities: [AcknowledgedAlert],
  migrations: [acknowledgedAlertMigration],
  resolvers: [
    CommandCenterResolver,
    CommandCenterActivityResolver,
    AlertResolver,
    RecommendationResolver,
    ApprovalResolver,
    WorkspaceUsageResolver,
    WhoamiResolver,
  ],
  uses: [clicksModule],
  create(platform, { store }): Module {
    const { orm, clock, limits, hooks } = platform
    const { quota } = limits
    hooks.workspacePurge.addSteps(deleteRowsOf('acknowledged_alert'))
    return {
      runMaintenance: async () => {
        const expired = { $lt: new Date(clock.now().getTime() - acknowledgedMs) }
        await orm.em.fork().nativeDelete(AcknowledgedAlert, { acknowledgedAt: expired })
      },
      resolvers: [
        new CommandCenterResolver(new CommandCenterService(quota, store)),
        new CommandCenterActivityResolver(),
        new AlertResolver(),
        new RecommendationResolver(),
        new ApprovalResolver(),
        new WorkspaceUsageResolver(),
        new WhoamiResolver(quota),
      ],
    }
  },
})
