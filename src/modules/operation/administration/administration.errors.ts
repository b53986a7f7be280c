import { defineError } from '../../../platform/shared/service-error.ts'

export class SuspensionRefused extends defineError({
  code: 'SUSPENSION_REFUSED',
  status: 409,
  when: 'An admin wants to suspend the own account, or the last admin who can act.',
  resolution: 'Ask another admin, or make one with the command set-role first.',
}) {
  constructor(isOwn: boolean) {
    super(isOwn ? 'Nobody can suspend their own account.' : 'This is the last admin who can act.')
  }
}
