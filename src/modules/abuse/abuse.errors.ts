import { defineError } from '../../platform/shared/service-error.ts'

export class LinkNotBlocked extends defineError({
  code: 'LINK_NOT_BLOCKED',
  status: 409,
  when: 'The link is not blocked, so there is nothing to appeal against.',
  resolution: 'Look at isBlocked of the link; where it is true, send the appeal again.',
}) {
  constructor() {
    super('The link is not blocked.')
  }
}

export class BlockedDestinationNotFound extends defineError({
  code: 'BLOCKED_DESTINATION_NOT_FOUND',
  status: 404,
  when: 'There is no such entry on the block list.',
  resolution: 'Check the id; GET /abuse/destinations lists the entries.',
}) {
  constructor() {
    super('There is no such entry on the block list.')
  }
}

export class BlockedDestinationExists extends defineError({
  code: 'BLOCKED_DESTINATION_EXISTS',
  status: 409,
  when: 'The destination is on the block list already.',
  resolution: 'Use the entry named in details, or remove it first to give another reason.',
}) {
  constructor(id: string) {
    super('The destination is on the block list already.', {
      details: [{ field: 'pattern', issue: 'is on the list already', id }],
    })
  }
}
