import { defineError } from '../../../platform/shared/service-error.ts'

export class ApiKeyNotFound extends defineError({
  code: 'KEY_NOT_FOUND',
  status: 404,
  when: 'The API key does not exist or belongs to another account.',
  resolution: 'Check the id; {@apiKeys} lists your keys.',
}) {
  constructor() {
    super('The API key was not found.')
  }
}
