import { defineError } from '../../platform/shared/service-error.ts'

export class LinkNotWatched extends defineError({
  code: 'LINK_NOT_WATCHED',
  status: 409,
  when: 'The link is not watched, so the service does not check its destination.',
  resolution:
    'Watch the link with PATCH /urls/{id}/health {"isWatched": true}, or all your links with PATCH /link-health.',
}) {
  constructor() {
    super('The link is not watched.')
  }
}
