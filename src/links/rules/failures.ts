import { refusal } from '../../base/failure.ts'

/** Refusals of a slug or a destination that is well formed and still not taken. */

export class SlugReserved extends refusal({
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

export class SlugNotAllowed extends refusal({
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

export class DestinationLoop extends refusal({
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

export class DestinationNotAllowed extends refusal({
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

export class DestinationBlocked extends refusal({
  code: 'DESTINATION_BLOCKED',
  status: 400,
  when: 'The destination is on the block list of this installation.',
  resolution: 'Use another destination, or appeal to the operator.',
}) {
  constructor(field: string) {
    super('The destination is on the block list.', { details: [{ field, issue: 'is on the block list' }] })
  }
}
