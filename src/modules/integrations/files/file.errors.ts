import { defineError } from '../../../platform/shared/service-error.ts'

export class DownloadNotFound extends defineError({
  code: 'DOWNLOAD_NOT_FOUND',
  status: 404,
  when: 'The file has expired, was deleted, or never existed.',
  resolution: 'Create a new file; a download link is valid for 24 hours, a link in a weekly mail for 7 days.',
}) {
  constructor() {
    super('The file was not found.')
  }
}
