import type { FilterQuery } from '@mikro-orm/postgresql'
import type { PlanLimits } from '../../../config/plan.ts'
import type { Scope } from '../../../platform/auth/scopes.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { LimitStatus } from '../../../platform/rate-limiting/rate-limit.ts'
import type { ApiKey } from '../../identity/api-keys/index.ts'
import type { ClickReader } from '../../visits/clicks/index.ts'
import type { CommandCenterPeriod } from './command-center-period.ts'

/** The input of the command center: a database snapshot, a workspace and a time range. */
export interface AccountSnapshot {
  readonly em: EntityManager
  readonly clickStore: ClickReader
  readonly workspaceId: string
  readonly accountId: string
  /** The keys of the workspace that the caller may see. */
  readonly listedKeys: FilterQuery<ApiKey>
  /** The scopes of the caller. Data outside these scopes is not part of the command center. */
  readonly scopes: ReadonlySet<Scope>
  /** Whether the caller may review reported links of all accounts. */
  readonly isAdmin: boolean
  readonly span: CommandCenterPeriod
  /** The limits of the workspace on its plan. */
  readonly limits: PlanLimits
  /** The account's requests of this hour; undefined while rate limits are off. */
  readonly requests: LimitStatus | undefined
}

/** Maximum length of a list. */
export const maxListItems = 100
