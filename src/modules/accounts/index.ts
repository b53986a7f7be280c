export { Account, normalizeEmail } from './account.entity.ts'
export { AccountResolver } from './account.resolver.ts'
export { AccountService } from './account.service.ts'
export type { AccountsModule } from './accounts.module.ts'
export { findActivityConnection } from './activity.service.ts'
export { ActivityConnection, ActivityItem, newestActivitiesFirst } from './activity.types.ts'
export { runAdminCommand } from './admin-command.ts'
export { type RegistrationPageOptions, registrationPage } from './pages/account-pages.ts'
export {
  credentialTexts,
  type LoginError,
  loginErrorStatuses,
  renderAlarm,
  renderLoginFields,
} from './pages/credential-fields.ts'
export { registerByForm } from './pages/form-requests.ts'
export { SessionTokens } from './session-tokens.ts'
