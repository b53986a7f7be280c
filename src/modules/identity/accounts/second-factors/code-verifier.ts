import type { SignInMethod } from '../../../../platform/auth/sign-in-method.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../../platform/graphql/request-limits.ts'
import type { Counter, RateLimitRule } from '../../../../platform/rate-limiting/rate-limit.ts'
import { toNetwork } from '../../../../platform/shared/ip-address.ts'
import type { Account } from '../account.entity.ts'
import { announceSignInChange, type SignInAnnouncers } from '../mails/sign-in-mails.ts'
import { AuthenticatorApp } from './authenticator-app.entity.ts'
import type { AuthenticatorSecrets } from './authenticator-secrets.ts'
import { RecoveryCode } from './recovery-code.entity.ts'
import { digestRecoveryCode, normalizeCode } from './recovery-codes.ts'
import { SecondFactorInvalid } from './second-factor.errors.ts'

/**
 * Codes of one account, from anywhere: five attempts, then one after 1, 2, 4 and 8 minutes, then one every 15 minutes. Whoever
 * tries knows the password, and hits one of a million codes by chance.
 */
const appCodeRule: RateLimitRule = { limit: 5, seconds: 3600, backoff: { initialSeconds: 60, maxSeconds: 900 } }

/** Recovery codes of one account and network. Nobody guesses 78 bits, so the owner is never kept out by others. */
const recoveryCodeRule: RateLimitRule = { limit: 20, seconds: 3600 }

interface CodeVerifierDependencies extends SignInAnnouncers {
  readonly throttle: Throttle
  readonly secrets: AuthenticatorSecrets
}

/** Checks the codes of second factors. Each is valid once. */
export class CodeVerifier {
  constructor(private readonly dependencies: CodeVerifierDependencies) {}

  /** Uses a code of an authenticator app or a recovery code. Throws `SecondFactorInvalid` and `RateLimited`. */
  verify(context: RequestContext, account: Account, code: string): Promise<SignInMethod> {
    const text = normalizeCode(code)
    return isAppCode(text) ? this.useAppCode(context, account, text) : this.useRecoveryCode(context, account, text)
  }

  /** Uses the first code of an app, in the transaction that confirms the app. Throws like `verify`. */
  verifyFirst(context: RequestContext, app: AuthenticatorApp, code: string): Promise<number> {
    const accountId = app.account.id
    return this.attempt(context, this.appCounter(accountId), async () => {
      const step = this.dependencies.secrets.findStep(accountId, app.secret, normalizeCode(code), context.now())
      if (step === null) throw new SecondFactorInvalid()
      return step
    })
  }

  private useAppCode(context: RequestContext, { id }: Account, code: string): Promise<SignInMethod> {
    return this.attempt<SignInMethod>(context, this.appCounter(id), async () => {
      const { em } = context
      const app = await em.findOne(AuthenticatorApp, { account: id, confirmedAt: { $ne: null } }, { refresh: true })
      const step = app && this.dependencies.secrets.findStep(id, app.secret, code, context.now())
      if (step === null) throw new SecondFactorInvalid()
      // The filter decides between two uses of one code.
      const where = { account: id, $or: [{ lastStep: null }, { lastStep: { $lt: step } }] }
      if ((await em.nativeUpdate(AuthenticatorApp, where, { lastStep: step })) === 0) throw new SecondFactorInvalid()
      return 'authenticator_app'
    })
  }

  private useRecoveryCode(context: RequestContext, account: Account, code: string): Promise<SignInMethod> {
    const key = `${account.id} ${toNetwork(context.request.address)}`
    const counter = { name: 'recovery-code', key, group: 'second-factor', rule: recoveryCodeRule }
    return this.attempt(context, counter, () =>
      context.em.transactional(async (em) => {
        const where = { digest: digestRecoveryCode(account.id, code), account: account.id }
        if ((await em.nativeDelete(RecoveryCode, where)) === 0) throw new SecondFactorInvalid()
        const left = await em.count(RecoveryCode, { account: account.id })
        await announceSignInChange(this.dependencies, em, context, account, {
          news: 'recovery_code_used',
          type: 'account.recovery_code_used',
          summary: `A recovery code was used; ${left} are left.`,
        })
        return 'recovery_code' as const
      }),
    )
  }

  /** An attempt is charged first, so that concurrent ones count. Only a wrong code stays charged. */
  private async attempt<T>(context: RequestContext, counter: Counter, check: () => Promise<T>): Promise<T> {
    const { throttle } = this.dependencies
    await throttle.charge(context, [counter])
    try {
      const result = await check()
      await throttle.reset(context, [counter])
      return result
    } catch (error) {
      if (!(error instanceof SecondFactorInvalid)) await throttle.refund(context, [counter])
      throw error
    }
  }

  private appCounter(accountId: string) {
    return { name: 'second-factor', key: accountId, group: 'second-factor', rule: appCodeRule }
  }
}

function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code)
}
