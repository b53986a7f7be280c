import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inBackground } from '../../../../platform/shared/event-loop/background.ts'
import { type Logger, OngoingState } from '../../../../platform/shared/logger.ts'
import { isMissingFolder } from './journal-folder.ts'

/** How often a disk that has refused clicks is tried, and with how many bytes. */
const probe = { everyMs: 1_000, bytes: 4_096 } as const

/**
 * Whether the disk refuses clicks. It is tried until it accepts them again, because a load balancer sends no visitors to a
 * node that is not ready.
 */
export class DiskFailure {
  private readonly state: OngoingState
  private timer: NodeJS.Timeout | undefined

  /** `tryAgain` rejects while the disk refuses, and calls `end` when it no longer does. */
  constructor(
    private readonly log: Pick<Logger, 'error' | 'info'>,
    private readonly tryAgain: () => Promise<void>,
  ) {
    this.state = new OngoingState(log, 'the journal can be written again')
  }

  get isOngoing(): boolean {
    return this.state.isOngoing
  }

  begin(err: unknown, folder: string): void {
    this.state.begin(() => this.log.error({ err, folder }, 'the journal cannot be written'))
    const run = () => {
      this.timer = undefined
      const trial = this.tryAgain().catch((error: unknown) => this.begin(error, folder))
      inBackground(trial, 'trying the disk of the journal', this.log)
    }
    this.timer ??= setTimeout(run, probe.everyMs).unref()
  }

  end(): void {
    this.state.end()
  }

  /** Tries no more. */
  stop(): void {
    clearTimeout(this.timer)
  }
}

/** Writes a file and removes it. Rejects when the disk does not accept it; a missing folder is noticed by the next append. */
export async function tryFolder(folder: string): Promise<void> {
  const path = join(folder, 'probe')
  try {
    await writeFile(path, Buffer.alloc(probe.bytes), { flush: true })
  } catch (error) {
    if (!isMissingFolder(error)) throw error
  } finally {
    await rm(path, { force: true })
  }
}
