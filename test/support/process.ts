import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { countStart } from './cost.ts'
import { freePort } from './port.ts'
import { Secrets } from './secrets.ts'

/** The service as an operator runs it: a process with its output. */
export interface ServiceProcess {
  readonly child: ChildProcess
  readonly base: string
  /** The output so far of stdout and stderr. */
  output(): string
  /** Resolves with the exit code, or null after a signal. Rejects when the output contains something like a secret. */
  readonly ended: Promise<number | null>
}

/** Starts the service, compiled in `folder`, and waits until it is ready or exits. */
export async function startProcess(environment: Record<string, string>, folder = '.'): Promise<ServiceProcess> {
  const PORT = environment.PORT ?? String(await freePort())
  const service = launchProcess({ ...environment, PORT }, folder)
  await Promise.race([service.ended, answering(service.base, service.child)])
  return service
}

/** Starts the service on a port, and waits for nothing. */
export function launchProcess(
  environment: Record<string, string> & { readonly PORT: string },
  folder = '.',
): ServiceProcess {
  const { PATH, HOME } = process.env
  // Compiled code is kept, as `build.ts` does it.
  const NODE_COMPILE_CACHE = join(tmpdir(), 'node-compile-cache')
  // Several services at once share the 100 connections of a server.
  const env = { PATH, HOME, NODE_COMPILE_CACHE, DRAIN_SECONDS: '0', DATABASE_POOL_SIZE: '8', ...environment }
  countStart('processes')
  const child = spawn(process.execPath, ['dist/main.js'], { cwd: folder, env, stdio: 'pipe' })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (written += chunk))
  const ended = once(child, 'close').then(([code]) => {
    new Secrets().refuseIn(written.split('\n'))
    return code as number | null
  })
  return { child, base: `http://localhost:${environment.PORT}`, ended, output: () => written }
}

/** Waits up to a minute until the address answers with this status. */
export async function readUntilStatus(url: string, status: number): Promise<void> {
  const endMs = performance.now() + 60_000
  while ((await readStatus(url)) !== status) {
    if (performance.now() > endMs) throw new Error(`${url} has not answered ${status} within a minute.`)
    await sleep(20)
  }
}

/** 0 without an answer. */
function readStatus(url: string): Promise<number> {
  return fetch(url).then(
    ({ status }) => status,
    () => 0,
  )
}

async function answering(base: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null && (await readStatus(`${base}/readyz`)) !== 200)
    await sleep(50)
}

/** Sends an object as JSON, and a text as CSV. Returns the JSON of the answer, and the header with the number of all rows. */
export async function sendTo<T extends object>(
  { base }: Pick<ServiceProcess, 'base'>,
  method: string,
  path: string,
  token: string,
  body?: string | object,
): Promise<T & { readonly total: number }> {
  const type = typeof body === 'string' ? 'text/csv' : 'application/json'
  const headers = { ...(body !== undefined && { 'content-type': type }), authorization: `Bearer ${token}` }
  const payload = typeof body === 'object' ? JSON.stringify(body) : body
  const answer = await fetch(base + path, { method, headers, ...(payload !== undefined && { body: payload }) })
  return { total: Number(answer.headers.get('x-total-count')), ...((await answer.json()) as T) }
}

/** The lines of `/metrics`, for the value of METRICS_TOKEN. */
export async function readMetrics({ base }: Pick<ServiceProcess, 'base'>, token: string): Promise<string[]> {
  const answer = await fetch(`${base}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  return (await answer.text()).split('\n')
}
