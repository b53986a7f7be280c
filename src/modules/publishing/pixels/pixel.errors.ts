import { defineError } from '../../../platform/shared/service-error.ts'

export class PixelNotFound extends defineError({
  code: 'PIXEL_NOT_FOUND',
  status: 404,
  when: 'The pixel does not exist or belongs to another workspace.',
  resolution: 'Check the id; {@pixels} lists your pixels.',
}) {
  constructor() {
    super('The pixel does not exist.')
  }
}
