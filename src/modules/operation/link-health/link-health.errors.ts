import { defineError } from '../../../platform/shared/service-error.ts'

export class LinkNotWatched extends defineError({
  code: 'LINK_NOT_WATCHED',
  status: 409,
  when: 'The link is not watched, so the service does not check its destination.',
  resolution: 'Watch the link with {@updateUrlHealth}, or all your links with {@updateLinkHealth}.',
}) {
  constructor() {
    super('The link is not watched.')
  }
}
