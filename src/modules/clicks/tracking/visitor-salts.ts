import { hash, randomBytes } from 'node:crypto'
import type { Orm } from '../../../platform/database/database.ts'
import type { Clock } from '../../../platform/shared/clock.ts'
import { dayMs } from '../../../platform/shared/durations.ts'
import { toNetwork } from '../../../platform/shared/ip-address.ts'

/** The salt of a UTC day, the days counted from 1970: 32 bytes, in hexadecimal. */
interface DailySalt {
  readonly day: number
  readonly salt: string | Promise<string>
}

/**
 * Turns a visitor into a hash that means something for one day only. The salt changes at midnight UTC and is destroyed
 * within 48 hours, after which nobody, this service included, can tell who a hash was (Plausible's method).
 */
export class VisitorSalts {
  readonly #orm: Orm
  readonly #clock: Clock
  #dailySalt: DailySalt | undefined

  constructor(orm: Orm, clock: Clock) {
    this.#orm = orm
    this.#clock = clock
  }

  /**
   * 16 bytes, in hex, that stand for this network and user agent, today, among the visitors of this owner. A promise
   * only until the salt of the day has been read.
   */
  hash(ownerId: string, address: string, userAgent: string): string | Promise<string> {
    const salt = this.#currentSalt()
    const text = JSON.stringify([ownerId, toNetwork(address), userAgent])
    return typeof salt === 'string' ? hashVisitor(salt, text) : salt.then((loaded) => hashVisitor(loaded, text))
  }

  /**
   * Destroys the salts of past days, in the database and in memory. Run daily, a salt is gone 48 hours after its day
   * began at the latest, also where nobody comes to begin a new one.
   */
  async deletePastSalts(): Promise<void> {
    const day = this.#currentDay()
    if (this.#dailySalt?.day !== day) this.#dailySalt = undefined
    await this.#orm.em.fork().execute('delete from visitor_salt where day < ?', [toIsoDate(day)])
  }

  #currentDay(): number {
    return Math.floor(this.#clock.now().getTime() / dayMs)
  }

  #currentSalt(): string | Promise<string> {
    const day = this.#currentDay()
    if (this.#dailySalt?.day === day) return this.#dailySalt.salt
    const loading = this.#loadSalt(day)
    const dailySalt = { day, salt: loading }
    this.#dailySalt = dailySalt
    loading.then(
      (salt) => {
        if (this.#dailySalt === dailySalt) this.#dailySalt = { day, salt }
      },
      // A failed look-up must not be remembered for the rest of the day.
      () => {
        if (this.#dailySalt === dailySalt) this.#dailySalt = undefined
      },
    )
    return loading
  }

  /** The first process of the day makes the salt, the others read it. */
  async #loadSalt(day: number): Promise<string> {
    await this.deletePastSalts()
    const em = this.#orm.em.fork()
    await em.execute('insert into visitor_salt (day, salt) values (?, ?) on conflict (day) do nothing', [
      toIsoDate(day),
      randomBytes(32),
    ])
    const [row] = await em.execute<{ salt: Uint8Array }[]>('select salt from visitor_salt where day = ?', [
      toIsoDate(day),
    ])
    if (!row) throw new Error('The salt of today was not kept.')
    return Buffer.from(row.salt).toString('hex')
  }
}

function toIsoDate(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/**
 * A salt of 32 random bytes before the text, and half of the digest: what HMAC adds would guard against is a digest of
 * which all is known, and it takes four times as long.
 */
function hashVisitor(salt: string, text: string): string {
  return hash('sha256', salt + text, 'hex').slice(0, 32)
}
