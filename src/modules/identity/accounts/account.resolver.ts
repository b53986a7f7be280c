import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { AccountBeingDeleted, AccountSuspended, StepUpRequired } from '../../../platform/auth/auth.errors.ts'
import { Access, confirmedChange, Open } from '../../../platform/auth/authorization.ts'
import { inputOptions, Throws } from '../../../platform/graphql/operations.ts'
import { FindsNode } from '../../../platform/graphql/pagination/node.resolver.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import type { Language } from '../../../platform/web/language.ts'
import { Account, AuthResponse } from './account.entity.ts'
import {
  AccountNotFound,
  EmailChangeDone,
  EmailChangeEnded,
  EmailChangeNeedsLogin,
  EmailTaken,
  EmailVerificationNeedsLogin,
  InvalidCredentials,
  MailLinkInvalid,
  PasswordLoginOff,
} from './account.errors.ts'
import {
  CancelEmailChangeArgs,
  ChangePasswordArgs,
  LoginArgs,
  RegisterInput,
  RequestEmailChangeArgs,
  RequestPasswordResetArgs,
  ResetPasswordArgs,
  UpdateProfileArgs,
  VerifyEmailArgs,
} from './account.inputs.ts'
import type { AccountService } from './account.service.ts'
import type { AccountProfileService } from './account-profile.service.ts'
import type { AccountRecoveryService } from './account-recovery.service.ts'
import type { EmailChangeService } from './email-change/email-change.service.ts'
import { LanguageType, OptionalMail } from './preferences/preferences.types.ts'
import { CodeRequired, SecondFactorInvalid, SecondFactorRequired } from './second-factors/second-factor.errors.ts'

const exampleLogin = { email: 'ada@example.com', password: 'correct horse battery' }

@Resolver(() => Account)
export class AccountResolver {
  constructor(
    private readonly accountService: AccountService,
    private readonly recoveryService: AccountRecoveryService,
    private readonly profileService: AccountProfileService,
    private readonly emailChangeService: EmailChangeService,
  ) {}

  @Rest('POST /auth/register', 201, { example: { name: 'Ada', ...exampleLogin } })
  @Open()
  @Throws(EmailTaken, PasswordLoginOff)
  @Price('password')
  @Mutation(() => AuthResponse, { description: 'Create an account and log in.' })
  register(
    @Arg('input', () => RegisterInput, inputOptions) input: RegisterInput,
    @Ctx() context: RequestContext,
  ): Promise<AuthResponse> {
    return this.accountService.register(context, input)
  }

  @Rest('POST /auth/login', 200, { example: exampleLogin })
  @Open()
  @Throws(InvalidCredentials, SecondFactorRequired, PasswordLoginOff, AccountSuspended)
  @Price('password')
  @Mutation(() => AuthResponse, {
    description:
      'Log in with e-mail address and password. An account with a second factor gets SECOND_FACTOR_REQUIRED, with the ' +
      'challenge for `completeLogin`.',
  })
  login(@Args(() => LoginArgs) args: LoginArgs, @Ctx() context: RequestContext): Promise<AuthResponse> {
    return this.accountService.login(context, args)
  }

