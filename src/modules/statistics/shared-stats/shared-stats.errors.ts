import { defineError } from '../../../platform/shared/service-error.ts'

export class SharedStatsNotFound extends defineError({
  code: 'SHARED_STATS_NOT_FOUND',
  status: 404,
  when: 'The page with shared statistics does not exist or belongs to another account, or its token was never issued.',
  resolution: 'Check the id; {@sharedStatsPages} lists your pages. For a token, check the address letter by letter.',
}) {
  constructor() {
    super('The page with shared statistics does not exist.')
  }
}

export class SharedStatsGone extends defineError({
  code: 'SHARED_STATS_GONE',
  status: 410,
  when: 'The page with shared statistics has expired or was deleted, or what it showed was deleted or blocked.',
  resolution: 'Ask whoever gave you the address for a new one.',
}) {
  constructor() {
    super('The shared statistics are no longer available.')
  }
}
