import { randomInt } from 'node:crypto'
import { requireAccount } from '../../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { SignInChange, TransactionHook } from '../../../../platform/events/transaction-hook.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Account } from '../account.entity.ts'
import type { SignInMails } from '../mails/sign-in-mails.ts'
import { findOwnAccount, lockOwnAccount } from '../own-account.ts'
import type { SessionService } from '../sessions/session.service.ts'
import { AuthenticatorApp } from './authenticator-app.entity.ts'
import type { AuthenticatorSecrets } from './authenticator-secrets.ts'
import { type CodeVerifier, digestRecoveryCode } from './code-verifier.ts'
import { RecoveryCode } from './recovery-code.entity.ts'
import { AuthenticatorAppExists, AuthenticatorAppNotFound } from './second-factor.errors.ts'
import type { NewAuthenticatorApp, RecoveryCodes, SignInMethods } from './second-factor.types.ts'

const recoveryCodeCount = 10
/** Without letters and digits that look alike. */
const alphabet = '23456789abcdefghjkmnpqrstvwxyz'

interface SecondFactorDependencies {
  readonly secrets: AuthenticatorSecrets
  readonly codes: CodeVerifier
  readonly sessionService: SessionService
  readonly mails: SignInMails
  readonly signInChanged: TransactionHook<SignInChange>
}

/** The authenticator app and the recovery codes of the caller. */
export class SecondFactorService {
  constructor(private readonly dependencies: SecondFactorDependencies) {}

  async get(context: RequestContext): Promise<SignInMethods> {
    const { em, accountId } = context
    const account = await em.populate(await findOwnAccount(context), ['passwordHash'])
    const app = await em.findOne(AuthenticatorApp, { account: accountId })
    return {
      hasPassword: Boolean(account.passwordHash),
      authenticatorAppSince: app?.confirmedAt ?? null,
      recoveryCodesLeft: await em.count(RecoveryCode, { account: accountId }),
    }
  }

  /** A new secret, which replaces one that waits for its first code. Throws `AuthenticatorAppExists`. */
  add(context: RequestContext): Promise<NewAuthenticatorApp> {
    return context.em.transactional(async (em) => {
      const account = await lockOwnAccount(em, context)
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
      await sessionService.endAll(em, account.id, { except: requireAccount(context.caller).sessionId })
      await sessionService.recordProof(context, 'authenticator_app', em)
      await this.announce(em, context, account, 'added')
      return this.replaceRecoveryCodes(em, account.id)
    })
  }

  /** Removes the app with the recovery codes. Throws `AuthenticatorAppNotFound`. */
  async remove(context: RequestContext): Promise<void> {
    await context.em.transactional(async (em) => {
      const account = await lockOwnAccount(em, context)
      if (!(await deleteSecondFactors(em, account.id))) throw new AuthenticatorAppNotFound()
      await this.announce(em, context, account, 'removed')
    })
  }

  /** New recovery codes in the place of the earlier ones. Throws `AuthenticatorAppNotFound` without an app. */
  renewRecoveryCodes(context: RequestContext): Promise<RecoveryCodes> {
    return context.em.transactional(async (em) => {
      const { id } = await lockOwnAccount(em, context)
      const where = { account: id, confirmedAt: { $ne: null } }
      await em.findOneOrFail(AuthenticatorApp, where, { failHandler: () => new AuthenticatorAppNotFound() })
      const summary = 'New recovery codes replaced the earlier ones.'
      const change = { accountId: id, actor: id, type: 'account.recovery_codes_renewed', summary } as const
      await this.dependencies.signInChanged.run(em, { ...change, at: context.now() })
      return this.replaceRecoveryCodes(em, id)
    })
  }

  private async announce(
    em: EntityManager,
    context: RequestContext,
    account: Account,
    act: 'added' | 'removed',
  ): Promise<void> {
    const { mails, signInChanged } = this.dependencies
    await mails.send(em, context, account, `second_factor_${act}`)
    await signInChanged.run(em, {
      accountId: account.id,
      actor: account.id,
      type: `account.second_factor_${act}`,
      summary: `An authenticator app was ${act}.`,
      at: context.now(),
    })
  }

  private async replaceRecoveryCodes(em: EntityManager, account: string): Promise<RecoveryCodes> {
    await em.nativeDelete(RecoveryCode, { account })
    const codes = Array.from({ length: recoveryCodeCount }, generateRecoveryCode)
    await em.insertMany(
      RecoveryCode,
      codes.map((code) => ({ account, digest: digestRecoveryCode(account, code) })),
    )
    return { codes }
  }
}

/** Deletes the app and the recovery codes of an account. Returns whether it had an app. */
export async function deleteSecondFactors(em: EntityManager, account: string): Promise<boolean> {
  await em.nativeDelete(RecoveryCode, { account })
  return (await em.nativeDelete(AuthenticatorApp, { account })) > 0
}

/** Four groups of four, such as `k3v8-w2zq-7m4t-x9hd`: 78 random bits. */
function generateRecoveryCode(): string {
  const characters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)])
  return [0, 4, 8, 12].map((start) => characters.slice(start, start + 4).join('')).join('-')
}
