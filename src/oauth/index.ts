export { OAuthAppResolver } from './app.resolver.ts'
export { OAuthApp } from './app.ts'
export { ClientSecrets } from './client.secrets.ts'
export { OAuthGrantResolver } from './grant.resolver.ts'
