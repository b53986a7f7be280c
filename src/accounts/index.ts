export { Account } from './account.ts'
export { AccountResolver } from './resolver.ts'
export { Accounts } from './service.ts'
export { Sessions } from './sessions.ts'
