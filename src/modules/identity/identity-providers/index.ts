export { type IdentityProvidersModule, identityProvidersModule } from './identity-providers.module.ts'
export type { InteractionLogins } from './interaction-logins.ts'
