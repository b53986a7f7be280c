import type { Settings } from '../../../config.ts'
import { type DoctorCheck, ok, problem, type QueryDatabase, runChecks } from '../../../platform/doctor/doctor.ts'
import { shareWhilePending } from '../../../platform/shared/memoize.ts'
import { type Clock, secondMs } from '../../../platform/shared/time.ts'
import type { DoctorReport } from './doctor.types.ts'

/** Below the deadline of the operation, so that a check that hangs is a finding and no error. */
const checkTimeoutMs = 5 * secondMs

/** Each run opens connections, so a report is used again for a while. */
const maxAgeMs = 10 * secondMs

export interface DoctorServiceDependencies {
  readonly settings: Settings
  readonly clock: Clock
  readonly checks: readonly DoctorCheck[]
  /** Of the program, with its commit where it is known. */
  readonly version: string
  /** Runs a statement of a check. */
  readonly query: QueryDatabase
  /** Whether the database cannot be used, as the service knows. */
  isDatabaseDown(): boolean
  /** Why the process accepts no visitors; null while it does. */
  findProblem(): string | null
}

/** Runs the checks of `npm run doctor` in the service. */
export class DoctorService {
  private latest: DoctorReport | undefined
  private readonly run = shareWhilePending(async () => {
    this.latest = await this.createReport()
    return this.latest
  })

  constructor(private readonly dependencies: DoctorServiceDependencies) {}

  /** A report that is at most 10 seconds old. At most one run is under way. */
  async report(): Promise<DoctorReport> {
    const ageMs = this.dependencies.clock.now().getTime() - (this.latest?.checkedAt.getTime() ?? 0)
    // The clock may have been set back.
    return this.latest && Math.abs(ageMs) < maxAgeMs ? this.latest : this.run()
  }

  private async createReport(): Promise<DoctorReport> {
    const { settings, clock, checks, query, version } = this.dependencies
    const isDown = this.dependencies.isDatabaseDown()
    const context = { settings, query: isDown ? null : query, now: () => clock.now() }
    const checkedAt = clock.now()
    const findings = await runChecks([this.serviceCheck, ...checks], context, checkTimeoutMs)
    return { status: findings[0]?.status ?? 'ok', version, checkedAt, findings }
  }

  private get serviceCheck(): DoctorCheck {
    const { isDatabaseDown, findProblem } = this.dependencies
    return {
      name: 'service',
      run: async () => {
        const reason = findProblem()
        return [
          reason === null
            ? ok('The service accepts visitors.')
            : problem(`The service accepts no visitors: ${reason}.`),
          ...(isDatabaseDown()
            ? [problem('The database does not answer, or is read-only. Start it. Clicks wait.')]
            : []),
        ]
      },
    }
  }
}
