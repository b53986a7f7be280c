/** What a workspace may have on a plan. An installation changes the numbers with `PLAN_LIMITS`. */
export interface PlanLimits {
  /** Calls that a member's account may make. Of all its workspaces, the one that allows the most counts. */
  readonly requestsPerHour: number
  readonly requestsPerMinute: number
  readonly links: number
  /** Members and open invitations together. */
  readonly members: number
  readonly webhooks: number
  /** Active ones. Lists of keys and QR codes have no pages by default, so these are equal on all plans. */
  readonly apiKeys: number
  readonly dynamicQrCodes: number
  readonly bioPages: number
}

export type Plan = 'free' | 'pro' | 'business'

/** The limits of each plan on one installation. */
export type Plans = Readonly<Record<Plan, PlanLimits>>

const unpaged = { apiKeys: 100, dynamicQrCodes: 1_000 }

/** The limits without settings. */
export const defaultPlans: Plans = {
  free: {
    requestsPerHour: 1_000,
    requestsPerMinute: 120,
    links: 1_000,
    members: 3,
    webhooks: 5,
    bioPages: 5,
    ...unpaged,
  },
  pro: {
    requestsPerHour: 10_000,
    requestsPerMinute: 600,
    links: 50_000,
    members: 20,
    webhooks: 20,
    bioPages: 50,
    ...unpaged,
  },
  business: {
    requestsPerHour: 60_000,
    requestsPerMinute: 3_000,
    links: 1_000_000,
    members: 200,
    webhooks: 100,
    bioPages: 500,
    ...unpaged,
  },
}

/** In ascending order of limits. */
export const planNames = Object.keys(defaultPlans) as readonly Plan[]
export const planLimitNames = Object.keys(defaultPlans.free) as readonly (keyof PlanLimits)[]

/** One changed limit, such as `free.links=5000`. */
export interface PlanLimitChange {
  readonly plan: Plan
  readonly name: keyof PlanLimits
  readonly limit: number
}

/** Reads changes such as `free.links=5000,pro.members=50`. Undefined if one is malformed or is given twice. */
export function parsePlanLimitChanges(text: string): readonly PlanLimitChange[] | undefined {
  const seen = new Set<string>()
  const changes = text.split(',').map((each): PlanLimitChange | undefined => {
    const [, planText, nameText, limit] = /^\s*(\w+)\.(\w+)\s*=\s*([1-9]\d{0,8})\s*$/.exec(each) ?? []
    const [plan, name] = [planNames.find((one) => one === planText), planLimitNames.find((one) => one === nameText)]
    if (!plan || !name || seen.has(`${plan}.${name}`)) return undefined
    seen.add(`${plan}.${name}`)
    return { plan, name, limit: Number(limit) }
  })
  return changes.every((change) => change !== undefined) ? changes : undefined
}

/** The plans with some limits changed. */
export function changePlanLimits(changes: readonly PlanLimitChange[]): Plans {
  const limitsOf = (plan: Plan) => {
    const own = changes.filter((change) => change.plan === plan).map(({ name, limit }) => [name, limit])
    return Object.freeze({ ...defaultPlans[plan], ...Object.fromEntries(own) })
  }
  return Object.freeze({ free: limitsOf('free'), pro: limitsOf('pro'), business: limitsOf('business') })
}

/**
 * The calls that an account may make, with workspaces on these plans: for each window, the plan that allows the most
 * counts. Nobody has fewer than on `free`, even if the settings allow more on `free` than on other plans.
 */
export function requestLimitsOf(
  plans: Plans,
  names: readonly Plan[],
): Pick<PlanLimits, 'requestsPerHour' | 'requestsPerMinute'> {
  const limits = ['free' as const, ...names].map((name) => plans[name])
  return {
    requestsPerHour: Math.max(...limits.map(({ requestsPerHour }) => requestsPerHour)),
    requestsPerMinute: Math.max(...limits.map(({ requestsPerMinute }) => requestsPerMinute)),
  }
}
