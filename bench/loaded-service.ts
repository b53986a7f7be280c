import { readdir, stat } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabasePlace } from '../src/config.ts'
import type { Gate } from '../test/http/gate.ts'
import { readStoredClicks, shorten, visit } from '../test/support/crash.ts'
import { freePort } from '../test/support/port.ts'
import { launchProcess, type ServiceProcess, startProcess } from '../test/support/process.ts'

const connections = 32
export const metricsToken = 'the-token-of-whoever-reads-the-metrics'

/** A service under load, and what its visitors have received. */
export class LoadedService {
  process!: ServiceProcess
  codes: string[] = []
  readonly seen: number[] = []
  /** Requests of each link whose answer was lost: each may be a click. */
  readonly unanswered: number[] = []
  readonly statuses = new Map<number, number>()
  /** When each answer came, and how long it took. */
  readonly latencies: { readonly link: number; readonly at: number; readonly ms: number }[] = []
  private isOver = false
  private loops: Promise<void>[] = []

  constructor(
    readonly folder: string,
    readonly gate: Gate | undefined,
    readonly place: DatabasePlace,
    readonly durability: string,
  ) {}

  /** Starts the service, and waits until it is ready. `DATABASE_URL` may be another address of the same database. */
  async start(databaseUrl?: string): Promise<void> {
    this.process = await startProcess(this.environment(databaseUrl), this.folder)
  }

  /** Starts the service, and waits for nothing. */
  async launch(): Promise<void> {
    this.process = launchProcess({ ...this.environment(), PORT: String(await freePort()) }, this.folder)
  }

  private environment(databaseUrl = this.gate?.url ?? `file:${join(this.folder, 'data')}`): Record<string, string> {
    return {
      DATABASE_URL: databaseUrl,
      JWT_SECRET: 'x'.repeat(32),
      CLICK_DURABILITY: this.durability,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      METRICS_TOKEN: metricsToken,
    }
  }

  /** Sends a signal. Returns the exit code and how long the process took to end. */
  async end(signal: NodeJS.Signals): Promise<string> {
    const since = performance.now()
    this.process.child.kill(signal)
    const code = await this.process.ended
    return `${signal}: ended with ${code} after ${((performance.now() - since) / 1000).toFixed(1)} s; `
  }

  async figure(metric: string): Promise<number> {
    const headers = { authorization: `Bearer ${metricsToken}` }
    const text = await (await fetch(`${this.process.base}/metrics`, { headers })).text()
    return Number(new RegExp(`^${metric} (\\S+)$`, 'm').exec(text)?.[1])
  }

  async shorten(): Promise<void> {
    for (let n = 0; n < connections; n++) {
      this.codes.push(await shorten(this.process))
      this.seen.push(0)
      this.unanswered.push(0)
    }
  }

  visit(): void {
    this.loops = this.codes.map(async (code, link) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (!this.isOver) {
        const since = performance.now()
        const status = await visit(`${this.process.base}/${code}`, agent)
        if (status === undefined) {
          this.unanswered[link] = (this.unanswered[link] ?? 0) + 1
          await sleep(20)
          continue
        }
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
        if (status === 302) this.seen[link] = (this.seen[link] ?? 0) + 1
        else await sleep(20)
        this.latencies.push({ link, at: performance.now(), ms: performance.now() - since })
      }
      agent.destroy()
    })
  }

  async endVisits(): Promise<void> {
    this.isOver = true
    await Promise.all(this.loops)
  }

  /** 99 of 100 answers between two times took at most this long. Answers for the link `without` are left out. */
  p99(from: number, to: number, without?: number): number {
    const sorted = this.latencies
      .filter(({ at, link }) => at >= from && at < to && link !== without)
      .map(({ ms }) => ms)
      .sort((one, other) => one - other)
    return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
  }

  /**
   * Waits for the journal, ends the service, and compares. Clicks that the service says it has dropped are not lost in
   * silence; some of those that it cannot read may be in the database already.
   */
  async reconcile(): Promise<string> {
    while (await hasClicks(join(this.folder, 'data'))) await sleep(50)
    const dropped = await this.figure('tack_clicks_dropped_total')
    await this.end('SIGTERM')
    const total = { lost: -dropped, doubled: 0, wrong: 0 }
    for (const [link, { rows, ids, counter }] of (await readStoredClicks(this.place, this.codes)).entries()) {
      const seen = this.seen[link] ?? 0
      total.lost += Math.max(0, seen - rows)
      total.doubled += Math.max(0, rows - seen - (this.unanswered[link] ?? 0)) + (rows - ids)
      total.wrong += counter === rows ? 0 : 1
    }
    if (Math.max(total.lost, total.doubled, total.wrong) > 0) process.exitCode = 1
    const answers = [...this.statuses].map(([status, count]) => `${count} of ${status}`).join(', ')
    return `${answers}; ${dropped > 0 ? `${dropped} said to be dropped; ` : ''}${JSON.stringify(total)}`
  }
}

/** Whether a journal in the folder has clicks that the database does not. */
async function hasClicks(folder: string): Promise<boolean> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const files = names.filter((name) => name.endsWith('.clicks') && !name.startsWith('damaged-journal'))
  // The service may delete one meanwhile. The file that it writes is empty when it is shipped.
  const sizes = await Promise.all(
    files.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.some((size) => size > 0)
}
