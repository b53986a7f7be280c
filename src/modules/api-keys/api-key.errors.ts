import { defineError } from '../../platform/shared/service-error.ts'

export class ApiKeyNotFound extends defineError({
  code: 'KEY_NOT_FOUND',
  status: 404,
  when: 'There is no such API key, or it belongs to somebody else.',
  resolution: 'Check the id; GET /keys lists your keys.',
}) {
  constructor() {
    super('There is no such API key.')
  }
}
