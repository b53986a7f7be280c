import { createEnumType } from '../shared/enum-type.ts'

export type Plan = 'free' | 'pro' | 'business'
export const Plan = createEnumType<Plan>('Plan', 'The plan of a workspace, which decides its limits.', {
  free: 'Up to 3 members.',
  pro: 'Up to 20 members.',
  business: 'Up to 200 members.',
})

interface PlanLimits {
  /** Members and open invitations together. */
  readonly members: number
}

export const planLimits: Readonly<Record<Plan, PlanLimits>> = {
  free: { members: 3 },
  pro: { members: 20 },
  business: { members: 200 },
}

/** Workspaces that an account owns, besides its personal one. */
export const maxOwnedWorkspaces = 10
