import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { ConcurrencyLimiter } from '../shared/event-loop/concurrency-limiter.ts'
import { secondMs } from '../shared/time.ts'

/** What is asked of name servers. Rejects as `node:dns` does. */
export interface NameServers {
  /** The TXT records of a name; each is a list of texts that belong together. */
  resolveTxt(name: string): Promise<string[][]>
  /** The addresses of a host, IPv4 addresses first. */
  resolveAddresses(host: string): Promise<readonly string[]>
  /** Whether any name server answers. */
  areAnswering(): Promise<boolean>
}

/** What name servers answer when a name or a record of the type does not exist. */
export const absenceCodes: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])

/** What c-ares says when no name server has answered. */
const silenceCodes: ReadonlySet<unknown> = new Set(['ETIMEOUT', 'ECANCELLED', 'ECONNREFUSED'])

/** A lookup and the question whether name servers answer at all, together, are shorter than any call that needs them. */
const lookupTimeoutMs = 3 * secondMs
const probeTimeoutMs = secondMs

export interface SystemNameServersOptions {
  /** The hosts file, which is read before name servers are asked. Only where private hosts may be called. */
  readonly hostsFile?: string | undefined
  /** Addresses of name servers; by default the name servers of the system. */
  readonly servers?: readonly string[]
}

/**
 * Asks the name servers of the system by c-ares: `dns.lookup` would hold a thread of libuv for as long as a name server is
 * silent, and connections to the database need the same threads.
 */
export class SystemNameServers implements NameServers {
  constructor(private readonly options: SystemNameServersOptions = {}) {}

  resolveTxt(name: string): Promise<string[][]> {
    return this.query(lookupTimeoutMs, (resolver) => resolver.resolveTxt(name))
  }

  async resolveAddresses(host: string): Promise<readonly string[]> {
    const { hostsFile } = this.options
    const local = hostsFile === undefined ? [] : await readHosts(hostsFile, host)
    if (local.length > 0) return local
    const answers = await this.query(lookupTimeoutMs, (resolver) =>
      Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]),
    )
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    throw errors.find(({ code }) => !absenceCodes.has(code)) ?? errors[0]
  }

  /** Asks for the servers of the root, which every name server knows by heart. Any answer will do. */
  async areAnswering(): Promise<boolean> {
    const codeOf = (error: NodeJS.ErrnoException) => error.code
    const code = await this.query(probeTimeoutMs, (resolver) => resolver.resolveNs('.')).then(() => undefined, codeOf)
    return !silenceCodes.has(code)
  }

  private async query<T>(timeoutMs: number, run: (resolver: Resolver) => Promise<T>): Promise<T> {
    const { servers } = this.options
    const resolver = new Resolver({ timeout: Math.floor(timeoutMs / 3), tries: 2 })
    if (servers) resolver.setServers(servers)
    const timer = setTimeout(() => resolver.cancel(), timeoutMs)
    try {
      return await run(resolver)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The addresses of a host in the hosts file; of `localhost` also without one (RFC 6761). */
async function readHosts(file: string, host: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const entries = `${text}\n127.0.0.1 localhost`.split('\n').map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
  return entries.flatMap(([address = '', ...names]) => (names.includes(host) ? [address] : []))
}

/** No name server answers, so nothing is known of a name. */
export class NameServersSilent extends Error {
  override readonly name = 'NameServersSilent'
  readonly code = 'EAI_AGAIN'
}

/** Lookups of the process: at most 16 of one account at once. */
const limits = { maxConcurrent: 256, maxQueued: 1_000, freePerTaken: 15 }

/** Looks up names that callers name, a few at once for each account. */
export class NameResolver {
  private readonly limiter = new ConcurrencyLimiter(limits)

  constructor(private readonly nameServers: NameServers) {}

  /** Rejects as `node:dns` does, and throws `Unavailable` when too many lookups wait. */
  resolveTxt(name: string, accountId: string): Promise<string[][]> {
    return this.limiter.run(accountId, () => this.nameServers.resolveTxt(name))
  }

  /** Throws what `resolveTxt` throws, and `NameServersSilent`. Does not begin after the signal is aborted. */
  resolveAddresses(host: string, accountId: string, signal?: AbortSignal): Promise<readonly string[]> {
    return this.limiter.run(accountId, async () => {
      signal?.throwIfAborted()
      try {
        return await this.nameServers.resolveAddresses(host)
      } catch (cause) {
        const isSilent = silenceCodes.has((cause as NodeJS.ErrnoException).code)
        if (!isSilent || (await this.nameServers.areAnswering())) throw cause
        throw new NameServersSilent('No name server answers.', { cause })
      }
    })
  }
}
