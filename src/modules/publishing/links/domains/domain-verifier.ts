import { absenceCodes, type NameResolver } from '../../../../platform/http-client/dns-lookup.ts'
import { secondMs, withTimeout } from '../../../../platform/shared/time.ts'
import type { Domain } from './domain.entity.ts'
import { DomainNotVerified } from './domain.errors.ts'
import type { DomainRecordState } from './domain-check.types.ts'

/** A limit longer than the timeout of the lookup itself, so that every lookup ends. */
const lookupTimeoutMs = 8 * secondMs

/** What name servers say about the record of a domain. */
export interface RecordAnswer {
  readonly state: DomainRecordState
  /** The values at the name of the record. */
  readonly values: readonly string[]
  readonly cause?: unknown
}

/** What `DomainNotVerified` says about the name of a record. */
const recordIssues: Readonly<Record<Exclude<DomainRecordState, 'found'>, string>> = {
  missing: 'does not exist',
  different: 'has another value',
  unknown: 'could not be looked up',
}

/** Looks for the DNS records with which workspaces prove that domains are theirs. */
export class DomainVerifier {
  constructor(private readonly names: Pick<NameResolver, 'resolveTxt'>) {}

  /** Throws `DomainNotVerified`, which says which record to set, unless the record of the domain exists. */
  async assertRecord(domain: Domain, accountId: string): Promise<void> {
    const { state, cause } = await this.findRecord(domain, accountId)
    if (state !== 'found') throw new DomainNotVerified(domain, recordIssues[state], cause)
  }

  /** Whether the record exists. A lookup that fails proves nothing. Concurrent lookups of a workspace share a limit. */
  async hasRecord(domain: Domain): Promise<boolean> {
    return (await this.findRecord(domain, domain.workspaceId)).state === 'found'
  }

  /** Never rejects. */
  async findRecord(domain: Domain, accountId: string): Promise<RecordAnswer> {
    const { name, value } = domain.verificationRecord
    try {
      const records = await withTimeout(lookupTimeoutMs, this.names.resolveTxt(name, accountId))
      // A long record has several parts, which are joined (RFC 7208, 3.3).
      const values = records.map((parts) => parts.join('').trim())
      return { state: values.includes(value) ? 'found' : values.length === 0 ? 'missing' : 'different', values }
    } catch (cause) {
      if (absenceCodes.has((cause as NodeJS.ErrnoException).code)) return { state: 'missing', values: [] }
      return { state: 'unknown', values: [], cause }
    }
  }
}
