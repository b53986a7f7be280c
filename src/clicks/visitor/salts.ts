import { createHmac, randomBytes } from 'node:crypto'
import { networkOf } from '../../base/address.ts'
import type { Clock } from '../../base/clock.ts'
import type { Orm } from '../../database/open.ts'

const dayMs = 24 * 3600 * 1000

/**
 * Turns a visitor into a hash that means something for one day only. The salt changes at midnight UTC and is destroyed
 * within 48 hours, after which nobody, this service included, can tell who a hash was (Plausible's method).
 */
export class VisitorSalts {
  readonly #orm: Orm
  readonly #clock: Clock
  #today: { day: string; salt: Promise<Buffer> } | undefined

  constructor(orm: Orm, clock: Clock) {
    this.#orm = orm
    this.#clock = clock
  }

  /** 16 bytes that stand for this network and user agent, today, among the visitors of this owner. */
  async hash(ownerId: string, address: string, userAgent: string): Promise<Buffer> {
    const hmac = createHmac('sha256', await this.#salt())
    return hmac
      .update(JSON.stringify([ownerId, networkOf(address), userAgent]))
      .digest()
      .subarray(0, 16)
  }

  #salt(): Promise<Buffer> {
    const now = this.#clock.now()
    const day = now.toISOString().slice(0, 10)
    if (this.#today?.day !== day) {
      const salt = this.#open(day, now)
      this.#today = { day, salt }
      // A failed look-up must not be remembered for the rest of the day.
      salt.catch(() => {
        this.#today = undefined
      })
    }
    return this.#today.salt
  }

  /** The first process of the day makes the salt, the others read it; all forget those of the day before yesterday. */
  async #open(day: string, now: Date): Promise<Buffer> {
    const em = this.#orm.em.fork()
    const expired = new Date(now.getTime() - dayMs).toISOString().slice(0, 10)
    await em.execute('delete from visitor_salt where day < ?', [expired])
    await em.execute('insert into visitor_salt (day, salt) values (?, ?) on conflict (day) do nothing', [
      day,
      randomBytes(32),
    ])
    const [row] = await em.execute<{ salt: Uint8Array }[]>('select salt from visitor_salt where day = ?', [day])
    if (!row) throw new Error('The salt of today was not kept.')
    return Buffer.from(row.salt)
  }
}
