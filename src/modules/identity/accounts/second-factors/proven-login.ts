import type { SignInMethod } from '../../../../platform/auth/sign-in-method.ts'
import type { Account } from '../account.entity.ts'
import type { ProviderLogin } from '../sessions/session.service.ts'

/** What the owner of an account has proved. */
export interface ProvenLogin {
  readonly account: Account
  readonly methods: readonly SignInMethod[]
  /** The login at an identity provider that it began with. */
  readonly providerLogin?: ProviderLogin | undefined
  /** When the owner has proved it; now, unless it is given. */
  readonly provenAt?: Date | undefined
}
