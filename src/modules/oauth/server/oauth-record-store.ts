import { raw } from '@mikro-orm/postgresql'
import type { AdapterPayload } from 'oidc-provider'
import type { EntityManager, Orm } from '../../../platform/database/database.ts'
import type { Clock } from '../../../platform/shared/clock.ts'
import { dayMs, secondMs } from '../../../platform/shared/durations.ts'
import { digestRecordId, OAuthRecord } from './oauth-record.entity.ts'

/** Not stored: `jti` is the id, and the other fields contain it. */
const omittedFields = ['jti', 'returnTo', 'session'] as const

/** Stores the records of the provider. Each method uses its own EntityManager and no transaction of the caller. */
export class OAuthRecordStore {
  readonly #orm: Orm
  readonly #clock: Clock

  constructor(orm: Orm, clock: Clock) {
    this.#orm = orm
    this.#clock = clock
  }

  /** Inserts or replaces a record. A consumed record stays consumed. */
  async save(model: string, id: string, payload: AdapterPayload, ttlSeconds: number): Promise<void> {
    const now = this.#clock.now()
    const storedPayload = Object.fromEntries(
      Object.entries(payload).filter(([name]) => !omittedFields.some((field) => field === name)),
    )
    await this.#createEm().upsert(
      OAuthRecord,
      {
        model,
        digest: digestRecordId(id),
        payload: storedPayload,
        account: findAccountId(payload),
        app: payload.clientId ?? payload.params?.client_id ?? null,
        grantDigest: payload.grantId === undefined ? null : digestRecordId(payload.grantId),
        expiresAt: new Date(now.getTime() + ttlSeconds * secondMs),
        createdAt: now,
      },
      { onConflictFields: ['model', 'digest'], onConflictMergeFields: ['payload', 'account', 'expiresAt'] },
    )
  }

  /** Finds a record, unless it or its grant has ended. */
  async find(model: string, id: string): Promise<AdapterPayload | undefined> {
    const now = this.#clock.now()
    // Part of the same statement, so that the record and its grant come from one snapshot.
    const hasActiveGrant = raw(
      (alias) => `exists (
        select 1 from oauth_record g where g.model = 'Grant' and g.digest = ${alias}.grant_digest and g.expires_at > ?)`,
      [now],
    )
    const record = await this.#createEm().findOne(OAuthRecord, {
      model,
      digest: digestRecordId(id),
      expiresAt: { $gt: now },
      $or: [{ grantDigest: null }, { [hasActiveGrant]: [] }],
    })
    if (!record) return undefined
    const { payload, consumedAt } = record
    return { ...payload, jti: id, ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / secondMs) }) }
  }

  /** Marks a record as used. The guarded update returns true to exactly one of several concurrent callers. */
  async consume(model: string, id: string): Promise<boolean> {
    const unused = { model, digest: digestRecordId(id), consumedAt: null }
    return (await this.#createEm().nativeUpdate(OAuthRecord, unused, { consumedAt: this.#clock.now() })) > 0
  }

  async destroy(model: string, id: string): Promise<void> {
    if (model === 'Grant') return this.revokeGrant(id)
    await this.#createEm().nativeDelete(OAuthRecord, { model, digest: digestRecordId(id) })
  }

  /** Deletes a grant with its codes and tokens. */
  async revokeGrant(grantId: string): Promise<void> {
    await this.#deleteGrant(digestRecordId(grantId))
  }

  /** Deletes the grant of a record. */
  async revokeGrantOfRecord(model: string, id: string): Promise<void> {
    const key = { model, digest: digestRecordId(id) }
    const record = await this.#createEm().findOne(OAuthRecord, key, { fields: ['grantDigest'] })
    if (record?.grantDigest) await this.#deleteGrant(record.grantDigest)
  }

  /** Deletes the records that expired over a day ago. Until then the API answers an expired token with `TokenExpired`. */
  async deleteExpired(): Promise<void> {
    const dayAgo = new Date(this.#clock.now().getTime() - dayMs)
    await this.#createEm().nativeDelete(OAuthRecord, { expiresAt: { $lt: dayAgo } })
  }

  /** Codes and tokens are invalid without their grant, so the second statement only cleans up. */
  async #deleteGrant(grantDigest: string): Promise<void> {
    const em = this.#createEm()
    const deletedCount = await em.nativeDelete(OAuthRecord, { model: 'Grant', digest: grantDigest })
    if (deletedCount > 0) await em.nativeDelete(OAuthRecord, { grantDigest })
  }

  #createEm(): EntityManager {
    return this.#orm.em.fork()
  }
}

/** The account of a record. An interaction belongs to the account of its login, so that it is deleted with the account. */
function findAccountId({ accountId, result, lastSubmission }: AdapterPayload): string | null {
  return accountId ?? (result ?? lastSubmission)?.login?.accountId ?? null
}
