import { hash, randomBytes } from 'node:crypto'
import { networkOf } from '../../base/address.ts'
import type { Clock } from '../../base/clock.ts'
import type { Orm } from '../../database/open.ts'

const dayMs = 86_400_000

/** The salt of a UTC day, the days counted from 1970: 32 bytes, in hexadecimal. */
interface Today {
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
  #today: Today | undefined

  constructor(orm: Orm, clock: Clock) {
    this.#orm = orm
    this.#clock = clock
  }

  /**
   * 16 bytes, in hex, that stand for this network and user agent, today, among the visitors of this owner. A promise
   * only until the salt of the day has been read.
   */
  hash(ownerId: string, address: string, userAgent: string): string | Promise<string> {
    const salt = this.#salt()
    const text = JSON.stringify([ownerId, networkOf(address), userAgent])
    return typeof salt === 'string' ? hashed(salt, text) : salt.then((read) => hashed(read, text))
  }

  /**
   * Destroys the salts of past days, in the database and in memory. Run daily, a salt is gone 48 hours after its day
   * began at the latest, also where nobody comes to begin a new one.
   */
  async destroyPast(): Promise<void> {
    const day = this.#day()
    if (this.#today?.day !== day) this.#today = undefined
    await this.#orm.em.fork().execute('delete from visitor_salt where day < ?', [dateOf(day)])
  }

  #day(): number {
    return Math.floor(this.#clock.now().getTime() / dayMs)
  }

  #salt(): string | Promise<string> {
    const day = this.#day()
    if (this.#today?.day === day) return this.#today.salt
    const reading = this.#open(day)
    const today = { day, salt: reading }
    this.#today = today
    reading.then(
      (salt) => {
        if (this.#today === today) this.#today = { day, salt }
      },
      // A failed look-up must not be remembered for the rest of the day.
      () => {
        if (this.#today === today) this.#today = undefined
      },
    )
    return reading
  }

  /** The first process of the day makes the salt, the others read it. */
  async #open(day: number): Promise<string> {
    await this.destroyPast()
    const em = this.#orm.em.fork()
    await em.execute('insert into visitor_salt (day, salt) values (?, ?) on conflict (day) do nothing', [
      dateOf(day),
      randomBytes(32),
    ])
    const [row] = await em.execute<{ salt: Uint8Array }[]>('select salt from visitor_salt where day = ?', [dateOf(day)])
    if (!row) throw new Error('The salt of today was not kept.')
    return Buffer.from(row.salt).toString('hex')
  }
}

function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/**
 * A salt of 32 random bytes before the text, and half of the digest: what HMAC adds would guard against is a digest of
 * which all is known, and it takes four times as long.
 */
function hashed(salt: string, text: string): string {
  return hash('sha256', salt + text, 'hex').slice(0, 32)
}
