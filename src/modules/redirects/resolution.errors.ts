import { defineError } from '../../platform/shared/service-error.ts'

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
  when: 'The password was right, and the link is switched off.',
  resolution: "Ask the link's owner to switch it on.",
}) {
  constructor() {
    super('This link is switched off.')
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
