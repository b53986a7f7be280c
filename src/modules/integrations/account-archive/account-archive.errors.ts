import { defineError } from '../../../platform/shared/service-error.ts'

export class AccountArchiveNotFound extends defineError({
  code: 'ACCOUNT_ARCHIVE_NOT_FOUND',
  status: 404,
  when: 'The account has requested no archive in the last 30 days.',
  resolution: 'Request one with {@requestAccountArchive}.',
}) {
  constructor() {
    super('No archive was requested.')
  }
}
