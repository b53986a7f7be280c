import type { AccessSource } from '../../../platform/events/access-endings.ts'
import { AccountToken } from './mails/account-token.entity.ts'
import { deleteSecondFactors } from './second-factors/second-factor.service.ts'
import { AccountDevice } from './sessions/account-device.entity.ts'
import type { SessionService } from './sessions/session.service.ts'

/** What of this module gives access to an account. */
export function listOwnAccess(sessionService: SessionService): AccessSource[] {
  return [
    {
      name: 'sessions',
      endsAt: ['new_password', 'first_proof', 'deletion_requested'],
      isCredential: true,
      // A change of the address that waits ends with them.
      end: (em, { accountId, kept, ...act }) =>
        sessionService.endAll(em, act, accountId, { except: kept?.sessionId ?? '' }),
    },
    {
      name: 'second factors',
      endsAt: ['first_proof'],
      isCredential: true,
      end: (em, { accountId }) => deleteSecondFactors(em, accountId),
    },
    {
      name: 'links for a new password',
      endsAt: ['new_password', 'first_proof'],
      isCredential: true,
      end: (em, { accountId: account }) => em.nativeDelete(AccountToken, { account, purpose: 'password_reset' }),
    },
    {
      name: 'login links',
      endsAt: ['new_password', 'first_proof'],
      isCredential: true,
      end: async (em, { accountId: account, moments }) => {
        const ended = await em.nativeDelete(AccountToken, { account, purpose: 'login' })
        if (!moments.includes('first_proof')) return ended
        await em.nativeDelete(AccountToken, { account, purpose: 'email_verification' })
        // Otherwise no mail would tell the owner of a login with a device that somebody else has used before.
        await em.nativeDelete(AccountDevice, { account })
        return ended
      },
    },
  ]
}
