import { LRUCache } from 'lru-cache'
import type { Credential } from '../auth/caller.ts'
import { type ChannelListener, channelHeartbeatMs } from '../database/channels.ts'
import { cacheReads } from '../shared/metrics/cache-metrics.ts'
import { type Clock, secondMs } from '../shared/time.ts'

/** The database sends the id of every account whose credentials have changed on this channel, or nothing for all accounts. */
export const credentialChannel = 'tack_credential'

/** How long a credential is used without being read again. */
const ttlMs = 5 * secondMs

/** How long credentials are used after the channel was last known to work: what is revoked on another node ends by then. */
const confirmationTtlMs = 2 * channelHeartbeatMs

interface CacheEntry {
  readonly credential: Credential
  readonly readAt: number
  readonly validUntil: number
}

/**
 * Verified credentials by their tokens, for seconds (docs/decisions/credential-cache.md). A change of an account removes
 * its credentials: on the same node before the transaction is answered, on other nodes when they receive the notification.
 * While the channel does not work, every request reads its credential.
 */
export class CredentialCache implements ChannelListener {
  private readonly entries: LRUCache<string, CacheEntry>
  /** The tokens of each account in `entries`: every connection of the pool tells of a change, and none may search them all. */
  private readonly tokens = new Map<string, Set<string>>()
  /** The number of notifications and gaps so far. */
  private changes = 0
  private gaps = 0
  /** All notifications of changes that were committed before this time have arrived. */
  private changesReceivedUpTo = Number.NEGATIVE_INFINITY

  constructor(
    private readonly clock: Clock,
    maxCredentials = 10_000,
  ) {
    this.entries = new LRUCache({
      max: maxCredentials,
      onInsert: ({ credential }, token) => this.addToken(credential.accountId, token),
      dispose: ({ credential }, token) => this.removeToken(credential.accountId, token),
    })
  }

  /** The credential of a token that was verified a moment ago, if it needs no other reading. */
  find(token: string): Credential | undefined {
    const credential = this.findFresh(token)
    cacheReads.increment('credential', credential ? 'hit' : 'miss')
    return credential
  }

  private findFresh(token: string): Credential | undefined {
    const entry = this.entries.get(token)
    if (!entry) return undefined
    const now = this.now()
    const { credential, readAt, validUntil } = entry
    // The clock may have been set back; then the age is unknown.
    const isFresh = now >= readAt && now < validUntil
    const isConfirmed = now >= this.changesReceivedUpTo && now < this.changesReceivedUpTo + confirmationTtlMs
    return isFresh && isConfirmed ? credential : undefined
  }

  /** Reads a credential and keeps it, unless something has changed since the reading began. */
  async read(token: string, read: () => Promise<Credential>): Promise<Credential> {
    const { changes } = this
    const readAt = this.now()
    const credential = await read()
    const validUntil = Math.min(readAt + ttlMs, credential.validUntil?.getTime() ?? readAt)
    if (changes === this.changes) this.entries.set(token, { credential, readAt, validUntil })
    return credential
  }

  onNotification(accountId: string): void {
    this.changes++
    if (accountId === '') this.entries.clear()
    for (const token of this.tokens.get(accountId) ?? []) this.entries.delete(token)
  }

  onGap(): void {
    this.changes++
    this.gaps++
    this.changesReceivedUpTo = Number.NEGATIVE_INFINITY
    this.entries.clear()
  }

  onHeartbeat(): () => void {
    const sentAt = this.now()
    const { gaps } = this
    return () => {
      if (gaps === this.gaps) this.changesReceivedUpTo = sentAt
    }
  }

  private addToken(accountId: string, token: string): void {
    const tokens = this.tokens.get(accountId) ?? new Set()
    this.tokens.set(accountId, tokens.add(token))
  }

  private removeToken(accountId: string, token: string): void {
    const tokens = this.tokens.get(accountId)
    tokens?.delete(token)
    if (tokens?.size === 0) this.tokens.delete(accountId)
  }

  private now(): number {
    return this.clock.now().getTime()
  }
}
