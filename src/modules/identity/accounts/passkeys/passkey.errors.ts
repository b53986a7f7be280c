import { defineError } from '../../../../platform/shared/service-error.ts'

export class PasskeyNotFound extends defineError({
  code: 'PASSKEY_NOT_FOUND',
  status: 404,
  when: 'The passkey does not exist, was removed, or belongs to another account.',
  resolution: 'Check the id; {@signInMethods} lists your passkeys.',
}) {
  constructor() {
    super('The passkey was not found.')
  }
}
