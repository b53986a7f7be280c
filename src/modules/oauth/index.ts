export { oauthAppPlanLimit } from './apps/oauth-app.service.ts'
export { ClientSecrets } from './apps/oauth-clients.ts'
export { OAuthRecordStore } from './server/oauth-record-store.ts'
