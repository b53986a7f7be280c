import { cpuUsage } from 'node:process'
import { afterAll } from 'vitest'

/** What a test file takes. */
export interface Cost {
  /** CPU of its worker with all threads, in seconds; processes that it starts are not in it. */
  readonly cpuSeconds: number
  /** How many services it starts in its worker. */
  readonly apps: number
  /** How many processes of the service it starts. */
  readonly processes: number
}

declare module 'vitest' {
  interface TaskMeta {
    cost?: Cost
  }
}

const started = { apps: 0, processes: 0 }

/** Counts a start of the service. */
export function countStart(kind: keyof typeof started): void {
  started[kind]++
}

/** Leaves with the file what it has taken, for `cost-reporter.ts`. */
export function recordCost(): void {
  const cpu = cpuUsage()
  const before = { ...started }
  // biome-ignore lint/correctness/noEmptyPattern: Vitest accepts no other first argument.
  afterAll(({}, file) => {
    const { user, system } = cpuUsage(cpu)
    file.meta.cost = {
      cpuSeconds: (user + system) / 1e6,
      apps: started.apps - before.apps,
      processes: started.processes - before.processes,
    }
  })
}
