import { defineError, type ServiceErrorOptions } from '../../../platform/shared/service-error.ts'
import type { BlockCause } from '../../publishing/links/index.ts'

export class LinkPasswordRequired extends defineError({
  code: 'LINK_PASSWORD_REQUIRED',
  status: 401,
  when: 'The link is protected and the password sent is empty.',
  resolution: "Ask the link's owner for the password and send it in the body.",
}) {
  constructor() {
    super('This link needs a password.', { details: [{ field: 'password', issue: 'is empty' }] })
  }
}

export class LinkPasswordInvalid extends defineError({
  code: 'LINK_PASSWORD_INVALID',
  status: 401,
  when: 'The password is wrong.',
  resolution: "Ask the link's owner for the password.",
}) {
  constructor() {
    super('The password is wrong.', { details: [{ field: 'password', issue: 'is wrong' }] })
  }
}

export class LinkInactive extends defineError({
  code: 'LINK_INACTIVE',
  status: 403,
  when: 'The password was right, and the link is switched off, not open yet, or blocked.',
  resolution: "Ask the link's owner to switch it on.",
}) {
  constructor(message = 'This link is switched off.', options: ServiceErrorOptions = {}) {
    super(message, options)
  }

  static notStarted(): LinkInactive {
    return new LinkInactive('This link is not open yet.', {
      resolution: "Repeat the request after its startsAt, or ask the link's owner to clear that.",
    })
  }

  /** For a blocked link, which its owner cannot switch on. */
  static blocked(blockCause: BlockCause | null): LinkInactive {
    if (blockCause === 'destination')
      return new LinkInactive('The destination of this link is on the block list.', {
        resolution:
          'No password opens it. The owner of the link can give it another destination, which ends the block, or appeal with {@appealUrl}.',
      })
    return new LinkInactive('This link is blocked for abuse.', {
      resolution:
        'No password opens it. The owner of the link can appeal with {@appealUrl}; another destination does not end the block.',
    })
  }
}

export class LinkExpired extends defineError({
  code: 'LINK_EXPIRED',
  status: 410,
  when: 'The password was right, and the expiry date of the link has passed.',
  resolution: "Ask the link's owner to extend expiresAt.",
}) {
  constructor() {
    super('This link has expired.')
  }
}

export class LinkLimitReached extends defineError({
  code: 'LINK_LIMIT_REACHED',
  status: 410,
  when: 'The password was right, and the click limit of the link is used up.',
  resolution: "Ask the link's owner to raise clickLimit.",
}) {
  constructor() {
    super('This link has reached its click limit.')
  }
}
