import { execFileSync } from 'node:child_process'
import { rm, statfs, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/support/port.ts'
import { launchProcess, type ServiceProcess } from '../test/support/process.ts'
import { createServiceFolder } from './data-folder.ts'
import { metricsToken } from './loaded-service.ts'

/** Of Debian's package `faketime`. */
const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

/** A node of a cluster: a process with a data folder and a clock of its own. */
export class ClusterNode {
  process!: ServiceProcess

  private constructor(
    readonly folder: string,
    readonly port: string,
    readonly remove: () => Promise<void>,
    private readonly settings: Record<string, string>,
  ) {}

  /** `diskMb`: the size of the disk of the data folder, for which the caller must be root. */
  static async create(settings: Record<string, string>, diskMb?: number): Promise<ClusterNode> {
    const { folder, remove } = await createServiceFolder(diskMb)
    const node = new ClusterNode(folder, String(await freePort()), remove, settings)
    await node.setClock(0)
    return node
  }

  /** Runs the program of this folder from the next start on. */
  async install(program: string): Promise<void> {
    await rm(join(this.folder, 'dist'))
    await symlink(join(program, 'dist'), join(this.folder, 'dist'))
  }

  /** Starts the program, and waits until the balancer knows that it is ready. */
  async start(): Promise<void> {
    this.process = launchProcess(
      {
        ...this.settings,
        PORT: this.port,
        METRICS_TOKEN: metricsToken,
        LD_PRELOAD: fakeTime,
        FAKETIME_TIMESTAMP_FILE: join(this.folder, 'clock'),
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
      this.folder,
    )
    await whenReady(this.process.base)
    await sleep(1_500)
  }

  /** Returns the exit code. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.process.child.kill(signal)
    return this.process.ended
  }

  async restart(): Promise<void> {
    const code = await this.end('SIGTERM')
    if (code !== 0) throw new Error(`A node ended with ${code}: ${this.process.output()}`)
    await this.start()
  }

  setClock(offsetSeconds: number): Promise<void> {
    return writeFile(join(this.folder, 'clock'), `${offsetSeconds < 0 ? '' : '+'}${offsetSeconds}`)
  }

  /** Leaves no byte of the disk. */
  async fillDisk(): Promise<void> {
    const data = join(this.folder, 'data')
    const { bavail, bsize } = await statfs(data)
    if (bavail > 0) execFileSync('fallocate', ['-l', String(bavail * bsize), join(data, `filler-${Date.now()}`)])
  }

  async emptyDisk(): Promise<void> {
    execFileSync('sh', ['-c', 'rm -f data/filler-*'], { cwd: this.folder })
  }

  async figure(metric: string): Promise<number> {
    const headers = { authorization: `Bearer ${metricsToken}` }
    const text = await (await fetch(`${this.process.base}/metrics`, { headers })).text()
    return Number(new RegExp(`^${metric} (\\S+)$`, 'm').exec(text)?.[1])
  }
}

/** Waits until `/readyz` is 200. */
export async function whenReady(base: string): Promise<void> {
  const isReady = () =>
    fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await sleep(100)
}
