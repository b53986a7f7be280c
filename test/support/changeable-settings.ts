import { readSettings, type Settings } from '../../src/config.ts'
import { MemoryRateLimitStore } from '../../src/platform/rate-limiting/memory-store.ts'
import type { Counter, RateLimitDecision, RateLimitStore } from '../../src/platform/rate-limiting/rate-limit.ts'
import type { Clock } from '../../src/platform/shared/time.ts'

/** Variables of settings that the service reads at each use, so that a test can change them in a running app. */
export type ChangeableVariable =
  | 'RATE_LIMITS'
  | 'RATE_LIMIT_PER_MINUTE'
  | 'RATE_LIMIT_PER_HOUR'
  | 'PLAN_LIMITS'
  | 'ABUSE_CONTACT'
  | 'SECURITY_CONTACT'
  | 'ALLOW_PRIVATE_DESTINATIONS'
  | 'LOG_LEVEL'
  | 'SHORT_URL'
  | 'ROOT_URL'
  | 'YOURLS_API'
  | 'SLACK_SIGNING_SECRET'
  | 'SLACK_API_KEY'
  | 'MATTERMOST_TOKEN'
  | 'MATTERMOST_API_KEY'

export type SettingChanges = Partial<Record<ChangeableVariable, string>>

/** The settings of an app. A test can change some of them after the start. */
export class ChangeableSettings {
  readonly settings: Settings

  constructor(private readonly variables: Readonly<Record<string, string>>) {
    const settings = readSettings(variables)
    const { free, pro, business } = settings.plans
    this.settings = {
      ...settings,
      rateLimits: { ...settings.rateLimits },
      plans: { free: { ...free }, pro: { ...pro }, business: { ...business } },
    }
  }

  /** Sets the settings of the start with these changes. */
  change(changes: SettingChanges): void {
    const read = readSettings({ ...this.variables, ...changes })
    const { settings } = this
    Object.assign(settings.rateLimits, read.rateLimits)
    for (const plan of ['free', 'pro', 'business'] as const) Object.assign(settings.plans[plan], read.plans[plan])
    const { abuseContact, securityContact, allowPrivateDestinations, logLevel, shortUrl, rootUrl } = read
    const { acceptsYourls, slashCommands } = read
    const changed = {
      abuseContact,
      securityContact,
      allowPrivateDestinations,
      logLevel,
      shortUrl,
      rootUrl,
      acceptsYourls,
      slashCommands,
    }
    Object.assign(settings, changed)
  }
}

/** Counts like the store of a process, until it forgets everything. */
export class ForgetfulRateLimitStore implements RateLimitStore {
  private store: RateLimitStore

  constructor(private readonly clock: Clock) {
    this.store = new MemoryRateLimitStore(clock)
  }

  forget(): void {
    this.store = new MemoryRateLimitStore(this.clock)
  }

  charge(counters: readonly Counter[], cost: number): Promise<RateLimitDecision> {
    return this.store.charge(counters, cost)
  }

  peek(counters: readonly Counter[], cost: number): Promise<RateLimitDecision> {
    return this.store.peek(counters, cost)
  }

  refund(counters: readonly Counter[]): Promise<void> {
    return this.store.refund(counters)
  }

  reset(counters: readonly Counter[]): Promise<void> {
    return this.store.reset(counters)
  }

  isServerUp(): Promise<boolean | null> {
    return this.store.isServerUp()
  }

  close(): Promise<void> {
    return this.store.close()
  }
}
