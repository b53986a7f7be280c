import { createHmac, randomUUID } from 'node:crypto'
import type { EntityManager, Orm } from '../../database/database.ts'
import type { Clock } from '../../shared/clock.ts'
import { decrypt, encrypt, type Keyring } from '../../shared/keyring.ts'
import { IdempotencyConflict } from './idempotency-key.ts'

/** How long the first answer is kept and replayed (Stripe's 24 hours). */
const retentionMs = 24 * 3600 * 1000

/** How long a first request may run before it is taken for lost, and its key for free. */
const leaseMs = 60 * 1000

/** A request that asks to be done once. */
export interface IdempotentRequest {
  /** The account, or for a caller without one his network. */
  readonly caller: string
  readonly operation: string
  readonly key: string
  readonly inputs: Readonly<Record<string, unknown>>
}

/** The right to do the act of one key, for as long as the lease holds. */
export interface Claim {
  readonly digest: Buffer
  readonly id: string
}

interface IdempotencyRow {
  readonly fingerprint: Uint8Array
  readonly answer: Uint8Array | null
}

/**
 * The first answers to requests with an Idempotency-Key. A row that is past its time counts as absent. Who called, the
 * key and the inputs are kept as keyed hashes only and the answer encrypted, because they may hold addresses, passwords
 * and credentials.
 */
export class IdempotencyStore {
  readonly #orm: Orm
  readonly #clock: Clock
  readonly #hashKey: Buffer
  readonly #encryptionKey: Buffer

  constructor(orm: Orm, clock: Clock, keyring: Keyring) {
    this.#orm = orm
    this.#clock = clock
    this.#hashKey = keyring.key('idempotency hash')
    this.#encryptionKey = keyring.key('idempotency answer')
  }

  /**
   * The first answer, when there is one, or else the right to give it. The primary key decides who is first.
   * Throws `IdempotencyConflict` when the key was used with other inputs, or its first request is still running.
   */
  async findOrClaim({ caller, operation, key, inputs }: IdempotentRequest): Promise<string | Claim> {
    const digest = this.#hash([caller, operation, key])
    const fingerprint = this.#hash(inputs)
    const claim = { digest, id: randomUUID() }
    if (await this.#claim(claim, fingerprint)) return claim
    const sql = 'select fingerprint, answer from idempotency where digest = ?'
    const [row] = await this.#orm.em.fork().execute<IdempotencyRow[]>(sql, [digest])
    if (row && !fingerprint.equals(row.fingerprint)) throw IdempotencyConflict.differentBody()
    // No row: the first request has failed since, and the next try will find the key free.
    if (!row?.answer) throw IdempotencyConflict.stillRunning()
    return decrypt(this.#encryptionKey, digest, row.answer)
  }

  /**
   * Keeps the answer, in the transaction of its act where there is one. Throws `IdempotencyConflict` when the lease ran
   * out and somebody else has taken the claim: then the act must not be committed.
   */
  async saveResponse(em: EntityManager, { digest, id }: Claim, answer: string): Promise<void> {
    const updated = await em.execute(
      'update idempotency set answer = ?, expires_at = ? where digest = ? and claim = ? returning claim',
      [encrypt(this.#encryptionKey, digest, answer), this.#expiresAfter(retentionMs), digest, id],
    )
    if (updated.length === 0) throw IdempotencyConflict.stillRunning()
  }

  /** Gives the key back after an act that came to nothing. */
  async release({ digest, id }: Claim): Promise<void> {
    const sql = 'delete from idempotency where digest = ? and claim = ? and answer is null'
    await this.#orm.em.fork().execute(sql, [digest, id])
  }

  /** Removes what is past its time. */
  async deleteExpired(): Promise<void> {
    await this.#orm.em.fork().execute('delete from idempotency where expires_at <= ?', [this.#clock.now()])
  }

  async #claim({ digest, id }: Claim, fingerprint: Buffer): Promise<boolean> {
    const claimed = await this.#orm.em.fork().execute(
      `insert into idempotency (digest, fingerprint, claim, expires_at) values (?, ?, ?, ?)
       on conflict (digest) do update
         set fingerprint = excluded.fingerprint, claim = excluded.claim, answer = null, expires_at = excluded.expires_at
         where idempotency.expires_at <= ?
       returning claim`,
      [digest, fingerprint, id, this.#expiresAfter(leaseMs), this.#clock.now()],
    )
    return claimed.length === 1
  }

  #hash(value: unknown): Buffer {
    return createHmac('sha256', this.#hashKey).update(JSON.stringify(value)).digest()
  }

  #expiresAfter(ms: number): Date {
    return new Date(this.#clock.now().getTime() + ms)
  }
}
