import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { dirname, extname, join } from 'node:path'
import type { Settings } from '../../../config.ts'
import type { RecurringTasks } from '../../../platform/jobs/recurring-tasks.ts'
import type { Logger } from '../../../platform/shared/logger.ts'
import { counter, gauge, type Metric } from '../../../platform/shared/metrics/metric.ts'
import { type Clock, hourMs, minuteMs, secondMs } from '../../../platform/shared/time.ts'
import { formatStamp } from './work-folder.ts'

export interface BackupScheduleOptions {
  readonly settings: Settings
  readonly log: Pick<Logger, 'info' | 'error'>
  readonly clock: Clock
}

/** How often it is looked whether a backup is due. */
const checkIntervalMs = 10 * secondMs

/** A failed backup is tried again after a minute, then after twice the time before. */
const retryDelaysMs = { first: minuteMs, longest: hourMs }

/** The files of the schedule: their names say when they were begun. */
const fileName = /^tack-\d{8}T\d{6}Z\.tar\.zst(\.age)?$/

/**
 * Makes a backup into the folder of the settings as often as they say, and deletes the oldest ones. The backup is made by the same
 * command that operators use, in a process of its own. The newest file decides whether one is due, so a restart changes nothing.
 */
export class BackupSchedule {
  private child: ChildProcess | undefined
  private isStopped = false
  private failureCount = 0
  private isFailing = false
  private newestAt: number | null = null
  private retryAt = 0
  private retryDelayMs = retryDelaysMs.first

  constructor(private readonly options: BackupScheduleOptions) {}

  /** Returns a function that stops looking. Without `BACKUP_EVERY` nothing is done. */
  start(recurringTasks: RecurringTasks): () => Promise<void> {
    const { database, backups } = this.options.settings
    if (backups.everyMs === undefined || database.kind === 'memory') return async () => undefined
    return recurringTasks.repeatEvery('make the scheduled backup', () => this.backUpIfDue(), checkIntervalMs)
  }

  /** Ends a backup that runs. Its file is left out. */
  stop(): void {
    this.isStopped = true
    this.child?.kill()
  }

  metrics(): Metric[] {
    const { everyMs } = this.options.settings.backups
    const ifScheduled = (value: number) => (everyMs === undefined ? [] : value)
    const ageHelp = 'How long ago the newest backup of the schedule was begun. No value before the first one.'
    const age = this.newestAt === null ? [] : (this.options.clock.now().getTime() - this.newestAt) / secondMs
    return [
      gauge('tack_backup_age_seconds', ageHelp, age),
      gauge(
        'tack_backup_interval_seconds',
        'How often the schedule makes a backup.',
        ifScheduled((everyMs ?? 0) / secondMs),
      ),
      gauge(
        'tack_backup_failing',
        '1 after a backup of the schedule failed, until one succeeds.',
        ifScheduled(Number(this.isFailing)),
      ),
      counter('tack_backup_failures_total', 'Backups of the schedule that failed.', ifScheduled(this.failureCount)),
    ]
  }

  private async backUpIfDue(): Promise<void> {
    const { settings, clock, log } = this.options
    const { folder, everyMs = Number.POSITIVE_INFINITY, passphrase } = settings.backups
    const now = clock.now()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const [newest] = await this.listFiles()
    this.newestAt = newest === undefined ? null : (await stat(join(folder, newest))).mtimeMs
    const isDue = this.newestAt === null || now.getTime() - this.newestAt >= everyMs
    if (!isDue || this.isStopped || now.getTime() < this.retryAt) return
    const file = join(folder, `tack-${formatStamp(now)}.tar.zst${passphrase === undefined ? '' : '.age'}`)
    const { isDone, text } = await this.runCommand(file)
    if (this.isStopped) return
    this.isFailing = !isDone
    if (isDone) {
      this.newestAt = now.getTime()
      this.retryDelayMs = retryDelaysMs.first
      log.info({ file }, 'a backup of the schedule is complete')
      await this.deleteOldFiles()
    } else {
      this.failureCount++
      this.retryAt = now.getTime() + this.retryDelayMs
      this.retryDelayMs = Math.min(this.retryDelayMs * 2, retryDelaysMs.longest)
      log.error({ file, reason: text }, 'a backup of the schedule failed; it is tried again later')
    }
  }

  private async runCommand(file: string): Promise<{ readonly isDone: boolean; readonly text: string }> {
    const program = process.argv[1] ?? ''
    const admin = join(dirname(program), `admin${extname(program)}`)
    const child = spawn(process.execPath, [...process.execArgv, admin, 'backup', file], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    // The service comes first. The process may have ended, or never begun.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        text = (text + part).slice(-2_000)
      })
    try {
      const [code] = await once(child, 'close')
      return { isDone: code === 0, text: text.trim() }
    } finally {
      this.child = undefined
    }
  }

  /** Newest first. */
  private async listFiles(): Promise<string[]> {
    const names = await readdir(this.options.settings.backups.folder)
    return names
      .filter((name) => fileName.test(name))
      .toSorted()
      .reverse()
  }

  private async deleteOldFiles(): Promise<void> {
    const { folder, keep } = this.options.settings.backups
    for (const name of (await this.listFiles()).slice(keep)) await rm(join(folder, name))
  }
}
