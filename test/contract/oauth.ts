import { randomBytes } from 'node:crypto'
import { createAdapterFactory } from '../../src/modules/identity/oauth/index.ts'
import { GrantEnding } from '../../src/modules/identity/oauth/server/grant-ending.ts'
import { TransactionHook } from '../../src/platform/events/transaction-hook.ts'
import { seedClient } from '../oauth/client.ts'
import type { Actor } from './acts.ts'

/** An access token with this scope, issued without the consent pages. */
export async function tokenOf({ test, account }: Actor, scope: string): Promise<string> {
  const client = await seedClient(test, account)
  const adapter = createAdapterFactory(test.app.database.orm, test.clock, new GrantEnding(new TransactionHook()))
  const [grantId, token] = [randomBytes(32).toString('base64url'), `tko_${randomBytes(32).toString('base64url')}`]
  const common = { accountId: account.id, clientId: client.id }
  await adapter('Grant').upsert(grantId, { ...common, openid: { scope } }, 3600)
  await adapter('AccessToken').upsert(token, { ...common, grantId, scope }, 3600)
  return token
}
