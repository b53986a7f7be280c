import type { AdminCommand } from '../../../../platform/admin-command.ts'
import { createLoginLink, showAccountOfEmail } from '../../accounts/index.ts'
import { recordSignInChange } from './sign-in-activities.ts'

/** Makes a link that logs in once, for a person who has no other way in. The second factor is still asked for. */
export const loginLinkCommand: AdminCommand = {
  name: 'login-link',
  parameters: ['account id'],
  run: async ({ em, settings }, accountId = '') => {
    if (accountId.includes('@')) return showAccountOfEmail(em, 'login-link', accountId)
    return em.transactional(async (inner) => {
      const now = new Date()
      const token = await createLoginLink(inner, accountId, now)
      if (token === null)
        return { text: 'There is no such account, or it has five links that are still valid.', isDone: false }
      await recordSignInChange(inner, {
        accountId,
        actor: 'system',
        type: 'account.login_link_created',
        summary: 'The operator of the installation made a link that logs in.',
        at: now,
      })
      const link = `${settings.publicUrl}/account/link?token=${token}`
      return { text: `Whoever opens it logs in, once and within 15 minutes:\n${link}`, isDone: true }
    })
  },
}
