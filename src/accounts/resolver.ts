import { Args, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { Access, Open } from '../access/marks.ts'
import type { Context } from '../graphql/context.ts'
import { Fails } from '../graphql/marks.ts'
import { SuccessResponse } from '../graphql/success.response.ts'
import { Rest } from '../rest/mark.ts'
import { Account } from './account.ts'
import { ChangePasswordArgs, LoginArgs, RegisterArgs } from './args.ts'
import { AuthResponse } from './auth.response.ts'
import { EmailTaken, InvalidCredentials } from './failures.ts'
import type { Accounts } from './service.ts'

/** Who the examples of the reference are about. */
const ada = { email: 'ada@example.com', password: 'correct horse battery' }

@Resolver(() => Account)
export class AccountResolver {
  readonly #accounts: Accounts

  constructor(accounts: Accounts) {
    this.#accounts = accounts
  }

  @Rest('POST /auth/register', 201, { example: { name: 'Ada', ...ada } })
  @Open()
  @Fails(EmailTaken)
  @Mutation(() => AuthResponse, { description: 'Open an account and receive a token for it.' })
  register(@Args(() => RegisterArgs) wish: RegisterArgs, @Ctx() context: Context): Promise<AuthResponse> {
    return this.#accounts.register(context, wish)
  }

  @Rest('POST /auth/login', 200, { example: ada })
  @Open()
  @Fails(InvalidCredentials)
  @Mutation(() => AuthResponse, { description: 'Log in with e-mail address and password and receive a token.' })
  login(@Args(() => LoginArgs) wish: LoginArgs, @Ctx() context: Context): Promise<AuthResponse> {
    return this.#accounts.login(context, wish)
  }

  @Rest('POST /auth/logout', 200)
  @Access('write:profile', { sessionOnly: true })
  @Mutation(() => SuccessResponse, {
    description:
      'Log out. Ends every session of the account, on every device, and not only the one that asks. API keys and OAuth tokens stay.',
  })
  async logout(@Ctx() context: Context): Promise<SuccessResponse> {
    await this.#accounts.logout(context)
    return { success: true }
  }

  @Rest('POST /auth/password', 200)
  @Access('write:profile', { sessionOnly: true })
  @Fails(InvalidCredentials)
  @Mutation(() => AuthResponse, {
    description:
      'Change the password. Ends every earlier session of the account and answers with a new one. API keys and OAuth tokens stay.',
  })
  changePassword(
    @Args(() => ChangePasswordArgs) wish: ChangePasswordArgs,
    @Ctx() context: Context,
  ): Promise<AuthResponse> {
    return this.#accounts.changePassword(context, wish)
  }

  @Rest('GET /auth/me', 200)
  @Access('read:profile')
  @Query(() => Account, { description: 'The profile of the caller.' })
  me(@Ctx() context: Context): Promise<Account> {
    return this.#accounts.me(context)
  }
}
