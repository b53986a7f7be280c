import { defineModule, type Module } from '../../../platform/module.ts'
import {
  AlertResolver,
  ApprovalResolver,
  CommandCenterActivityResolver,
  CommandCenterResolver,
  RecommendationResolver,
} from './command-center.resolver.ts'
import { CommandCenterService } from './command-center.service.ts'
import { WorkspaceUsageResolver } from './quotas/workspace-usage.resolver.ts'

/** The command center: the state of the background work of an account. */
export const commandCenterModule = defineModule({
  entities: [],
  schema: [],
  resolvers: [
    CommandCenterResolver,
    CommandCenterActivityResolver,
    AlertResolver,
    RecommendationResolver,
    ApprovalResolver,
    WorkspaceUsageResolver,
  ],
  create(platform): Module {
    const { quota } = platform.limits
    return {
      resolvers: [
        new CommandCenterResolver(new CommandCenterService(quota)),
        new CommandCenterActivityResolver(),
        new AlertResolver(),
        new RecommendationResolver(),
        new ApprovalResolver(),
        new WorkspaceUsageResolver(),
      ],
    }
  },
})
