import type { Account, Scheme } from '../../src/access/caller.ts'
import type { CredentialReader } from '../../src/access/reader.ts'
import type { Scope } from '../../src/access/scopes.ts'
import { readSettings } from '../../src/config.ts'
import { serveGraph } from '../../src/graphql/endpoint.ts'
import { LiveCredentials } from '../../src/graphql/live/credentials.ts'
import { Running } from '../../src/graphql/running.ts'
import { restOf } from '../../src/rest/rest.ts'
import { serveRest } from '../../src/rest/routes.ts'
import { identifyCallers } from '../../src/server/identify.ts'
import { LiveSockets } from '../../src/server/live/sockets.ts'
import { renderRefusals } from '../../src/server/refusals.ts'
import { createServer } from '../../src/server/server.ts'
import type { TestApp } from '../support/app.ts'
import { graphClient } from '../support/graph.ts'
import { unlimited } from '../support/quota.ts'
import { RestClient } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'
import { contextOf, surroundingsOf } from './world.ts'

/** A credential of this scheme that carries one scope only: `oauth.read:links`. */
export const tokenWith = (scheme: Scheme, scope: Scope) => `${scheme}.${scope}`

/** Reads such tokens as credentials of one account, as the rooms that will issue keys and OAuth tokens are to. */
function readerFor(accountId: string): CredentialReader {
  return {
    claims: () => true,
    read: async (token): Promise<Account> => {
      const [scheme, scope] = token.split('.') as [Scheme, Scope]
      return { kind: 'account', accountId, actorId: accountId, scheme, scopes: new Set([scope]) }
    },
    lapsed: async () => new Map(),
  }
}

/** The operations of the service over both faces, on its own database, for whoever shows such a token. */
export async function openToAnyone(test: TestApp, account: SeededAccount): Promise<TestApp> {
  const [, context] = await contextOf(() => test.rest.get('/v1/auth/me', { token: account.token }))
  const server = createServer(readSettings({ DATABASE_URL: 'memory://', LOG_LEVEL: 'silent' }))
  identifyCallers(server, surroundingsOf(context), [readerFor(account.id)])
  renderRefusals(server, test.clock)
  await serveGraph(server, test.app.schema, unlimited(test.clock))
  serveRest(server, await restOf(test.app.schema), undefined as never)
  const running = new Running()
  const credentials = new LiveCredentials(async () => new Map(), server.log)
  const [{ schema }, quota, around] = [test.app, unlimited(test.clock), surroundingsOf(context)]
  new LiveSockets(server, { schema, quota, around, running, readers: [readerFor(account.id)], credentials })
  await server.ready()
  const app = { ...test.app, server }
  return { ...test, app, rest: new RestClient(server), graph: graphClient(server), close: () => server.close() }
}
