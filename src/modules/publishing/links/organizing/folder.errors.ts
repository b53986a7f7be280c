import { defineError } from '../../../../platform/shared/service-error.ts'

export class FolderNotFound extends defineError({
  code: 'FOLDER_NOT_FOUND',
  status: 404,
  when: 'The folder does not exist or belongs to another account.',
  resolution: 'Check the id; {@folders} lists your folders.',
}) {
  constructor() {
    super('The folder does not exist.')
  }
}

export class FolderNameTaken extends defineError({
  code: 'FOLDER_NAME_TAKEN',
  status: 409,
  when: 'Another folder of the workspace has this name, perhaps in other letter case.',
  resolution: 'Choose another name; {@folders} lists your folders.',
}) {
  constructor(cause?: unknown) {
    super('Another folder of the workspace has this name.', { cause, details: [{ field: 'name', issue: 'is taken' }] })
  }
}
