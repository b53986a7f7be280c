import { defineError } from '../../../platform/shared/service-error.ts'

export class QrNotFound extends defineError({
  code: 'QR_NOT_FOUND',
  status: 404,
  when: 'The dynamic QR code does not exist or belongs to another account.',
  resolution: 'Check the id; {@dynamicQrs} lists your codes.',
}) {
  constructor() {
    super('The dynamic QR code does not exist.')
  }
}

export class LogoNotFound extends defineError({
  code: 'LOGO_NOT_FOUND',
  status: 404,
  when: 'The logo does not exist or belongs to another account.',
  resolution: 'Check the id; {@qrLogos} lists your logos.',
}) {
  constructor() {
    super('The logo does not exist.')
  }
}
