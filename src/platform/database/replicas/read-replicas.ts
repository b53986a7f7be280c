import { setTimeout as pause } from 'node:timers/promises'
import type { Caller } from '../../auth/caller.ts'
import { inBackground } from '../../shared/event-loop/background.ts'
import type { Logger } from '../../shared/logger.ts'
import { withTimeout } from '../../shared/time.ts'
import type { ChannelListener, DatabaseChannels } from '../channels.ts'
import type { EntityManager, Orm } from '../database.ts'
import { createNativeClient, type NativeClient, type PreparedStatement } from '../native-client.ts'
import { PrimaryLog } from './primary-log.ts'
import { Replica } from './replica.ts'
import { type ReplicaState, replicaReads } from './replica-metrics.ts'
import { WritePositions } from './write-positions.ts'

/** A node sends the id of an account on it when the account has written. */
export const writeChannel = 'tack_write'

/** How often the primary and its replicas are compared. */
const checkIntervalMs = 500

/** How long a read waits for the position of the primary before it reads from the primary. */
const confirmTimeoutMs = 250

/** Nothing is lost with a notification that is not on the disk, so the statement does not wait for it. */
const announcement: PreparedStatement = {
  name: 'announce_write',
  text: `select set_config('synchronous_commit', 'off', true), pg_notify('${writeChannel}', $1)`,
}

/** How many checks a job waits for a replica. */
const maxChecksOfJob = 6

interface Dependencies {
  readonly orm: Orm
  readonly urls: readonly string[]
  readonly channels: DatabaseChannels
  readonly log: Pick<Logger, 'warn' | 'info' | 'error'>
}

/**
 * The replicas of the database (docs/decisions/read-replicas.md). A caller reads from a replica that has replayed the log up
 * to the last write of the caller, on whichever node it was.
 */
export class ReadReplicas implements ChannelListener {
  private readonly writes = new WritePositions()
  private readonly primary: PrimaryLog
  private readonly log: Dependencies['log']
  private readonly replicas: readonly Replica[]
  private readonly unannounced = new Set<string>()
  private readonly sources: (() => Iterable<string>)[] = []
  private timer: NodeJS.Timeout | undefined
  private gaps = 0
  private turns = 0
  private isClosed = false

  private constructor(
    { orm, urls, channels, log }: Dependencies,
    private readonly announcer: NativeClient,
  ) {
    this.log = log
    this.primary = new PrimaryLog(channels, this.writes)
    this.replicas = urls.map((url) => new Replica(orm, url, log, () => replicaReads.increment('repeated')))
  }

  static async open(dependencies: Dependencies): Promise<ReadReplicas> {
    const replicas = new ReadReplicas(dependencies, await createNativeClient(dependencies.orm))
    await dependencies.channels.listen(writeChannel, replicas)
    // From now on no write is missed.
    replicas.repeatChecks()
    return replicas
  }

  /** Adds what names workspaces whose clicks this node has committed since it was called last. */
  addWriters(takeWriters: () => Iterable<string>): void {
    this.sources.push(takeWriters)
  }

  /** The EntityManager of a replica that has everything that the caller has written; undefined for the primary. */
  async choose(caller: Caller): Promise<EntityManager | undefined> {
    if (caller.kind !== 'account') return undefined
    return toEntityManager(await this.find([caller.accountId, ...caller.workspaces.map(({ id }) => id)]))
  }

  /** The same for a job, which waits for a while until a replica has what the account has written. */
  async waitFor(accountId: string, workspaceId: string): Promise<EntityManager | undefined> {
    let found = await this.find([accountId, workspaceId])
    for (let checks = 0; found === 'behind' && checks < maxChecksOfJob && !this.isClosed; checks++) {
      await pause(checkIntervalMs)
      found = await this.find([accountId, workspaceId])
    }
    return toEntityManager(found)
  }

  /** Called when a write of the caller is committed, before its answer. Never rejects. */
  async recordWrite(caller: Caller): Promise<void> {
    if (caller.kind === 'account') await this.recordWriteOf(caller.accountId)
  }

  /** Called when a job of an account has committed, before it says so. When it fails, all nodes are told with the next check. */
  async recordWriteOf(accountId: string): Promise<void> {
    this.writes.add(accountId)
    try {
      await this.announcer.query(announcement, [accountId])
      this.unannounced.delete(accountId)
    } catch {
      this.unannounced.add(accountId)
    }
  }

  onNotification(accountId: string): void {
    this.writes.add(accountId)
  }

  onGap(): void {
    this.gaps++
    this.writes.forgetAll()
    this.primary.forget()
    for (const replica of this.replicas) replica.suspend()
  }

  get states(): readonly ReplicaState[] {
    return this.replicas
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    await Promise.all(this.replicas.map((replica) => replica.close()))
  }

  private async find(writers: readonly string[]): Promise<Replica | 'behind' | 'unavailable'> {
    if (!this.replicas.some(({ isUsable }) => isUsable)) return 'unavailable'
    this.collectWriters()
    // Without a replica that has the writes that this node knows of, the primary need not be asked.
    if (this.listUpTo(writers).length === 0) return 'behind'
    try {
      await withTimeout(confirmTimeoutMs, this.primary.confirm())
    } catch {
      return 'unavailable'
    }
    const found = this.listUpTo(writers)
    // They take turns.
    return found[this.turns++ % found.length] ?? 'behind'
  }

  /** The replicas that have everything that these have written, as far as this node knows. */
  private listUpTo(writers: readonly string[]): readonly Replica[] {
    const position = this.writes.after(writers)
    if (position === undefined) return []
    return this.replicas.filter((replica) => replica.position !== undefined && replica.position >= position)
  }

  private collectWriters(): void {
    for (const takeWriters of this.sources) for (const writer of takeWriters()) this.writes.add(writer)
  }

  private repeatChecks(): void {
    const repeat = async () => {
      await this.checkAll().finally(() => {
        if (!this.isClosed) this.timer = setTimeout(() => this.repeatChecks(), checkIntervalMs).unref()
      })
    }
    inBackground(repeat(), 'the check of the read replicas', this.log)
  }

  private async checkAll(): Promise<void> {
    const { gaps } = this
    for (const accountId of this.unannounced) await this.recordWriteOf(accountId)
    this.collectWriters()
    const state = await this.primary.readState().catch(() => null)
    if (!state) return
    await Promise.all(this.replicas.map((replica) => replica.check(state, this.primary)))
    if (gaps !== this.gaps) for (const replica of this.replicas) replica.suspend()
    const positions = this.replicas.map(({ position }) => position ?? Number.NEGATIVE_INFINITY)
    this.writes.forgetUpTo(Math.min(...positions))
  }
}

function toEntityManager(found: Replica | 'behind' | 'unavailable'): EntityManager | undefined {
  replicaReads.increment(typeof found === 'string' ? found : 'replica')
  return typeof found === 'string' ? undefined : found.em
}
