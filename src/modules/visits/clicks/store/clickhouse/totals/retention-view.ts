import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { type ResolvedScope, resolveScope } from '../scope.queries.ts'
import { formatInstant, type Params, scopeSql } from '../selection-sql.ts'
import { type RetentionRun, type RetentionState, readRetentionState } from './retention.queries.ts'

/** The links whose clicks a run deletes; null for all. */
export async function findRunScope(em: EntityManager, { workspaceId }: RetentionRun): Promise<ResolvedScope | null> {
  if (workspaceId === '') return null
  return resolveScope(em, { workspaceIds: [workspaceId], urlIds: null, includesViews: true })
}

/** The clicks that a run sums and deletes. */
export function runClicksSql({ before }: RetentionRun, scope: ResolvedScope | null, params: Params): string {
  const instant = params.bind(formatInstant(before), `DateTime64(3, 'UTC')`)
  return [`created_at < ${instant}`, ...(scope ? [`(${scopeSql(scope, params)})`] : [])].join(' and ')
}

/** What is counted from single clicks, and what from totals. */
export class RetentionView {
  constructor(
    private readonly state: RetentionState,
    private readonly runScope: ResolvedScope | null,
  ) {}

  get hasTotals(): boolean {
    return this.state.hasTotals
  }

  /** Conditions for single clicks: without those that the totals have. */
  clicksSql(params: Params): string[] {
    const { run } = this.state
    return run?.isSummed ? [`not (${runClicksSql(run, this.runScope, params)})`] : []
  }

  /** Conditions for totals: without those that are not complete. */
  totalsSql(params: Params): string[] {
    const { run } = this.state
    return run && !run.isSummed ? [`run != ${params.bind(run.id, 'String')}`] : []
  }
}

/** How often a read is begun again that has met a step of the retention. */
const maxAttempts = 4

/**
 * Runs reads of clicks and totals that fit together: again when the retention has taken a step meanwhile. `em` is of the primary
 * database, which knows of each step.
 */
export async function readWithTotals<T>(em: EntityManager, read: (view: RetentionView) => Promise<T>): Promise<T> {
  let state = await readRetentionState(em)
  for (let attempt = 1; ; attempt++) {
    const scope = state.run ? await findRunScope(em, state.run) : null
    const result = await read(new RetentionView(state, scope))
    const after = await readRetentionState(em)
    if (isSame(state, after) || attempt === maxAttempts) return result
    state = after
  }
}

function isSame(one: RetentionState, other: RetentionState): boolean {
  return one.hasTotals === other.hasTotals && one.run?.id === other.run?.id && one.run?.isSummed === other.run?.isSummed
}
