import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Milliseconds by which the event loop of a service under test was late. */
export interface LoopDelay {
  readonly p50: number
  readonly p99: number
  readonly longest: number
  /** CPU time of the turn that took most of it. Unlike the delay, it is the same on a busy machine. */
  readonly longestCpu: number
}

/**
 * Writes a script that a service under test loads with `--import`. It measures the event loop with a timer of its own, so
 * that the figures do not depend on what the service measures itself.
 */
export function writeLoopProbe(port: number): string {
  const file = join(mkdtempSync(join(tmpdir(), 'tack-loop-')), 'probe.mjs')
  writeFileSync(
    file,
    `import { createServer } from 'node:http'
     import { monitorEventLoopDelay } from 'node:perf_hooks'
     import { isMainThread } from 'node:worker_threads'
     if (isMainThread) {
       const delay = monitorEventLoopDelay({ resolution: 1 })
       delay.enable()
       let longestCpu = 0
       let before = process.threadCpuUsage()
       // Called once in each turn of the loop that follows a turn of a millisecond or more.
       setInterval(() => {
         const { user, system } = process.threadCpuUsage(before)
         before = process.threadCpuUsage()
         longestCpu = Math.max(longestCpu, (user + system) / 1000)
       }, 1).unref()
       createServer((_request, reply) => {
         const [p50, p99] = [50, 99].map((share) => delay.percentile(share) / 1e6 - 1)
         reply.end(JSON.stringify({ p50, p99, longest: delay.max / 1e6 - 1, longestCpu }))
         longestCpu = 0
         delay.reset()
       }).listen(${port}, '127.0.0.1').unref()
     }`,
  )
  return file
}

/** The delay since it was read last. */
export async function readLoopDelay(port: number): Promise<LoopDelay> {
  return (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as LoopDelay
}
