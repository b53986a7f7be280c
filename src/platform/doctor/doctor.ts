import type { Pool } from 'pg'
import type { Settings } from '../../config.ts'
import { withTimeout } from '../shared/time.ts'

/** Under this name the service tells what it has seen, on its `OperatorSocket`. */
export const doctorCall = 'doctor'

export type FindingStatus = 'error' | 'warning' | 'ok'

/** What a check has seen, and what to do about it. */
export interface Finding {
  readonly status: FindingStatus
  /** One sentence or two, with what to do. */
  readonly text: string
}

/** Runs a statement in the database of the service. Parameters are `$1`, `$2`. */
export type QueryDatabase = <T extends object>(sql: string, values?: unknown[]) => Promise<T[]>

/** Runs the statements of checks on the connections of a pool. */
export function queryWith(pool: Pool): QueryDatabase {
  return async <T extends object>(sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows as T[]
}

export interface DoctorContext {
  readonly settings: Settings
  /** The database, once a check has found that it can be read; null when it cannot. */
  readonly query: QueryDatabase | null
  now(): Date
}

/** Looks at one part of an installation and changes nothing. */
export interface DoctorCheck {
  readonly name: string
  run(context: DoctorContext): Promise<readonly Finding[]>
}

/** A line of the report. */
export interface DoctorLine extends Finding {
  readonly check: string
}

export const ok = (text: string): Finding => ({ status: 'ok', text })
export const warning = (text: string): Finding => ({ status: 'warning', text })
export const problem = (text: string): Finding => ({ status: 'error', text })

/** No check takes longer, so one that hangs does not hide the others. */
const checkTimeoutMs = 10_000

const order: readonly FindingStatus[] = ['error', 'warning', 'ok']

/** Runs all checks at once, and returns what is wrong first. */
export async function runChecks(
  checks: readonly DoctorCheck[],
  context: DoctorContext,
  timeoutMs = checkTimeoutMs,
): Promise<DoctorLine[]> {
  const lines = await Promise.all(checks.map((check) => runCheck(check, context, timeoutMs)))
  return sortLines(lines.flat())
}

/** What is wrong first. */
export function sortLines(lines: readonly DoctorLine[]): DoctorLine[] {
  return lines.toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status))
}

async function runCheck(
  { name: check, run }: DoctorCheck,
  context: DoctorContext,
  timeoutMs: number,
): Promise<DoctorLine[]> {
  try {
    const findings = await withTimeout(timeoutMs, run(context))
    return findings.map((finding) => ({ check, ...finding }))
  } catch (error) {
    return [{ check, ...problem(`The check failed: ${(error as Error).message}`) }]
  }
}

/** A line for each finding, such as `error    redis     Redis cannot be reached ...`. */
export function formatLines(lines: readonly DoctorLine[]): string {
  const width = Math.max(...lines.map(({ check }) => check.length))
  return lines
    .map(({ status, check, text }) => `${status.padEnd(7)}  ${check.padEnd(width)}  ${text.replace(/\s+/g, ' ')}`)
    .join('\n')
}
