export { Account } from './account.ts'
export { AccountResolver } from './resolver.ts'
export { Sessions } from './sessions.ts'
