import { type Severity, type Source, severities } from '../events/operations.ts'
import type { CommandCenterArgs } from './args.ts'

/** Where something in a list belongs. */
export interface Placed {
  readonly source: Source
  /** The workflow it is about; null where it is about none. */
  readonly workflowId: string | null
}

/** What of the lists is wanted. The summary is of all there is. */
export type Narrowing = Pick<CommandCenterArgs, 'source' | 'severity' | 'workflowId'>

export function isWanted({ source, workflowId }: Placed, wish: Narrowing): boolean {
  if (wish.source !== 'all' && wish.source !== source) return false
  return wish.workflowId == null || wish.workflowId === workflowId
}

export function isGrave(severity: Severity, wish: Narrowing): boolean {
  return severities.indexOf(severity) >= severities.indexOf(wish.severity)
}
