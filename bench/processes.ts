import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** A server under test, alone on the first core. */
export interface Server {
  readonly child: ChildProcess
  readonly base: string
  stop(): Promise<void>
}

/** Starts a script of ours under the project's Node, pinned to core 0 or to others, and waits until `path` answers. */
export async function startPinned(
  script: string,
  port: number,
  environment: Record<string, string>,
  path = '/',
  cores = '0',
): Promise<Server> {
  const flags = process.env.BENCH_NODE_FLAGS?.split(' ') ?? []
  const child = spawn('taskset', ['-c', cores, process.execPath, ...flags, ...script.split(' ')], {
    env: { ...process.env, PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const base = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${script} ended with ${child.exitCode ?? child.signalCode}.`)
    if (
      await fetch(base + path, { redirect: 'manual' }).then(
        () => true,
        () => false,
      )
    )
      break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    child,
    base,
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

export interface Load {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly requests: number
  /** Answers that were neither 2xx nor 3xx, and connections that failed. */
  readonly errors: number
  /** Everything wrk said. */
  readonly text: string
}

export interface LoadOptions {
  readonly seconds?: number
  readonly connections?: number
  /** A script of wrk. */
  readonly script?: string
  readonly headers?: readonly string[]
}

/** Runs wrk (Debian's package) with one thread on core 1. */
export function load(
  url: string,
  { seconds = 5, connections = 32, script = '', headers = [] }: LoadOptions = {},
): Load {
  const options = [...(script ? ['-s', script] : []), ...headers.flatMap((header) => ['-H', header])]
  const out = execFileSync(
    'taskset',
    [
      '-c',
      '1',
      'wrk',
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--latency',
      ...options,
      '-H',
      `User-Agent: ${browser}`,
      url,
    ],
    { encoding: 'utf8' },
  )
  const number = (pattern: RegExp) => Number(pattern.exec(out)?.[1] ?? 0)
  const time = (pattern: RegExp) => {
    const [, value = '0', unit] = pattern.exec(out) ?? []
    return Number(value) * (unit === 's' ? 1000 : unit === 'us' ? 0.001 : 1)
  }
  const socketErrors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(out)?.slice(1) ?? []
  return {
    perSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p50: time(/50%\s+([\d.]+)(us|ms|s)/),
    p99: time(/99%\s+([\d.]+)(us|ms|s)/),
    requests: number(/(\d+) requests in/),
    text: out,
    errors: number(/Non-2xx or 3xx responses: (\d+)/) + socketErrors.reduce((sum, each) => sum + Number(each), 0),
  }
}

export const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
}

/** Seconds of CPU time that a process and its ended children have taken until now. Linux only. */
export function cpuSeconds(process: number): number {
  const fields = readFileSync(`/proc/${process}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const ticksPerSecond = 100
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}

/** The same for a process and those that it has started. */
export function cpuSecondsWithChildren(process: number): number {
  const children = readFileSync(`/proc/${process}/task/${process}/children`, 'utf8').split(' ').filter(Boolean)
  return [process, ...children.map(Number)].reduce((sum, each) => sum + cpuSecondsOrNone(each), 0)
}

/** The same, and nothing for a process that has ended. */
export function cpuSecondsOrNone(process: number): number {
  try {
    return cpuSeconds(process)
  } catch {
    return 0
  }
}

/** Seconds of CPU time that the processes of PostgreSQL on this machine have taken, without those that have ended. */
export function postgresCpuSeconds(): number {
  const found = spawnSync('pgrep', ['-x', 'postgres'], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  return found.reduce((sum, process) => sum + cpuSecondsOrNone(Number(process)), 0)
}

/** One line on where this was measured. */
export function machine(): string {
  return `${cpus().length} cores, ${cpus()[0]?.model.trim()}, Node ${process.version}`
}
