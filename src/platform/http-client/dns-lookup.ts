import { Resolver } from 'node:dns/promises'

/** Reads the TXT records of a name; each is a list of texts that belong together. Rejects as `node:dns` does. */
export type ResolveTxt = (name: string) => Promise<string[][]>

/** How long one attempt waits for a server. There are two, so an answer takes at most 6 seconds. */
const attemptTimeoutMs = 2_000

/** Asks the name servers of the system. */
export const resolveTxt: ResolveTxt = (name) => new Resolver({ timeout: attemptTimeoutMs, tries: 2 }).resolveTxt(name)
