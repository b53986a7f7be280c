import type { Plan as PlanName } from '../../../../config/plan.ts'
import { createEnumType } from '../../../../platform/shared/enum-type.ts'

export type Plan = PlanName
export const Plan = createEnumType<Plan>('Plan', 'The plan of a workspace, which decides its limits.', {
  free: 'What every workspace begins with.',
  pro: 'More than `free`.',
  business: 'More than `pro`.',
})
