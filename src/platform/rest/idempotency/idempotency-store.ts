import { createHmac, randomUUID } from 'node:crypto'
import type { EntityManager, Orm } from '../../database/database.ts'
import { type RequestContext, workspaceHeader } from '../../graphql/request-context.ts'
import { toNetwork } from '../../shared/ip-address.ts'
import { decrypt, encrypt, type Keyring } from '../../shared/keyring.ts'
import { type Clock, dayMs, minuteMs } from '../../shared/time.ts'
import { IdempotencyConflict } from './idempotency-key.ts'
import { IdempotencyRecord } from './idempotency-record.entity.ts'

/** How long the first answer is stored (24 hours, as Stripe does). */
const retentionMs = dayMs

/** How long a first request may run before its claim expires. */
const leaseMs = minuteMs

/** A request with an Idempotency-Key. */
export interface IdempotentRequest {
  readonly operation: string
  readonly key: string
  readonly inputs: Readonly<Record<string, unknown>>
}

/** The answer as JSON text, and whether it repeats the first answer. */
export interface IdempotentResponse {
  readonly text: string
  readonly isReplayed: boolean
}

/** The right to run the request of one key, until the lease expires. */
interface Claim {
  readonly digest: Buffer
  readonly id: string
}

/**
 * Stores the first answers to requests with an Idempotency-Key. An expired record counts as absent. The caller, the key
 * and the inputs are stored as keyed hashes and the answer is encrypted, because they may contain addresses, passwords
 * and credentials.
 */
export class IdempotencyStore {
  private readonly orm: Orm
  private readonly clock: Clock
  private readonly hashKey: Buffer
  private readonly encryptionKey: Buffer

  constructor(orm: Orm, clock: Clock, keyring: Keyring) {
    this.orm = orm
    this.clock = clock
    this.hashKey = keyring.key('idempotency hash')
    this.encryptionKey = keyring.key('idempotency answer')
  }

  /**
   * Runs the operation for the first request with a key and repeats its answer for later requests. The answer commits in
   * the transaction of the operation, so neither exists without the other. A failed operation frees the key, so that a
   * corrected body can use it. Throws `IdempotencyConflict` when the key was used with other inputs, or when its first
   * request is still running.
   */
  async executeOnce(
    context: RequestContext,
    request: IdempotentRequest,
    execute: () => Promise<unknown>,
  ): Promise<IdempotentResponse> {
    const replayOrClaim = await this.findOrClaim(request, callerOf(context))
    if (typeof replayOrClaim === 'string') return { text: replayOrClaim, isReplayed: true }
    const transaction = context.beginDeferredTransaction()
    try {
      const text = JSON.stringify(await execute())
      await this.saveResponse(transaction.em, replayOrClaim, text)
      await transaction.commit()
      return { text, isReplayed: false }
    } catch (error) {
      try {
        await transaction.rollback()
        await this.release(replayOrClaim)
      } catch (err) {
        context.request.log.warn({ err }, 'an idempotency key stays claimed until its lease expires')
      }
      throw error
    }
  }

  /** Deletes expired records. */
  async deleteExpired(): Promise<void> {
    await this.orm.em.fork().nativeDelete(IdempotencyRecord, { expiresAt: { $lte: this.clock.now() } })
  }

  /** Returns the first answer, or a claim when this is the first request. The primary key decides which one is first. */
  private async findOrClaim({ operation, key, inputs }: IdempotentRequest, caller: string): Promise<string | Claim> {
    const digest = this.hash([caller, operation, key])
    const fingerprint = this.hash(inputs)
    const claim = { digest, id: randomUUID() }
    if (await this.claim(claim, fingerprint)) return claim
    const record = await this.orm.em.fork().findOne(IdempotencyRecord, { digest })
    if (record && !fingerprint.equals(record.fingerprint)) throw IdempotencyConflict.differentBody()
    // Without a record the first request has just failed, and a retry will find the key free.
    if (!record?.answer) throw IdempotencyConflict.stillRunning()
    return decrypt(this.encryptionKey, digest, record.answer)
  }

  /** Inserts the record or replaces an expired one, in one statement; false when another request holds the key. */
  private async claim({ digest, id }: Claim, fingerprint: Buffer): Promise<boolean> {
    const { affectedRows } = await this.orm.em
      .fork()
      .createQueryBuilder(IdempotencyRecord)
      .insert({ digest, fingerprint, claim: id, answer: null, expiresAt: this.expiresAfter(leaseMs) })
      .onConflict('digest')
      .merge()
      .where({ expiresAt: { $lte: this.clock.now() } })
      .execute('run')
    return affectedRows === 1
  }

  /** Throws `IdempotencyConflict` when the lease expired and another request has claimed the key. */
  private async saveResponse(em: EntityManager, { digest, id }: Claim, answer: string): Promise<void> {
    const updatedCount = await em.nativeUpdate(
      IdempotencyRecord,
      { digest, claim: id },
      { answer: encrypt(this.encryptionKey, digest, answer), expiresAt: this.expiresAfter(retentionMs) },
    )
    if (updatedCount === 0) throw IdempotencyConflict.stillRunning()
  }

  /** Frees the key after a failed operation. */
  private async release({ digest, id }: Claim): Promise<void> {
    await this.orm.em.fork().nativeDelete(IdempotencyRecord, { digest, claim: id, answer: null })
  }

  private hash(value: unknown): Buffer {
    return createHmac('sha256', this.hashKey).update(JSON.stringify(value)).digest()
  }

  private expiresAfter(ms: number): Date {
    return new Date(this.clock.now().getTime() + ms)
  }
}

/**
 * The network of an anonymous caller, or the account, with the workspace that it names unless that is the personal one, and
 * the grant of an application: an answer is repeated only for those who may read it.
 */
function callerOf({ caller, request }: RequestContext): string {
  if (caller.kind !== 'account') return toNetwork(request.address)
  const [first] = caller.workspaces
  const workspaceId = request.header(workspaceHeader) ?? first?.id
  const isPersonal = caller.workspaces.some((each) => each.id === workspaceId && each.isPersonal)
  return [caller.accountId, isPersonal ? undefined : workspaceId, caller.grant?.digest].filter(Boolean).join(' ')
}
