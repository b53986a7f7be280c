import { requireAccount } from '../../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { hasSecondFactor } from '../accounts.queries.ts'
import { actOf } from '../email-change/email-change-ending.ts'
import { announceSignInChange, type SignInAnnouncers } from '../mails/sign-in-mails.ts'
import { findOwnAccount, lockOwnAccount } from '../own-account.ts'
import { Passkey } from '../passkeys/passkey.entity.ts'
import type { SessionService } from '../sessions/session.service.ts'
import { AuthenticatorApp } from './authenticator-app.entity.ts'
import type { AuthenticatorSecrets } from './authenticator-secrets.ts'
import type { CodeVerifier } from './code-verifier.ts'
import { RecoveryCode } from './recovery-code.entity.ts'
import { deleteUselessRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { AuthenticatorAppExists, AuthenticatorAppNotFound } from './second-factor.errors.ts'
import type { NewAuthenticatorApp, RecoveryCodes, SignInMethods } from './second-factor.types.ts'

interface SecondFactorDependencies extends SignInAnnouncers {
  readonly secrets: AuthenticatorSecrets
  readonly codes: CodeVerifier
  readonly sessionService: SessionService
}

/** The second factors of the caller: the authenticator app, the recovery codes, and a list of the passkeys. */
export class SecondFactorService {
  constructor(private readonly dependencies: SecondFactorDependencies) {}

  async get(context: RequestContext): Promise<SignInMethods> {
    const { em, accountId } = context
    const account = await em.populate(await findOwnAccount(context), ['passwordHash'])
    const app = await em.findOne(AuthenticatorApp, { account: accountId })
    return {
      hasPassword: Boolean(account.passwordHash),
      authenticatorAppSince: app?.confirmedAt ?? null,
      passkeys: await em.find(Passkey, { account: accountId }, { orderBy: { createdAt: 'asc', id: 'asc' } }),
      recoveryCodesLeft: await em.count(RecoveryCode, { account: accountId }),
    }
  }

  /** A new secret, which replaces one that waits for its first code. Throws `AuthenticatorAppExists`. */
  add(context: RequestContext): Promise<NewAuthenticatorApp> {
    return context.em.transactional(async (em) => {
      const account = await lockOwnAccount(em, context)
      await requireAccount(context.caller).hold?.(em)
      const existing = await em.findOne(AuthenticatorApp, { account: account.id })
      if (existing?.confirmedAt) throw new AuthenticatorAppExists()
      const { secret, uri, sealed } = this.dependencies.secrets.generate(account)
      const values = {
        account: account.id,
        secret: sealed,
        createdAt: context.now(),
        confirmedAt: null,
        lastStep: null,
      }
      await em.upsert(AuthenticatorApp, values)
      return { secret, uri }
    })
  }

  /**
   * Makes the app the second factor of the caller, by its first code. All other sessions end, because they lack it. Returns
   * recovery codes. Throws `AuthenticatorAppNotFound`, `SecondFactorInvalid` and `RateLimited`.
   */
  confirm(context: RequestContext, code: string): Promise<RecoveryCodes> {
    const { codes, sessionService } = this.dependencies
    return context.em.transactional(async (em) => {
      const account = await lockOwnAccount(em, context)
      const waiting = { account: account.id, confirmedAt: null }
      const failHandler = () => new AuthenticatorAppNotFound()
      const app = await em.findOneOrFail(AuthenticatorApp, waiting, { refresh: true, failHandler })
      app.lastStep = await codes.verifyFirst(context, app, code)
      app.confirmedAt = context.now()
      await em.flush()
      await sessionService.endAll(em, actOf(context), account.id, { except: requireAccount(context.caller).sessionId })
      await sessionService.recordProof(context, 'authenticator_app', em)
      await announceSignInChange(this.dependencies, em, context, account, toChange('added'))
      return { codes: await replaceRecoveryCodes(em, account.id) }
    })
  }

  /** Removes the app, and the recovery codes with the last second factor. Throws `AuthenticatorAppNotFound`. */
  async remove(context: RequestContext): Promise<void> {
    await context.em.transactional(async (em) => {
      const account = await lockOwnAccount(em, context)
      const removed = await em.nativeDelete(AuthenticatorApp, { account: account.id })
      if (removed === 0) throw new AuthenticatorAppNotFound()
      await deleteUselessRecoveryCodes(em, account.id)
      await announceSignInChange(this.dependencies, em, context, account, toChange('removed'))
    })
  }

  /** New recovery codes in the place of the earlier ones. Throws `AuthenticatorAppNotFound` without a second factor. */
  renewRecoveryCodes(context: RequestContext): Promise<RecoveryCodes> {
    return context.em.transactional(async (em) => {
      const { id } = await lockOwnAccount(em, context)
      if (!(await hasSecondFactor(em, id))) throw new AuthenticatorAppNotFound()
      const summary = 'New recovery codes replaced the earlier ones.'
      const change = { accountId: id, actor: id, type: 'account.recovery_codes_renewed', summary } as const
      await this.dependencies.signInChanged.run(em, { ...change, at: context.now() })
      return { codes: await replaceRecoveryCodes(em, id) }
    })
  }
}

/** Deletes all second factors and the recovery codes of an account. Returns how many second factors it had. */
export async function deleteSecondFactors(em: EntityManager, account: string): Promise<number> {
  const apps = await em.nativeDelete(AuthenticatorApp, { account, confirmedAt: { $ne: null } })
  await em.nativeDelete(AuthenticatorApp, { account })
  const passkeys = await em.nativeDelete(Passkey, { account })
  await em.nativeDelete(RecoveryCode, { account })
  return apps + passkeys
}

function toChange(act: 'added' | 'removed') {
  const summary = `An authenticator app was ${act}.`
  return { news: `second_factor_${act}`, type: `account.second_factor_${act}`, summary } as const
}
