import { LockMode } from '@mikro-orm/postgresql'
import type { Orm } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import type { EventPublisher } from '../../../../platform/events/event-publisher.ts'
import { type Clock, dayMs } from '../../../../platform/shared/time.ts'
import { Domain } from './domain.entity.ts'
import { claimDomainChecks } from './domain-check.queries.ts'
import type { DomainDirectory } from './domain-directory.ts'
import type { DomainMails } from './domain-mails.ts'
import { createDomainEvent } from './domain-payload.ts'
import type { DomainVerifier } from './domain-verifier.ts'

/** Lookups of one run, at the same time. With a run each minute, one node checks 72,000 domains a day. */
const batchSize = 50

interface DomainChecksDependencies {
  readonly orm: Orm
  readonly clock: Clock
  readonly verifier: DomainVerifier
  readonly directory: DomainDirectory
  readonly mails: DomainMails
  readonly events: EventPublisher
}

/**
 * Looks up the record of each verified domain once a day. A domain whose record is missing for 14 days is released, so
 * that a new owner of its name can have it.
 */
export class DomainChecks {
  constructor(private readonly dependencies: DomainChecksDependencies) {}

  /** Checks domains that are due. Each is checked by one node. */
  async runDue(): Promise<void> {
    const { orm, clock } = this.dependencies
    const now = clock.now()
    const em = orm.em.fork(withoutQueryLog())
    const checkedBefore = new Date(now.getTime() - dayMs)
    const ids = await claimDomainChecks(em, { now, checkedBefore, limit: batchSize })
    if (ids.length === 0) return
    const domains = await em.find(Domain, { id: { $in: ids } }, { disableIdentityMap: true, ...withoutQueryLog() })
    await Promise.all(domains.map((domain) => this.check(domain, now)))
  }

  private async check(domain: Domain, now: Date): Promise<void> {
    const { orm, verifier, directory, mails, events } = this.dependencies
    const isProven = await verifier.hasRecord(domain)
    const em = orm.em.fork(withoutQueryLog())
    const notice = await em.transactional(async (inner) => {
      const options = { lockMode: LockMode.PESSIMISTIC_WRITE, ...withoutQueryLog() }
      const current = await inner.findOne(Domain, { id: domain.id, status: 'verified' }, options)
      if (!current) return null
      const sent = current.recordCheck(isProven, now)
      if (!sent) return null
      const kind = sent === 'release' ? 'domain.released' : 'domain.unproven'
      await events.publish(inner, createDomainEvent(kind, current, { actor: 'system', at: now }))
      await mails.send(inner, current, sent)
      return sent
    }, withoutQueryLog())
    if (notice === 'release') directory.remove(domain.id)
  }
}
