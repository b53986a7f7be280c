import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Keyring, Sealer } from '../shared/keyring.ts'
import { type Clock, secondMs } from '../shared/time.ts'
import { cookieRules } from './cookie-rules.ts'

/** What is sealed besides the value. */
interface Sealed {
  readonly value: unknown
  readonly expiresAtMs: number
}

/** Cookies for a few minutes whose values only this service can read and write. Scripts cannot read them at all. */
export class SealedCookies {
  private readonly sealer: Sealer
  private readonly prefix: string
  private readonly options: object

  constructor(
    keyring: Keyring,
    private readonly clock: Clock,
    publicUrl: string,
  ) {
    this.sealer = new Sealer(keyring.keys('sealed-cookie'), 'A sealed cookie')
    const { prefix, options } = cookieRules(publicUrl)
    this.prefix = prefix
    this.options = options
  }

  write(reply: FastifyReply, name: string, value: unknown, seconds: number): void {
    const sealed: Sealed = { value, expiresAtMs: this.clock.now().getTime() + seconds * secondMs }
    const text = this.sealer.seal(name, JSON.stringify(sealed)).toString('base64url')
    reply.setCookie(this.prefix + name, text, { ...this.options, maxAge: seconds })
  }

  /** The value that `write` got; undefined without one, after its time, and for a text that this service did not write. */
  read(request: Pick<FastifyRequest, 'cookies'>, name: string): unknown {
    const text = request.cookies[this.prefix + name]
    return text === undefined ? undefined : this.open(name, text)?.value
  }

  clear(reply: FastifyReply, name: string): void {
    reply.clearCookie(this.prefix + name, this.options)
  }

  /** The names of the cookies of the browser that begin with a text; the one that expires first comes first. */
  list(request: Pick<FastifyRequest, 'cookies'>, beginning: string): string[] {
    const found = Object.entries(request.cookies).flatMap(([fullName, text = '']) => {
      const name = fullName.slice(this.prefix.length)
      if (!fullName.startsWith(this.prefix + beginning)) return []
      return [{ name, expiresAtMs: this.open(name, text)?.expiresAtMs ?? 0 }]
    })
    return found.toSorted((one, other) => one.expiresAtMs - other.expiresAtMs).map(({ name }) => name)
  }

  private open(name: string, text: string): Sealed | undefined {
    try {
      const sealed = JSON.parse(this.sealer.unseal(name, Buffer.from(text, 'base64url'))) as Sealed
      return sealed.expiresAtMs > this.clock.now().getTime() ? sealed : undefined
    } catch {
      // Another writer.
      return undefined
    }
  }
}
