import { hash, randomBytes } from 'node:crypto'
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import type { Orm } from '../../../../platform/database/database.ts'
import { toNetwork } from '../../../../platform/shared/ip-address.ts'
import { type Clock, dayMs } from '../../../../platform/shared/time.ts'

@Entity({ tableName: 'visitor_salt' })
export class VisitorSalt {
  /** UTC, as `YYYY-MM-DD`. */
  @PrimaryKey({ type: 'date' })
  day!: string

  @Property({ type: 'blob' })
  salt!: Uint8Array
}

/** The salt of a UTC day: 32 bytes in hex. Days are counted from 1970. */
interface DailySalt {
  readonly day: number
  readonly salt: string | Promise<string>
}

/**
 * Hashes visitors with a salt that changes at midnight UTC. Salts are deleted within 48 hours; after that, no one can
 * find out who the visitor behind a hash was (the method of Plausible).
 */
export class VisitorSalts {
  private dailySalt: DailySalt | undefined

  constructor(
    private readonly orm: Orm,
    private readonly clock: Clock,
  ) {}

  /**
   * The hash of a network and a user agent for this day and owner: 16 bytes in hex. Returns a promise only until the
   * salt of the day is loaded.
   */
  hash(workspaceId: string, address: string, userAgent: string): string | Promise<string> {
    const salt = this.currentSalt()
    const text = JSON.stringify([workspaceId, toNetwork(address), userAgent])
    return typeof salt === 'string' ? hashVisitor(salt, text) : salt.then((loaded) => hashVisitor(loaded, text))
  }

  /**
   * Deletes the salts of past days, in the database and in memory. When it runs daily, every salt is deleted within 48
   * hours after its day began, even if no visitor comes.
   */
  async deletePastSalts(): Promise<void> {
    const day = this.currentDay()
    if (this.dailySalt?.day !== day) this.dailySalt = undefined
    await this.orm.em.fork().nativeDelete(VisitorSalt, { day: { $lt: toIsoDate(day) } })
  }

  private currentDay(): number {
    return Math.floor(this.clock.now().getTime() / dayMs)
  }

  private currentSalt(): string | Promise<string> {
    const day = this.currentDay()
    if (this.dailySalt?.day === day) return this.dailySalt.salt
    const loading = this.loadSalt(day)
    const dailySalt = { day, salt: loading }
    this.dailySalt = dailySalt
    loading.then(
      (salt) => {
        if (this.dailySalt === dailySalt) this.dailySalt = { day, salt }
      },
      // A failed query must not stay in memory for the rest of the day.
      () => {
        if (this.dailySalt === dailySalt) this.dailySalt = undefined
      },
    )
    return loading
  }

  /** The first of several processes saves the salt of the day. */
  private async loadSalt(dayNumber: number): Promise<string> {
    await this.deletePastSalts()
    const em = this.orm.em.fork()
    const day = toIsoDate(dayNumber)
    await em
      .createQueryBuilder(VisitorSalt)
      .insert({ day, salt: randomBytes(32) })
      .onConflict()
      .ignore()
      .execute('run')
    const { salt } = await em.findOneOrFail(VisitorSalt, { day })
    return Buffer.from(salt).toString('hex')
  }
}

function toIsoDate(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/**
 * SHA-256 of the salt and the text, cut to half. HMAC would prevent length extension, but that attack needs the whole
 * digest, and HMAC takes four times as long.
 */
function hashVisitor(salt: string, text: string): string {
  return hash('sha256', salt + text, 'hex').slice(0, 32)
}
