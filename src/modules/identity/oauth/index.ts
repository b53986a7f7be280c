export { OAuthApp } from './apps/oauth-app.entity.ts'
export { oauthAppPlanLimit } from './apps/oauth-app.service.ts'
export { ClientSecrets } from './apps/oauth-clients.ts'
export { createAdapterFactory } from './server/oauth-record-adapter.ts'
