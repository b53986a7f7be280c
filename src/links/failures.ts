import { refusal } from '../base/failure.ts'

export class LinkNotFound extends refusal({
  code: 'LINK_NOT_FOUND',
  status: 404,
  when: 'There is no such link, or it belongs to somebody else.',
  resolution: 'Check the id or code; GET /urls lists your links.',
}) {
  constructor() {
    super('There is no such link.')
  }
}

export class SlugTaken extends refusal({
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

export class OptionConflict extends refusal({
  code: 'OPTION_CONFLICT',
  status: 400,
  when: 'Two options of a link exclude each other, such as a permanent redirect with a click limit.',
  resolution: 'Drop one of the options named in details.',
}) {
  constructor(fields: readonly string[], issue: string) {
    super(`${fields.join(' and ')}: ${issue}`, { details: fields.map((field) => ({ field, issue })) })
  }
}
