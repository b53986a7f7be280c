import { defineError } from '../../../platform/shared/service-error.ts'

export class ImportNotFound extends defineError({
  code: 'IMPORT_NOT_FOUND',
  status: 404,
  when: 'The import does not exist or belongs to another account.',
  resolution: 'Check the id; {@imports} lists your imports.',
}) {
  constructor() {
    super('The import was not found.')
  }
}

export class ImportHasContent extends defineError({
  code: 'IMPORT_HAS_CONTENT',
  status: 409,
  when: 'The import got its content before, or was cancelled.',
  resolution: 'Begin another import for another file.',
}) {
  constructor() {
    super('The import does not wait for content.')
  }
}

export class ImportEnded extends defineError({
  code: 'IMPORT_ENDED',
  status: 409,
  when: 'The import has ended, so that it can no longer be cancelled.',
  resolution: 'Read the import; its links can be deleted.',
}) {
  constructor() {
    super('The import has ended.')
  }
}
