import { defineError } from '../../platform/shared/service-error.ts'

export class LinkNotWatched extends defineError({
  code: 'LINK_NOT_WATCHED',
  status: 409,
  when: 'The destination of the link is not watched, so the service does not call it.',
  resolution:
    'Have it watched by PATCH /urls/{id}/health {"isWatched": true}, or all your links by PATCH /link-health.',
}) {
  constructor() {
    super('The destination of this link is not watched.')
  }
}
