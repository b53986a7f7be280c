import { ForeignKeyConstraintViolationException, raw } from '@mikro-orm/postgresql'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import { digestSecret } from '../../../../platform/shared/secret-digest.ts'
import { type Clock, dayMs, secondMs } from '../../../../platform/shared/time.ts'
import { appIdOf, findClient, isStoredWithGrant } from '../apps/oauth-clients.ts'
import type { GrantEnding } from './grant-ending.ts'
import { OAuthRecord } from './oauth-record.entity.ts'

/** Creates the storage adapter of each model of the provider. */
export function createAdapterFactory(orm: Orm, clock: Clock, grantEnding: GrantEnding): (model: string) => Adapter {
  return (model) => {
    if (model === 'Client') return { ...emptyAdapter, find: (id) => findClient(orm, id) }
    return model === 'Session' ? emptyAdapter : new OAuthRecordAdapter(orm, clock, grantEnding, model)
  }
}

/**
 * Stores nothing and finds nothing. The provider's browser sessions use it: every authorization requires a login, so no
 * session stays in a shared browser.
 */
const emptyAdapter: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
}

/** Not stored: `jti` is the id, and the other fields contain it. */
const omittedFields = ['jti', 'returnTo', 'session']

/**
 * How long after its first use a refresh token gets further tokens of its grant. A client that refreshes twice at once,
 * or repeats a request after a lost answer, is no thief (docs/decisions/oauth.md).
 */
const refreshRepeatMs = 10 * secondMs

/** Stores the records of one model. Each method uses its own EntityManager and no transaction of the caller. */
class OAuthRecordAdapter implements Adapter {
  constructor(
    private readonly orm: Orm,
    private readonly clock: Clock,
    private readonly grantEnding: GrantEnding,
    private readonly model: string,
  ) {}

  /** Inserts or replaces a record. A consumed record stays consumed. */
  async upsert(id: string, payload: AdapterPayload, ttlSeconds: number): Promise<void> {
    const now = this.clock.now()
    const storedFields = Object.entries(payload).filter(([name]) => !omittedFields.includes(name))
    const record = {
      ...this.keyOf(id),
      payload: Object.fromEntries(storedFields),
      account: findAccountId(payload),
      app: this.findAppId(payload),
      grantDigest: payload.grantId === undefined ? null : digestSecret(payload.grantId),
      expiresAt: new Date(now.getTime() + ttlSeconds * secondMs),
      createdAt: now,
    }
    try {
      await this.createEm().upsert(OAuthRecord, record, {
        onConflictFields: ['model', 'digest'],
        onConflictMergeFields: ['payload', 'account', 'expiresAt'],
      })
    } catch (error) {
      if (!(error instanceof ForeignKeyConstraintViolationException)) throw error
      throw new errors.InvalidGrant('the account or the application does not exist')
    }
  }

  /**
   * Finds a record, unless it or its grant has ended. The provider sees a refresh token that may be repeated as not
   * consumed.
   */
  async find(id: string): Promise<AdapterPayload | undefined> {
    const now = this.clock.now()
    // The grant is part of the same statement, so that the record and its grant come from one snapshot.
    const hasActiveGrant = raw(
      (alias) => `exists (
        select 1 from oauth_record g where g.model = 'Grant' and g.digest = ${alias}.grant_digest and g.expires_at > ?)`,
      [now],
    )
    const record = await this.createEm().findOne(OAuthRecord, {
      ...this.keyOf(id),
      // A program that polls learns that its code has expired.
      ...(this.model !== 'DeviceCode' && { expiresAt: { $gt: now } }),
      $or: [{ grantDigest: null }, { [hasActiveGrant]: [] }],
    })
    if (!record) return undefined
    const { payload, consumedAt, expiresAt } = record
    return {
      ...payload,
      jti: id,
      ...(expiresAt <= now && { exp: 0 }),
      ...(consumedAt && !this.canBeRepeated(consumedAt) && { consumed: Math.floor(consumedAt.getTime() / secondMs) }),
    }
  }

  /**
   * Marks a record as used. The provider checks for use before it calls this, so several requests can pass that check.
   * Only one update succeeds; a second use ends the grant (RFC 9700, 2.1.1 and 4.14.2), except a repeated refresh.
   */
  async consume(id: string): Promise<void> {
    const em = this.createEm()
    const unused = { ...this.keyOf(id), consumedAt: null }
    if ((await em.nativeUpdate(OAuthRecord, unused, { consumedAt: this.clock.now() })) > 0) return
    const record = await em.findOne(OAuthRecord, this.keyOf(id), { fields: ['grantDigest', 'consumedAt'] })
    if (record?.consumedAt && this.canBeRepeated(record.consumedAt)) return
    if (record?.grantDigest) await this.deleteGrant(record.grantDigest)
    throw new errors.InvalidGrant('the code or token was already used')
  }

  async destroy(id: string): Promise<void> {
    if (this.model === 'Grant') return this.revokeByGrantId(id)
    await this.createEm().nativeDelete(OAuthRecord, this.keyOf(id))
  }

  /** Deletes a grant with its codes and tokens. */
  async revokeByGrantId(grantId: string): Promise<void> {
    await this.deleteGrant(digestSecret(grantId))
  }

  /** Only sessions need it, and they are not stored. */
  async findByUid(): Promise<undefined> {}

  /** The pages of the device flow find codes themselves (`findDeviceRequest`). */
  async findByUserCode(): Promise<undefined> {}

  /** Some applications are stored with their first grant, so that a stranger stores none. */
  private findAppId({ clientId, params }: AdapterPayload): string | null {
    const id = clientId ?? (params?.client_id as string | undefined)
    const isBeforeGrant = this.model === 'Interaction' || this.model === 'DeviceCode'
    if (id === undefined || (isBeforeGrant && isStoredWithGrant(id))) return null
    return appIdOf(id)
  }

  private canBeRepeated(consumedAt: Date): boolean {
    return this.model === 'RefreshToken' && this.clock.now().getTime() - consumedAt.getTime() < refreshRepeatMs
  }

  private async deleteGrant(digest: string): Promise<void> {
    const reason = { describe: (appName: string) => `the access of "${appName}" ended`, at: this.clock.now() }
    await this.createEm().transactional((em) => this.grantEnding.end(em, { digest }, reason))
  }

  private keyOf(id: string): { model: string; digest: string } {
    return { model: this.model, digest: digestSecret(id) }
  }

  private createEm(): EntityManager {
    return this.orm.em.fork()
  }
}

/** The account of a record. An interaction belongs to the account of its login, so that it is deleted with the account. */
function findAccountId({ accountId, result, lastSubmission }: AdapterPayload): string | null {
  return accountId ?? (result ?? lastSubmission)?.login?.accountId ?? null
}

/** Deletes the records that expired over a day ago. Until then the API answers an expired token with `TokenExpired`. */
export async function deleteExpiredRecords(orm: Orm, clock: Clock): Promise<void> {
  const dayAgo = new Date(clock.now().getTime() - dayMs)
  await orm.em.fork().nativeDelete(OAuthRecord, { expiresAt: { $lt: dayAgo } })
}
