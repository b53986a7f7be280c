export { commandCenterModule } from './command-center.module.ts'
export { PlanUsage } from './quotas/plan-usage.types.ts'
export { readUsage } from './quotas/workspace-usage.resolver.ts'
