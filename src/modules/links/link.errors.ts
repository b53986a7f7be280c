import { defineError } from '../../platform/shared/service-error.ts'

export class LinkNotFound extends defineError({
  code: 'LINK_NOT_FOUND',
  status: 404,
  when: 'There is no such link, or it belongs to somebody else.',
  resolution: 'Check the id or code; GET /urls lists your links.',
}) {
  constructor() {
    super('There is no such link.')
  }
}

export class SlugTaken extends defineError({
  code: 'SLUG_TAKEN',
  status: 409,
  when: 'The slug belongs to another link, or did and is not handed on.',
  resolution: 'Choose another slug, or leave it out to get a generated code.',
}) {
  constructor(field: string, slug: string, suggestions: readonly string[]) {
    super(`The slug "${slug}" is taken.`, {
      details: [{ field, issue: 'is taken', suggestions }],
      resolution:
        suggestions.length > 0
          ? `Choose another ${field}, for example ${suggestions[0]}, or leave it out to get a generated code.`
          : `Choose another ${field}, or leave it out to get a generated code.`,
    })
  }
}

export class OptionConflict extends defineError({
  code: 'OPTION_CONFLICT',
  status: 400,
  when: 'Two options of a link exclude each other, such as a permanent redirect with a click limit.',
  resolution: 'Drop one of the options named in details.',
}) {
  constructor(fields: readonly string[], issue: string) {
    super(`${fields.join(' and ')}: ${issue}`, { details: fields.map((field) => ({ field, issue })) })
  }
}

/** Refusals of a slug or a destination that is well formed and still not taken. */

export class SlugReserved extends defineError({
  code: 'SLUG_RESERVED',
  status: 400,
  when: 'The slug is a word the service keeps for its own addresses.',
  resolution: 'Choose another slug.',
}) {
  constructor(field: string, slug: string) {
    super(`The slug "${slug}" is reserved.`, {
      details: [{ field, issue: 'is a reserved word' }],
      resolution: `Choose another ${field}, or leave it out to get a generated code.`,
    })
  }
}

export class SlugNotAllowed extends defineError({
  code: 'SLUG_NOT_ALLOWED',
  status: 400,
  when: 'The slug holds a word that is not allowed, however it is spelt.',
  resolution: 'Choose another slug.',
}) {
  constructor(field: string, slug: string) {
    super(`The slug "${slug}" holds a word that is not allowed.`, {
      details: [{ field, issue: 'holds a word that is not allowed' }],
      resolution: `Choose another ${field}, or leave it out to get a generated code.`,
    })
  }
}

export class DestinationLoop extends defineError({
  code: 'DESTINATION_LOOP',
  status: 400,
  when: 'The destination is an address of this service itself, so following the link would come back to it.',
  resolution: 'Use the final address, not a short one of this service.',
}) {
  constructor(field: string) {
    super('The destination points back to this service.', {
      details: [{ field, issue: 'points back to this service' }],
    })
  }
}

export class DestinationNotAllowed extends defineError({
  code: 'DESTINATION_NOT_ALLOWED',
  status: 400,
  when: 'The destination is an IP address, a name of a private network, or another shortener in an anonymous link.',
  resolution: 'Use the final, public address of the page, by its host name.',
}) {
  /** The destination is an IP address or a name that only means something inside one network. */
  static privateAddress(field: string): DestinationNotAllowed {
    return new DestinationNotAllowed('The destination is not a public host name.', {
      details: [{ field, issue: 'must name a public host, not an IP address or a private network' }],
      resolution: 'Use an address whose host is a public name, such as https://example.com/page.',
    })
  }

  /** The destination is a short link of another service, where an anonymous link may not lead. */
  static otherShortener(field: string): DestinationNotAllowed {
    return new DestinationNotAllowed('The destination is a short link of another service.', {
      details: [{ field, issue: 'must be the final address, not a link of another shortener' }],
      resolution: 'Open the short link and use the final address it leads to.',
    })
  }
}

export class DestinationBlocked extends defineError({
  code: 'DESTINATION_BLOCKED',
  status: 400,
  when: 'The destination is on the block list of this installation.',
  resolution: 'Use another destination, or appeal to the operator.',
}) {
  constructor(field: string) {
    super('The destination is on the block list.', { details: [{ field, issue: 'is on the block list' }] })
  }
}
