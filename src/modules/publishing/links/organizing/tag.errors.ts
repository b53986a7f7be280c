import { defineError } from '../../../../platform/shared/service-error.ts'

export class TagNotFound extends defineError({
  code: 'TAG_NOT_FOUND',
  status: 404,
  when: 'The tag does not exist or belongs to another account.',
  resolution: 'Check the id; {@tags} lists your tags.',
}) {
  constructor() {
    super('The tag does not exist.')
  }
}

export class TagNameTaken extends defineError({
  code: 'TAG_NAME_TAKEN',
  status: 409,
  when: 'Another tag of the workspace has this name, perhaps in other letter case.',
  resolution: 'Choose another name; {@tags} lists your tags.',
}) {
  constructor(cause?: unknown) {
    super('Another tag of the workspace has this name.', { cause, details: [{ field: 'name', issue: 'is taken' }] })
  }
}
