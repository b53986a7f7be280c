import { defineError } from '../../platform/shared/service-error.ts'

export class QrNotFound extends defineError({
  code: 'QR_NOT_FOUND',
  status: 404,
  when: 'There is no such dynamic QR code, or it belongs to somebody else.',
  resolution: 'Check the id; GET /dynamic-qr lists your codes.',
}) {
  constructor() {
    super('There is no such dynamic QR code.')
  }
}

export class LogoNotFound extends defineError({
  code: 'LOGO_NOT_FOUND',
  status: 404,
  when: 'There is no such logo, or it belongs to somebody else.',
  resolution: 'Check the id; GET /qr-logos lists your logos.',
}) {
  constructor() {
    super('There is no such logo.')
  }
}