  @Rest('POST /auth/logout', 200)
  @Access('write:profile', { sessionOnly: true, duringDeletion: true })
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description: 'Log out. This ends all sessions of the account on all devices. API keys and OAuth tokens stay valid.',
  })
  async logout(@Ctx() context: RequestContext): Promise<SuccessResponse> {
    await this.accountService.logout(context)
    return { success: true }
  }

  @Rest('POST /auth/password', 200)
  @Access('write:profile', confirmedChange)
  @Throws(InvalidCredentials, PasswordLoginOff)
  @Price('password')
  @Mutation(() => AuthResponse, {
    description:
      'Change the password. This ends all sessions of the account and returns a new one. It also ends the access of OAuth ' +
      'applications with all they created, unless `endGrants` is false. API keys stay valid, unless `revokeApiKeys` is true.',
  })
  changePassword(
    @Args(() => ChangePasswordArgs) args: ChangePasswordArgs,
    @Ctx() context: RequestContext,
  ): Promise<AuthResponse> {
    return this.accountService.changePassword(context, args)
  }

  @Rest('POST /auth/password/reset-requests', 202, { example: { email: exampleLogin.email } })
  @Open()
  @Throws(PasswordLoginOff)
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description:
      'Send a link to an e-mail address with which a new password can be chosen, for one hour. The answer is the same if ' +
      'no account has the address.',
  })
  async requestPasswordReset(
    @Args(() => RequestPasswordResetArgs) { email }: RequestPasswordResetArgs,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.recoveryService.requestPasswordReset(context, email)
    return { success: true }
  }

  @Rest('POST /auth/password/reset', 200)
  @Open()
  @Throws(MailLinkInvalid, CodeRequired, SecondFactorInvalid, PasswordLoginOff, AccountSuspended)
  @Price('password')
  @Mutation(() => AuthResponse, {
    description:
      'Choose a new password with the token of a mail, and log in. This verifies the e-mail address and ends all sessions ' +
      'of the account. It also ends the access of OAuth applications with all they created, unless `endGrants` is false. ' +
      'API keys stay valid, unless `revokeApiKeys` is true. An account with a second factor needs its code too. If the address ' +
      'was not verified before, no code is needed, and everything that gave access to the account before ends: identities of ' +
      'providers, second factors, API keys, applications and their grants, webhooks, invitations, pages with statistics and downloads.',
  })
  resetPassword(
    @Args(() => ResetPasswordArgs) args: ResetPasswordArgs,
    @Ctx() context: RequestContext,
  ): Promise<AuthResponse> {
    return this.recoveryService.resetPassword(context, args)
  }

  @Rest('POST /auth/email/verification-requests', 202)
  @Access('write:profile', { sessionOnly: true })
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description: 'Send the mail again that verifies the e-mail address of the caller. A verified address gets no mail.',
  })
  async requestEmailVerification(@Ctx() context: RequestContext): Promise<SuccessResponse> {
    await this.recoveryService.requestEmailVerification(context)
    return { success: true }
  }

  @Rest('POST /auth/email/verify', 200)
  @Open()
  @Throws(
    ...[MailLinkInvalid, EmailVerificationNeedsLogin, AccountBeingDeleted],
    ...[EmailTaken, EmailChangeEnded, EmailChangeNeedsLogin, StepUpRequired],
  )
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description:
      'Verify an e-mail address with the token of a mail. The request needs a login of the account. A new address replaces the ' +
      'present one by this: the proof of identity is then at most 10 minutes old.',
  })
  async verifyEmail(
    @Args(() => VerifyEmailArgs) { token }: VerifyEmailArgs,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.profileService.verifyEmail(context, token)
    return { success: true }
  }

  @Rest('POST /auth/email/cancel', 200)
  @Open()
  @Throws(MailLinkInvalid, EmailChangeEnded, EmailChangeDone)
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description: 'Stop a change of the e-mail address, with the token of the mail to the present address.',
  })
  async cancelEmailChange(
    @Args(() => CancelEmailChangeArgs) { token }: CancelEmailChangeArgs,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.emailChangeService.cancel(context, token)
    return { success: true }
  }

  @Rest('GET /auth/me', 200)
  @Access('read:profile', { workspaceRole: 'none', duringDeletion: true })
  @Price('lookup')
  @Query(() => Account, { description: 'Profile of the caller.' })
  me(@Ctx() context: RequestContext): Promise<Account> {
    return this.accountService.me(context)
  }

  @Rest('PATCH /auth/me', 200, { example: { name: 'Ada King', language: 'de', timezone: 'Europe/Berlin' } })
  @Access('write:profile', { workspaceRole: 'none' })
  @Price('write')
  @Mutation(() => Account, {
    description:
      'Change the name, the language, the time zone and the mails of the caller. Absent fields stay unchanged.',
  })
  updateProfile(
    @Args(() => UpdateProfileArgs) args: UpdateProfileArgs,
    @Ctx() context: RequestContext,
  ): Promise<Account> {
    return this.profileService.updateProfile(context, args)
  }

  @Rest('POST /auth/me/email', 202, { example: { email: 'ada@example.net', password: exampleLogin.password } })
  @Access('write:profile', confirmedChange)
  @Throws(InvalidCredentials, EmailTaken)
  @Price('password')
  @Mutation(() => Account, {
    description:
      'Send a link to a new e-mail address. It replaces the present one when the account confirms it, within three days. The ' +
      'present address gets a link that stops the change, and a message when it is done. The end of this session, and of ' +
      'all sessions by a logout or a new password, ends the change.',
  })
  requestEmailChange(
    @Args(() => RequestEmailChangeArgs) args: RequestEmailChangeArgs,
    @Ctx() context: RequestContext,
  ): Promise<Account> {
    return this.emailChangeService.request(context, args)
  }

  @Price('free')
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'New e-mail address that waits to be confirmed by the link in its mail. Null if there is none, and for an account that ' +
      'is not the own one.',
  })
  pendingEmail(@Root() account: Account, @Ctx() context: RequestContext): string | null {
    return this.emailChangeService.findPending(context, account)
  }

  @Price('free')
  @FieldResolver(() => LanguageType, {
    nullable: true,
    description:
      'Language of the mails to the account: the one of the browser at the registration, until its owner chooses another. Null ' +
      'if there is none, and for an account that is not the own one.',
  })
  language(@Root() account: Account, @Ctx() context: RequestContext): Language | null {
    return this.profileService.findPreference(context, account, 'language')
  }

  @Price('free')
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Time zone of the times in mails, such as `Europe/Berlin`. Null for UTC, and for an account that is not the own one.',
  })
  timezone(@Root() account: Account, @Ctx() context: RequestContext): string | null {
    return this.profileService.findPreference(context, account, 'timezone')
  }

  @Price('free')
  @FieldResolver(() => [OptionalMail], {
    nullable: true,
    description: 'The mails that the account does not want. Null for an account that is not the own one.',
  })
  unwantedMails(@Root() account: Account, @Ctx() context: RequestContext): OptionalMail[] | null {
    return this.profileService.findPreference(context, account, 'unwantedMails')
  }

  @Access('read:profile', { workspaceRole: 'none' })
  @FindsNode('acc')
  @Throws(AccountNotFound)
  @Price('lookup')
  @Query(() => Account, { description: 'The account of the caller by its id. Other accounts are not found.' })
  account(
    @Arg('id', () => ID, { description: 'Identifier of the account.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<Account> {
    return this.accountService.get(context, id)
  }
}
