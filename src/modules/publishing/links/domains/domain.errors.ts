import { defineError, type ErrorText } from '../../../../platform/shared/service-error.ts'
import type { Domain } from './domain.entity.ts'

export class DomainNotFound extends defineError({
  code: 'DOMAIN_NOT_FOUND',
  status: 404,
  when: 'The domain does not exist or belongs to another workspace, or the service does not serve the host.',
  resolution: 'Check the id; {@domains} lists your domains.',
}) {
  constructor(message: ErrorText = 'The domain does not exist.', resolution?: ErrorText) {
    super(message, { ...(resolution && { resolution }) })
  }

  /** For a host that has no verified domain. */
  static unknownHost(): DomainNotFound {
    return new DomainNotFound(
      'This service has no such host.',
      'Add the domain with {@createDomain}, and verify it with {@verifyDomain}.',
    )
  }
}

export class DomainExists extends defineError({
  code: 'DOMAIN_EXISTS',
  status: 409,
  when: 'The workspace has this domain already.',
  resolution: 'Use the existing domain; {@domains} lists them.',
}) {
  constructor(cause?: unknown) {
    super('The workspace has this domain already.', {
      cause,
      details: [{ field: 'host', issue: 'is a domain of the workspace already' }],
    })
  }
}

export class DomainTaken extends defineError({
  code: 'DOMAIN_TAKEN',
  status: 409,
  when: 'Another workspace has verified the host of the domain. One that was deleted keeps it for 7 days.',
  resolution: 'Ask the other workspace to delete its domain, or the operator of this service for help.',
}) {
  /** `restorableUntil` is the end of the time in which the other workspace can be restored, if it was deleted. */
  constructor({ cause, restorableUntil }: { readonly cause?: unknown; readonly restorableUntil?: Date | null } = {}) {
    const until = restorableUntil?.toISOString()
    super(until ? `A deleted workspace has this domain until ${until}.` : 'Another workspace has this domain.', {
      cause,
      details: [{ field: 'host', issue: 'is a verified domain of another workspace', ...(until && { until }) }],
      ...(until && {
        resolution: `Verify the domain again after ${until}: until then an owner can restore the other workspace. An owner who does so can delete its domain at once.`,
      }),
    })
  }
}

export class DomainNotVerified extends defineError({
  code: 'DOMAIN_NOT_VERIFIED',
  status: 422,
  when: 'The DNS record that proves that the domain belongs to the workspace was not found.',
  resolution: 'Set the TXT record that {@domain} names, wait until your DNS provider has published it, and try again.',
}) {
  /** `issue` completes a sentence that begins with the name of the record, such as `does not exist`. */
  constructor({ host, verificationRecord: { name, value } }: Domain, issue: string, cause?: unknown) {
    super(() => `The domain ${host} could not be verified: the TXT record ${name} ${issue}.`, {
      cause,
      details: [{ field: 'host', issue: `the TXT record ${name} ${issue}`, type: 'TXT', name, value }],
      resolution: () =>
        `Set a TXT record with the name ${name} and the value ${value}, and try again when your DNS provider has published it. That takes minutes, rarely hours.`,
    })
  }
}

export class DomainHasLinks extends defineError({
  code: 'DOMAIN_HAS_LINKS',
  status: 409,
  when: 'The domain still has links, whose addresses would stop to work.',
  resolution: 'Delete the links of the domain first; {@urls} with the filter `domainId` lists them.',
}) {
  constructor(linkCount: number) {
    super(`The domain still has ${linkCount} ${linkCount === 1 ? 'link' : 'links'}.`, {
      details: [{ field: 'id', issue: 'still has links', linkCount }],
    })
  }
}
