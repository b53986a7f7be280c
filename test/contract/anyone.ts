import { readSettings } from '../../src/config.ts'
import type { AuthScheme, CallerWorkspace, Credential, CredentialReader } from '../../src/platform/auth/caller.ts'
import { parseScopes, type Scope } from '../../src/platform/auth/scopes.ts'
import { serveGraphql } from '../../src/platform/graphql/graphql-endpoint.ts'
import { InFlightTracker } from '../../src/platform/graphql/in-flight-tracker.ts'
import { OperationRunner } from '../../src/platform/graphql/operation-runner.ts'
import { CredentialWatcher } from '../../src/platform/graphql/subscriptions/credential-watcher.ts'
import { renderErrors } from '../../src/platform/http/error-responses.ts'
import { createServer } from '../../src/platform/http/http-server.ts'
import { authenticateRequests } from '../../src/platform/http/request-authentication.ts'
import { SubscriptionServer } from '../../src/platform/http/subscription-server.ts'
import { serveRest } from '../../src/platform/rest/rest-routes.ts'
import { graphSchema, restInterface } from '../support/api.ts'
import type { TestApp } from '../support/app.ts'
import { authenticatorOf } from '../support/authenticator.ts'
import { uncheckedEventStreams } from '../support/event-streams.ts'
import { graphClient } from '../support/graph.ts'
import { unlimited } from '../support/quota.ts'
import { restServicesWithoutDatabase } from '../support/resolvers.ts'
import { RestClient } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'
import { appContextOf, contextOf } from './world.ts'

/** A token of this scheme with these scopes: `oauth.read:links,read:profile`. */
export const tokenWith = (scheme: AuthScheme, ...scopes: Scope[]) => `${scheme}.${scopes}`

/** Reads such tokens as credentials of one account, for some of its workspaces or all. */
function readerFor({ sql }: TestApp, accountId: string, workspaceIds?: readonly string[]): CredentialReader {
  return {
    canRead: () => true,
    read: async (token, workspacesSql): Promise<Credential> => {
      const [row] = await sql<{ memberships: CallerWorkspace[] }>(`select ${workspacesSql('?')} as memberships`, [
        accountId,
      ])
      const [scheme, scopes] = token.split('.') as [AuthScheme, string]
      const credential = { accountId, actorId: accountId, scheme, scopes: new Set(parseScopes(scopes.split(','))) }
      const { memberships = [] } = row ?? {}
      return { kind: 'account', ...credential, memberships, ...(workspaceIds && { workspaceIds }) }
    },
    findInvalid: async () => new Map(),
  }
}

/**
 * The operations of the service over GraphQL and REST, on its database, for such tokens. They may use all workspaces of the
 * account, or only these.
 */
export async function openToAnyone(
  test: TestApp,
  account: SeededAccount,
  workspaceIds?: readonly string[],
): Promise<TestApp> {
  const [, context] = await contextOf(() => test.rest.get('/v1/auth/me', { token: account.token }))
  const settings = readSettings({ DATABASE_URL: 'memory://', LOG_LEVEL: 'silent' })
  const server = createServer(settings)
  const authenticator = authenticatorOf([readerFor(test, account.id, workspaceIds)])
  authenticateRequests(server, appContextOf(context), authenticator)
  renderErrors(server, test.clock, restInterface.operations)
  const quota = unlimited(test.clock)
  const runner = new OperationRunner({ schema: graphSchema, quota, allowsIntrospection: true })
  const running = new InFlightTracker()
  const credentials = new CredentialWatcher(async () => new Map(), server.log)
  await serveGraphql(server, runner, uncheckedEventStreams(runner))
  serveRest(server, restInterface, restServicesWithoutDatabase(settings))
  new SubscriptionServer(server, {
    runner,
    quota,
    appContext: appContextOf(context),
    tracker: running,
    authenticator,
    credentials,
  })
  await server.ready()
  const app = { ...test.app, server }
  return { ...test, app, rest: new RestClient(server), graph: graphClient(server), close: () => server.close() }
}
