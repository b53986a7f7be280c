import { readdirSync, readFileSync } from 'node:fs'
import { afterAll } from 'vitest'

/** What a test file takes. */
export interface Cost {
  /** CPU of its worker with all threads, and of the processes that it starts, in seconds. */
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
  const cpuSeconds = readCpuSeconds()
  const before = { ...started }
  // biome-ignore lint/correctness/noEmptyPattern: Vitest accepts no other first argument.
  afterAll(({}, file) => {
    file.meta.cost = {
      cpuSeconds: readCpuSeconds() - cpuSeconds,
      apps: started.apps - before.apps,
      processes: started.processes - before.processes,
    }
  })
}

/** CPU so far of this process and of all that descend from it, also of processes that have ended. */
function readCpuSeconds(): number {
  const processes = new Map(readProcesses().map((each) => [each.pid, each]))
  const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(processes.get(pid)?.parent ?? 0))
  const own = process.cpuUsage()
  let seconds = (own.user + own.system) / 1e6
  for (const { pid, ticks, ticksOfEnded } of processes.values())
    if (isOurs(pid)) seconds += (pid === process.pid ? ticksOfEnded : ticks + ticksOfEnded) / ticksPerSecond
  return seconds
}

const ticksPerSecond = 100

/** The processes of this machine, where the system lists them as files (Linux). */
function readProcesses() {
  return readProcFolder().flatMap((name) => {
    const stat = readStat(Number(name))
    if (stat === undefined) return []
    // After the name of the program: the state, the parent and so on (proc_pid_stat(5)).
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((n) => fields[n])
    return [{ pid: Number(name), parent, ticks: user + system, ticksOfEnded: endedUser + endedSystem }]
  })
}

function readProcFolder(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** Undefined when the process has ended meanwhile. */
function readStat(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
}
