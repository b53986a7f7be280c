import { createHash } from 'node:crypto'
import type { AdapterPayload } from 'oidc-provider'
import type { Orm } from '../../../platform/database/database.ts'
import type { Clock } from '../../../platform/shared/clock.ts'

/** What is left out of a stored payload: the id, and what repeats it. */
const omittedFields = ['jti', 'returnTo', 'session'] as const

/** A record belongs to a grant that still holds, or to none. */
const isGrantActiveSql = `(r.grant_id is null or exists (
  select 1 from oauth_record g where g.model = 'Grant' and g.digest = r.grant_id and g.expires_at > ?))`

/**
 * What the provider remembers, in `oauth_record`. Ids are the codes and tokens themselves, so only their digests are
 * kept, and what is found gets back the id it was asked by. Every act is statements of its own, never within a
 * transaction of the caller.
 */
export class OAuthRecordStore {
  readonly #orm: Orm
  readonly #clock: Clock

  constructor(orm: Orm, clock: Clock) {
    this.#orm = orm
    this.#clock = clock
  }

  /** Keeps or replaces a record for so many seconds. One that is consumed stays consumed. */
  async save(model: string, id: string, payload: AdapterPayload, ttlSeconds: number): Promise<void> {
    const now = this.#clock.now()
    const storedPayload = Object.fromEntries(
      Object.entries(payload).filter(([name]) => !omittedFields.some((each) => each === name)),
    )
    await this.#execute(
      `insert into oauth_record (model, digest, payload, account_id, client_id, grant_id, expires_at, created_at)
       values (?, ?, ?::json, ?, ?, ?, ?, ?)
       on conflict (model, digest) do update
         set payload = excluded.payload, account_id = excluded.account_id, expires_at = excluded.expires_at`,
      [
        model,
        digestRecordId(id),
        JSON.stringify(storedPayload),
        findAccountId(payload),
        payload.clientId ?? payload.params?.client_id ?? null,
        payload.grantId === undefined ? null : digestRecordId(payload.grantId),
        new Date(now.getTime() + ttlSeconds * 1000),
        now,
      ],
    )
  }

  /** The record of this id, unless its time is over or its grant was withdrawn. */
  async find(model: string, id: string): Promise<AdapterPayload | undefined> {
    const now = this.#clock.now()
    const [row] = await this.#execute<{ payload: string; consumed: number | null }>(
      `select r.payload::text as payload, floor(extract(epoch from r.consumed_at))::int as consumed from oauth_record r
        where r.model = ? and r.digest = ? and r.expires_at > ? and ${isGrantActiveSql}`,
      [model, digestRecordId(id), now, now],
    )
    if (!row) return undefined
    return { ...JSON.parse(row.payload), jti: id, ...(row.consumed !== null && { consumed: row.consumed }) }
  }

  /** Marks a record as used. Of several callers exactly one is told yes, on every node: the statement decides. */
  async consume(model: string, id: string): Promise<boolean> {
    const rows = await this.#execute(
      'update oauth_record set consumed_at = ? where model = ? and digest = ? and consumed_at is null returning 1',
      [this.#clock.now(), model, digestRecordId(id)],
    )
    return rows.length > 0
  }

  async destroy(model: string, id: string): Promise<void> {
    if (model === 'Grant') return this.revokeGrant(id)
    await this.#execute('delete from oauth_record where model = ? and digest = ?', [model, digestRecordId(id)])
  }

  /** Ends a grant and every code and token given under it, at once. */
  async revokeGrant(grantId: string): Promise<void> {
    await this.#deleteGrant(digestRecordId(grantId))
  }

  /** Ends the grant a record was given under. */
  async revokeGrantOfRecord(model: string, id: string): Promise<void> {
    const [row] = await this.#execute<{ grant_id: string | null }>(
      'select grant_id from oauth_record where model = ? and digest = ?',
      [model, digestRecordId(id)],
    )
    if (row?.grant_id) await this.#deleteGrant(row.grant_id)
  }

  /** Forgets what expired over a day ago; until then an expired token is told apart from an unknown one. */
  async deleteExpired(): Promise<void> {
    const dayAgo = new Date(this.#clock.now().getTime() - 24 * 3600 * 1000)
    await this.#execute('delete from oauth_record where expires_at < ?', [dayAgo])
  }

  /** Without its grant nothing holds any more, so the rows of the rest are only litter: whoever took the grant clears it. */
  async #deleteGrant(grantDigest: string): Promise<void> {
    const taken = await this.#execute("delete from oauth_record where model = 'Grant' and digest = ? returning 1", [
      grantDigest,
    ])
    if (taken.length > 0) await this.#execute('delete from oauth_record where grant_id = ?', [grantDigest])
  }

  #execute<T extends object>(sql: string, parameters: unknown[]): Promise<T[]> {
    return this.#orm.em.fork().execute<T[]>(sql, parameters)
  }
}

/** Whose a record is. An interaction belongs to who has logged in within it, and goes with the account like the rest. */
function findAccountId({ accountId, result, lastSubmission }: AdapterPayload): string | null {
  return accountId ?? (result ?? lastSubmission)?.login?.accountId ?? null
}

/** The name a record is kept under. Ids have 256 random bits, so a fast hash is enough. */
export function digestRecordId(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}
