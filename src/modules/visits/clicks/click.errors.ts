import { defineError } from '../../../platform/shared/service-error.ts'

export class ClickNotFound extends defineError({
  code: 'CLICK_NOT_FOUND',
  status: 404,
  when: 'The click does not exist, is beyond the retention, or is on a link of another account.',
  resolution: 'Check the id; {@clicks} lists your clicks.',
}) {
  constructor() {
    super('The click was not found.')
  }
}
