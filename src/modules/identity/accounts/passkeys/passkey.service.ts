import { authorize, requireAccount, signInChangeRule } from '../../../../platform/auth/authorization.ts'
import { mapUniqueViolation } from '../../../../platform/database/database.errors.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { describeDevice } from '../../../../platform/http/agents/user-agent.ts'
import { newId } from '../../../../platform/shared/ids.ts'
import { translateDevice } from '../../../../platform/web/device-names.ts'
import type { Language } from '../../../../platform/web/language.ts'
import { hasSecondFactor } from '../accounts.queries.ts'
import { actOf } from '../email-change/email-change-ending.ts'
import { announceSignInChange, type SignInAnnouncers } from '../mails/sign-in-mails.ts'
import { findOwnAccount, lockOwnAccount } from '../own-account.ts'
import { deleteUselessRecoveryCodes, replaceRecoveryCodes } from '../second-factors/recovery-codes.ts'
import type { SessionService } from '../sessions/session.service.ts'
import { Passkey } from './passkey.entity.ts'
import { PasskeyNotFound } from './passkey.errors.ts'
import type { PasskeyCeremonies, RegistrationOptions } from './passkey-ceremonies.ts'
import { PasskeyProblem } from './passkey-problem.ts'
import type { PasskeyProof } from './passkey-verifier.ts'
import { useChallenge } from './passkeys.queries.ts'

/** Enough for all devices of a person. */
const maxPasskeys = 20

interface PasskeyDependencies extends SignInAnnouncers {
  /** Null where no browser offers passkeys. */
  readonly ceremonies: PasskeyCeremonies | null
  readonly sessionService: SessionService
}

/** The passkeys of the caller. They are added on a page, because browsers bind them to its host. */
export class PasskeyService {
  constructor(private readonly dependencies: PasskeyDependencies) {}

  /** What a browser is asked for to add a passkey. Throws `PasskeyProblem`, and the errors of operations that need a step-up. */
  async requestRegistration(context: RequestContext, browser: string): Promise<RegistrationOptions> {
    authorize(context.caller, signInChangeRule)
    const account = await findOwnAccount(context)
    const known = await context.em.find(Passkey, { account: account.id })
    if (known.length >= maxPasskeys) throw new PasskeyProblem('tooMany')
    return this.ceremonies().createRegistration(account, known, registrationScope(account.id, browser))
  }

  /**
   * Adds the passkey that a browser has created, with the name of its device in a language. With the first second factor of the account, all
   * other sessions end, because they lack it, and recovery codes are returned. Throws like `requestRegistration`.
   */
  async add(context: RequestContext, { credential, browser }: PasskeyProof, lang: Language): Promise<string[] | null> {
    authorize(context.caller, signInChangeRule)
    const { sessionService } = this.dependencies
    const scope = registrationScope(context.accountId, browser)
    const { values, challenge } = await this.ceremonies().verifyRegistration(credential, scope)
    const device = describeDevice(context.request.header('user-agent'))
    const name = device === null ? 'Passkey' : translateDevice(lang, device)
    const add = () =>
      context.em.transactional(async (em) => {
        const account = await lockOwnAccount(em, context)
        if (!(await useChallenge(em, challenge.digest, challenge.expiresAt))) throw new PasskeyProblem('refused')
        if ((await em.count(Passkey, { account: account.id })) >= maxPasskeys) throw new PasskeyProblem('tooMany')
        const isFirst = !(await hasSecondFactor(em, account.id))
        const now = context.now()
        await em.insert(Passkey, { ...values, id: newId('psk', now), account: account.id, name, createdAt: now })
        if (isFirst)
          await sessionService.endAll(em, actOf(context), account.id, {
            except: requireAccount(context.caller).sessionId,
          })
        await sessionService.recordProof(context, 'passkey', em)
        await announceSignInChange(this.dependencies, em, context, account, toChange('added', name))
        return isFirst ? replaceRecoveryCodes(em, account.id) : null
      })
    return mapUniqueViolation('passkey_credential_id_unique', add, (cause) => new PasskeyProblem('known', cause))
  }

  /** Throws `PasskeyNotFound`. */
  async rename(context: RequestContext, id: string, name: string): Promise<Passkey> {
    return context.em.transactional(async (em) => {
      const passkey = await this.findOwn(em, context, id)
      passkey.name = name.trim()
      return passkey
    })
  }

  /** Removes a passkey, and the recovery codes with the last second factor. Throws `PasskeyNotFound`. */
  async remove(context: RequestContext, id: string): Promise<void> {
    await context.em.transactional(async (em) => {
      const account = await lockOwnAccount(em, context)
      const { name } = await this.findOwn(em, context, id)
      await em.nativeDelete(Passkey, { id })
      await deleteUselessRecoveryCodes(em, account.id)
      await announceSignInChange(this.dependencies, em, context, account, toChange('removed', name))
    })
  }

  private findOwn(em: EntityManager, { accountId: account }: RequestContext, id: string): Promise<Passkey> {
    return em.findOneOrFail(Passkey, { id, account }, { refresh: true, failHandler: () => new PasskeyNotFound() })
  }

  private ceremonies(): PasskeyCeremonies {
    if (!this.dependencies.ceremonies) throw new PasskeyProblem('refused')
    return this.dependencies.ceremonies
  }
}

function registrationScope(subject: string, browser: string) {
  return { purpose: 'register', browser, subject } as const
}

function toChange(act: 'added' | 'removed', name: string) {
  const summary = `The passkey "${name}" was ${act}.`
  return { news: `passkey_${act}`, type: `account.second_factor_${act}`, summary } as const
}
