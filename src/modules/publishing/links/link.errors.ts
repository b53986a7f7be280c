import { type Issue, toIssue } from '../../../platform/shared/field-issue.ts'
import { defineError } from '../../../platform/shared/service-error.ts'

/** The input with a slug: the slug of a link, or the slug of a page. */
export type SlugField = 'code' | 'slug'

/** A link without a slug gets a generated code; a page must have one. */
function describeOtherSlug(field: SlugField, example?: string): string {
  const choose = `Choose another {${field}}${example === undefined ? '' : `, for example ${example}`}`
  return field === 'code' ? `${choose}, or leave it out to get a generated code.` : `${choose}.`
}

export class LinkNotFound extends defineError({
  code: 'LINK_NOT_FOUND',
  status: 404,
  when: 'The link does not exist or belongs to another account.',
  resolution: 'Check the id or code; {@urls} lists your links.',
}) {
  constructor() {
    super('The link was not found.')
  }
}

export class LinkChanged extends defineError({
  code: 'LINK_CHANGED',
  status: 409,
  when: 'The link was updated after the time in `ifUnmodifiedSince`; `updatedAt` of the error is when.',
  resolution: 'Read the link again, and send {ifUnmodifiedSince} with its present updatedAt.',
}) {
  constructor(updatedAt: Date) {
    super('The link was changed meanwhile.', { members: { updatedAt: updatedAt.toISOString() } })
  }
}

export class SlugTaken extends defineError({
  code: 'SLUG_TAKEN',
  status: 409,
  when: 'The slug belongs to another link or page, or is still reserved for its former owner.',
  resolution: 'Choose another slug.',
}) {
  constructor(slug: string, suggestions: readonly string[], field: SlugField = 'code') {
    super(`The slug "${slug}" is taken.`, {
      details: [{ field, issue: 'is taken', suggestions }],
      resolution: describeOtherSlug(field, suggestions[0]),
    })
  }
}

export class OptionConflict extends defineError({
  code: 'OPTION_CONFLICT',
  status: 400,
  when: 'Two options of a link cannot be combined, such as a permanent redirect with a click limit.',
  resolution: 'Remove one of the options named in details.',
}) {
  constructor(fields: readonly string[], given: Issue) {
    const issue = toIssue(given)
    super(`${fields.map((field) => `{${field}}`).join(' and ')}: ${issue.issue}`, {
      details: fields.map((field) => ({ field, ...issue })),
    })
  }
}

export class SlugReserved extends defineError({
  code: 'SLUG_RESERVED',
  status: 400,
  when: 'The slug is a word that the service uses in its own addresses.',
  resolution: 'Choose another slug.',
}) {
  constructor(slug: string, field: SlugField = 'code') {
    super(`The slug "${slug}" is reserved.`, {
      details: [{ field, issue: 'is a reserved word' }],
      resolution: describeOtherSlug(field),
    })
  }
}

export class SlugNotAllowed extends defineError({
  code: 'SLUG_NOT_ALLOWED',
  status: 400,
  when: 'The slug contains a word that is not allowed, in any spelling.',
  resolution: 'Choose another slug.',
}) {
  constructor(slug: string, field: SlugField = 'code') {
    super(`The slug "${slug}" contains a word that is not allowed.`, {
      details: [{ field, issue: 'contains a word that is not allowed' }],
      resolution: describeOtherSlug(field),
    })
  }
}

export class DestinationLoop extends defineError({
  code: 'DESTINATION_LOOP',
  status: 400,
  when: 'The destination is an address of this service other than a bio page, so the link would redirect to itself.',
  resolution: 'Use the final address instead of a short address of this service.',
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
  resolution: 'Use the final, public address of the page, with its host name.',
}) {
  /** For an IP address or a name of a private network. */
  static privateAddress(field: string): DestinationNotAllowed {
    return new DestinationNotAllowed('The destination is not a public host name.', {
      details: [{ field, issue: 'must name a public host, not an IP address or a private network' }],
      resolution: 'Use an address whose host is a public name, such as https://example.com/page.',
    })
  }

  /** For an anonymous link whose destination is a short link of another service. */
  static otherShortener(field: string): DestinationNotAllowed {
    return new DestinationNotAllowed('The destination is a short link of another service.', {
      details: [{ field, issue: 'must be the final address, not a link of another shortener' }],
      resolution: 'Open the short link and use the final address to which it redirects.',
    })
  }
}
