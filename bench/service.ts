import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Server, startPinned } from './processes.ts'

/** An answer of the REST interface, with the fields that a benchmark reads. */
export type Answer = Readonly<Record<string, string & number>>

/** The compiled service with an account, whose token it sends. */
export class BenchService {
  /** Of the session of the account. */
  token = ''
  readonly email = `${randomUUID()}@example.com`
  readonly password = 'a long bench password'

  private constructor(readonly server: Server) {}

  /** Starts the service without limits on a port, and registers an account. */
  static async start(port: number, environment: Record<string, string>): Promise<BenchService> {
    const settings = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(32) }
    const server = await startPinned('dist/main.js', port, { ...settings, ...environment }, '/readyz')
    while (!(await fetch(`${server.base}/readyz`)).ok) await sleep(100)
    const service = new BenchService(server)
    const { email, password } = service
    service.token = (await service.send('POST', '/auth/register', { name: 'B', email, password })).token ?? ''
    return service
  }

  /** Sends an object as JSON, and a text as CSV. Throws for an answer that is no success. */
  async send<T = Answer>(method: string, path: string, body?: string | object): Promise<T> {
    const type = typeof body === 'string' ? 'text/csv' : 'application/json'
    const answer = await fetch(`${this.server.base}/v1${path}`, {
      method,
      headers: {
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as T
  }

  /** Resident memory in MB. */
  readMemory(): number {
    const status = readFileSync(`/proc/${this.server.child.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  }
}
