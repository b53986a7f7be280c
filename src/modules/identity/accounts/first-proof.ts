import type { EntityManager } from '../../../platform/database/database.ts'
import type { AccessEndings, EndedAccess } from '../../../platform/events/access-endings.ts'
import type { SignInChange, TransactionHook } from '../../../platform/events/transaction-hook.ts'
import type { Account } from './account.entity.ts'

interface FirstProofDependencies {
  readonly accessEndings: AccessEndings
  readonly signInChanged: TransactionHook<SignInChange>
}

interface FirstProofOptions {
  readonly at: Date
  /** The identity of a provider that is the proof, and stays. */
  readonly identityId?: string
}

/**
 * The first proof of the address of an account by somebody who shows nothing else: by the link of a mail, or by a login at a
 * provider. Anybody can register the address of somebody else, so all that gave access before ends (docs/decisions/first-proof.md).
 */
export class FirstProof {
  constructor(private readonly dependencies: FirstProofDependencies) {}

  /** Locks what is locked before the account. */
  lock(em: EntityManager, accountId: string): Promise<void> {
    return this.dependencies.accessEndings.lock(em, accountId, 'first_proof')
  }

  /** Verifies the address of an account that the transaction has locked. The caller has replaced its password. */
  async record(em: EntityManager, account: Account, { at, identityId }: FirstProofOptions): Promise<void> {
    const { accessEndings, signInChanged } = this.dependencies
    const { id: accountId } = account
    account.emailVerifiedAt = at
    // Ends the logins that have begun, too.
    account.tokenVersion++
    await em.flush()
    const ended = await accessEndings.end(em, {
      accountId,
      moments: ['first_proof'],
      ...(identityId !== undefined && { kept: { identityId } }),
      actor: accountId,
      cause: 'the address was proved for the first time',
      at,
    })
    const type = 'account.address_proved'
    await signInChanged.run(em, { accountId, actor: accountId, type, summary: describeEnded(ended), at })
  }
}

function describeEnded(ended: readonly EndedAccess[]): string {
  const list = ended.map(({ name, count }) => `${name} (${count})`).join(', ')
  return `The e-mail address was proved for the first time. ${list ? `This has ended: ${list}.` : 'Nothing had to end.'}`
}
