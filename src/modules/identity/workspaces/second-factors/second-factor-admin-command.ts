import type { AdminCommand } from '../../../../platform/admin-command.ts'
import { deleteSecondFactors, endLogins } from '../../accounts/index.ts'
import { recordSignInChange } from './sign-in-activities.ts'

/** Removes the second factors of a person who has lost them, once the operator knows who asks. All sessions end. */
export const removeSecondFactorCommand: AdminCommand = {
  name: 'remove-second-factor',
  parameters: ['account id'],
  run: ({ em }, accountId = '') =>
    em.transactional(async (inner) => {
      const removed = await deleteSecondFactors(inner, accountId)
      const at = new Date()
      if (removed === 0) return { text: 'There is no such account, or it has no second factor.', isDone: false }
      const { hasEndedEmailChange } = await endLogins(inner, accountId)
      await recordSignInChange(inner, {
        accountId,
        actor: 'system',
        type: 'account.second_factor_removed',
        summary: 'The operator of the installation removed the second factors.',
        at,
      })
      if (hasEndedEmailChange)
        await recordSignInChange(inner, {
          accountId,
          actor: 'system',
          type: 'account.email_change_ended',
          summary: 'A requested change of the e-mail address was ended.',
          at,
        })
      return { text: 'The second factors were removed. The password alone is enough for the next login.', isDone: true }
    }),
}
