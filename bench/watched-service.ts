import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Gate } from '../test/http/gate.ts'
import { freePort } from '../test/support/port.ts'
import { type ServiceProcess, startProcess } from '../test/support/process.ts'
import { OwnServer } from '../test/support/standby.ts'
import { createServiceFolder } from './data-folder.ts'
import { type BenchDatabase, benchDatabase } from './database.ts'
import { metricsToken } from './loaded-service.ts'
import { browser } from './processes.ts'
import { Prometheus } from './prometheus.ts'

export interface WatchedOptions {
  /** A transaction that stays open holds up the sums of every database of its server. */
  readonly database: 'postgres' | 'own server' | 'embedded'
  readonly environment?: Record<string, string>
  /** Size of the disk of the data folder in MB. */
  readonly diskMb?: number
}

/** A service with a few visitors, and a Prometheus of its own with our alerts. */
export class WatchedService {
  process!: ServiceProcess
  /** A link that is visited, by its address and its code. */
  link = { id: '', url: '', code: '' }
  token = ''
  private prometheus: Prometheus | undefined
  private isOver = false
  private readonly works: Promise<void>[] = []

  private constructor(
    readonly folder: string,
    readonly databaseUrl: string,
    readonly gate: Gate | undefined,
    private readonly settings: Record<string, string> & { readonly PORT: string },
    private readonly closeDatabase: () => Promise<void>,
  ) {}

  static async open({ database, environment = {}, diskMb }: WatchedOptions): Promise<WatchedService> {
    const { folder, remove } = await createServiceFolder(diskMb)
    const { url, drop } = database === 'own server' ? await openServer() : await benchDatabase(database)
    const gate = database === 'embedded' ? undefined : new Gate(url)
    await gate?.open()
    const close = async () => {
      await gate?.shut()
      await drop()
      await remove()
    }
    const settings = {
      DATABASE_URL: gate?.url ?? `file:${join(folder, 'data')}`,
      DATABASE_POOL_SIZE: '4',
      JWT_SECRET: 'x'.repeat(32),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      METRICS_TOKEN: metricsToken,
      PORT: String(await freePort()),
      ...environment,
    }
    const service = new WatchedService(folder, url, gate, settings, close)
    await service.start()
    await service.createLink()
    service.prometheus = await Prometheus.start(folder, [settings.PORT])
    service.repeat(500, () => service.visit(service.link.url))
    return service
  }

  async start(): Promise<void> {
    this.process = await startProcess(this.settings, this.folder)
  }

  async kill(): Promise<void> {
    this.process.child.kill('SIGKILL')
    await this.process.ended
  }

  /** Does something again and again until the end. What fails is part of the trial. */
  repeat(everyMs: number, act: () => Promise<unknown>): void {
    const work = async () => {
      while (!this.isOver) {
        await act().catch(() => undefined)
        await sleep(everyMs)
      }
    }
    this.works.push(work())
  }

  async visit(url: string): Promise<void> {
    const headers = { 'user-agent': browser }
    await fetch(url, { redirect: 'manual', headers, signal: AbortSignal.timeout(5_000) })
  }

  /** Calls the REST interface with the account of the link. */
  async send(method: string, path: string, body?: object): Promise<Record<string, string>> {
    const headers = {
      'content-type': 'application/json',
      ...(this.token && { authorization: `Bearer ${this.token}` }),
    }
    const answer = await fetch(`${this.process.base}/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Record<string, string>
  }

  private async createLink(): Promise<void> {
    const account = { name: 'A', email: 'a@example.com', password: 'a long bench password' }
    this.token = (await this.send('POST', '/auth/register', account)).token ?? ''
    const { id = '', shortUrl: code = '' } = await this.send('POST', '/urls', { longUrl: 'https://example.com/' })
    this.link = { id, code, url: `${this.process.base}/${code}` }
  }

  /** The names of the alerts that have fired so far. */
  async readAlerts(): Promise<string[]> {
    return (await this.prometheus?.readAlerts('1h')) ?? []
  }

  async close(): Promise<void> {
    this.isOver = true
    await Promise.all(this.works)
    this.prometheus?.kill()
    if (this.process.child.exitCode === null) await this.kill()
    await this.closeDatabase()
  }
}

async function openServer(): Promise<BenchDatabase> {
  const server = await OwnServer.create()
  return { url: server.url, drop: () => server.remove() }
}
