import { defineError } from '../../../platform/shared/service-error.ts'

export class ExportNotFound extends defineError({
  code: 'EXPORT_NOT_FOUND',
  status: 404,
  when: 'The export does not exist, is older than 30 days, or belongs to another account. A viewer can only cancel own exports.',
  resolution: 'Check the id; {@exports} lists your exports.',
}) {
  constructor() {
    super('The export was not found.')
  }
}

export class ExportEnded extends defineError({
  code: 'EXPORT_ENDED',
  status: 409,
  when: 'The export has ended, so that it can no longer be cancelled.',
  resolution: 'Read the export; its file expires by itself.',
}) {
  constructor() {
    super('The export has ended.')
  }
}
