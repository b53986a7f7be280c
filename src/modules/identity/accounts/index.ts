export { Account, deletionUndoMs, normalizeEmail } from './account.entity.ts'
export { AccountNotFound, InvalidCredentials, PasswordLoginOff } from './account.errors.ts'
export { ownPasswordDescription } from './account.inputs.ts'
export { AccountResolver } from './account.resolver.ts'
export { AccountService, loadAccount } from './account.service.ts'
export { type AccountsModule, accountsModule } from './accounts.module.ts'
export { hasSecondFactor, hasSecondFactorSql } from './accounts.queries.ts'
export { findActivityConnection } from './activity.service.ts'
export { ActivityConnection, ActivityItem, newestActivitiesFirst } from './activity.types.ts'
export { showAccountOfEmail } from './admin-commands.ts'
export type { FirstProof } from './first-proof.ts'
export { AccountIdentity } from './identities/account-identity.entity.ts'
export { ProviderSession } from './identities/provider-session.entity.ts'
export { computeAccountToken } from './mails/account-token.entity.ts'
export { createLoginLink } from './mails/account-tokens.ts'
export { writeLinkMail } from './mails/link-mail.ts'
export { chargeMail, chargeMailOfNetwork } from './mails/mail-limits.ts'
export { announceSignInChange, type SignInMails } from './mails/sign-in-mails.ts'
export { type RegistrationPageOptions, registrationPage } from './pages/account-pages.ts'
export type { BrowserCookies } from './pages/browser-cookies.ts'
export {
  type FormError,
  type LoginError,
  loginErrorOf,
  loginErrorStatuses,
  renderAlarm,
  renderField,
  renderLoginFields,
  renderOwnPassword,
  renderPasswordField,
} from './pages/credential-fields.ts'
export { earlierMembersPath } from './pages/finish-login.ts'
export {
  type FormPageOptions,
  questionPage,
  renderActForm,
  renderFormPage,
  renderGeneralError,
  renderTextPage,
  renderToken,
  statusOf,
} from './pages/form-pages.ts'
export { readField, readPassword, readProof, registerByForm, toFormError, toOwnerError } from './pages/form-requests.ts'
export type { FindLogoutTarget, LogoutTarget } from './pages/logout-target.ts'
export {
  accountPage,
  type PageAnswer,
  type PageRedirect,
  type PageRoute,
  type PageVisit,
  redirectTo,
  returnQuery,
} from './pages/page-visit.ts'
export { passwordPage } from './pages/password-script.ts'
export { type LoginProvider, renderProviderLinks } from './pages/provider-links.ts'
export { codePage } from './pages/second-factor-pages.ts'
export { showSecondStep } from './pages/second-step.ts'
export { passkeyLoginPage, renderPasskeyLink } from './passkeys/passkey-pages.ts'
export { PasskeyProblem } from './passkeys/passkey-problem.ts'
export type { OptionalMail } from './preferences/preferences.types.ts'
export type { ProvenLogin } from './second-factors/proven-login.ts'
export { LoginChallengeInvalid, SecondFactorRequired } from './second-factors/second-factor.errors.ts'
export { deleteSecondFactors } from './second-factors/second-factor.service.ts'
export type { SignInService } from './second-factors/sign-in.service.ts'
export { Session } from './sessions/session.entity.ts'
export { endLogins, type FindCountry, type SessionService } from './sessions/session.service.ts'
export { SessionTokens, sessionExpiry } from './sessions/session-tokens.ts'
