import { defineError } from '../../../../platform/shared/service-error.ts'

export class AlertNotFound extends defineError({
  code: 'ALERT_NOT_FOUND',
  status: 404,
  when: 'The workspace has no such alert, or its cause has ended.',
  resolution: 'Read the current alerts with {@commandCenterAlerts}.',
}) {
  constructor() {
    super('The alert was not found.')
  }
}
