import { planNames } from '../../../../config/plan.ts'
import type { AdminCommand } from '../../../../platform/admin-command.ts'
import { setWorkspacePlan } from './workspace-plan.service.ts'

/** Sets the plan of a workspace, which applies from the next request on, also of a running service. */
export const planAdminCommands: readonly AdminCommand[] = [
  {
    name: 'set-plan',
    parameters: ['workspace id or slug', planNames.join('|')],
    async run({ em }, idOrSlug = '', planText) {
      const plan = planNames.find((name) => name === planText)
      if (!plan) return { text: `There is no such plan. Plans are ${planNames.join(', ')}.`, isDone: false }
      const workspace = await setWorkspacePlan(em, idOrSlug, plan, new Date())
      if (!workspace) return { text: 'There is no such workspace.', isDone: false }
      return { text: `${workspace.id}  ${workspace.slug}  ${workspace.plan}`, isDone: true }
    },
  },
]
