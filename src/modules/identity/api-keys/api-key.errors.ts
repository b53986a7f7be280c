import { defineError } from '../../../platform/shared/service-error.ts'

export class ApiKeyNotActive extends defineError({
  code: 'KEY_NOT_ACTIVE',
  status: 409,
  when: 'The API key was revoked or has expired, so no other one can replace it.',
  resolution: 'Create a new key with {@createApiKey}.',
}) {
  constructor() {
    super('The API key is not active.')
  }
}

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
