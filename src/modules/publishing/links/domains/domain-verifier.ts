import { absenceCodes, type NameResolver } from '../../../../platform/http-client/dns-lookup.ts'
import { secondMs, withTimeout } from '../../../../platform/shared/time.ts'
import type { Domain } from './domain.entity.ts'
import { DomainNotVerified } from './domain.errors.ts'

/** A limit longer than the timeout of the lookup itself, so that every lookup ends. */
const lookupTimeoutMs = 8 * secondMs

/** Looks for the DNS records with which workspaces prove that domains are theirs. */
export class DomainVerifier {
  constructor(private readonly names: Pick<NameResolver, 'resolveTxt'>) {}

  /** Throws `DomainNotVerified`, which says which record to set, unless the record of the domain exists. */
  async assertRecord(domain: Domain, accountId: string): Promise<void> {
    const { name, value } = domain.verificationRecord
    const records = await this.readRecords(domain, name, accountId)
    // A long record has several parts, which are joined (RFC 7208, 3.3).
    if (records.some((parts) => parts.join('').trim() === value)) return
    throw new DomainNotVerified(domain, records.length === 0 ? 'does not exist' : 'has another value')
  }

  /** Whether the record exists. A lookup that fails proves nothing. Concurrent lookups of a workspace share a limit. */
  async hasRecord(domain: Domain): Promise<boolean> {
    try {
      await this.assertRecord(domain, domain.workspaceId)
      return true
    } catch (error) {
      if (error instanceof DomainNotVerified) return false
      throw error
    }
  }

  private async readRecords(domain: Domain, name: string, accountId: string): Promise<string[][]> {
    try {
      return await withTimeout(lookupTimeoutMs, this.names.resolveTxt(name, accountId))
    } catch (error) {
      if (absenceCodes.has((error as NodeJS.ErrnoException).code)) return []
      throw new DomainNotVerified(domain, 'could not be looked up', error)
    }
  }
}
