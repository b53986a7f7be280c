import type { EntityManager } from '../../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../../platform/database/statements.ts'
import { findChanges } from '../../../../../platform/events/domain-events.ts'
import type { EventPublisher } from '../../../../../platform/events/event-publisher.ts'
import { validateInput } from '../../../../../platform/graphql/inputs/argument-validation.ts'
import { lockOwned } from '../../../../../platform/graphql/owned/owned-rows.ts'
import type { RequestContext } from '../../../../../platform/graphql/request-context.ts'
import { nestErrors } from '../../../../../platform/shared/service-error.ts'
import { Domain } from '../domain.entity.ts'
import { DomainNotFound } from '../domain.errors.ts'
import { byCaller, createDomainUpdate } from '../domain-payload.ts'
import type { SetDomainAppsInput } from './app-link.inputs.ts'
import type { DomainApps } from './app-link.types.ts'

/** The apps that open the links of a domain. */
export class AppLinkService {
  constructor(private readonly events: EventPublisher) {}

  /** Replaces the apps of a domain; the next request for their files sees them. Throws `DomainNotFound`. */
  async set(context: RequestContext, id: string, input: SetDomainAppsInput): Promise<Domain> {
    const apps = await readApps(input)
    return context.em.transactional(async (em) => {
      const domain = await lockOwned(context, em, Domain, { id }, DomainNotFound)
      const { appleApps, androidApps } = domain
      const changes = findChanges({ appleApps, androidApps }, { ...apps })
      if (Object.keys(changes).length === 0) return domain
      Object.assign(domain, apps, { updatedAt: context.now() })
      await em.flush()
      await this.events.publish(em, createDomainUpdate(domain, changes, byCaller(context)))
      return domain
    })
  }
}

/** Checks each app, and names the first problem with its place, such as `appleApps.0.appId`. */
async function readApps(input: SetDomainAppsInput): Promise<DomainApps> {
  for (const name of ['appleApps', 'androidApps'] as const)
    for (const [index, app] of input[name].entries()) await nestErrors(`${name}.${index}`, () => validateInput(app))
  return {
    appleApps: input.appleApps.map(({ appId, components }) => ({ appId, components })),
    androidApps: input.androidApps.map(({ packageName, sha256CertFingerprints }) => ({
      packageName,
      sha256CertFingerprints: sha256CertFingerprints.map((fingerprint) => fingerprint.toUpperCase()),
    })),
  }
}

/**
 * The apps of a domain that is served now. None for one that was released or deleted, and for one of a suspended workspace. It
 * asks the database, and no copy in memory: a file that outlives its domain would give links of the next owner to a former app.
 */
export async function findServedApps(em: EntityManager, id: string): Promise<DomainApps> {
  const where = { id, status: 'verified' as const, workspace: { deletedAt: null, suspendedAt: null } }
  const domain = await em.findOne(Domain, where, { disableIdentityMap: true, ...withoutQueryLog() })
  return domain ?? { appleApps: [], androidApps: [] }
}
