import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiKeyScopes } from '../../../../platform/auth/scopes.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { Throttle } from '../../../../platform/graphql/request-limits.ts'
import { newId } from '../../../../platform/shared/ids.ts'
import { dayMs, secondMs } from '../../../../platform/shared/time.ts'
import { rejectOtherMethods } from '../../../../platform/web/reject-other-methods.ts'
import { sendOAuthError } from '../server/error-responses.ts'
import { readPublicClient } from './metadata-documents.ts'
import { OAuthApp } from './oauth-app.entity.ts'

export const registrationPath = '/oauth/register'

const hour = 3600

/** The registrations of one network, and of all. */
const perNetwork = { limit: 10, seconds: hour }
const inAll = { limit: 1_000, seconds: hour }

/** How long an application without an owner stays when nobody has granted it access. */
const unusedMs = dayMs

/**
 * Registers public applications by themselves (RFC 7591), for agents that can do nothing else. They have no owner, and stand in no
 * list but the grants of people.
 */
export function serveClientRegistration(server: FastifyInstance, throttle: Throttle): void {
  server.post(
    registrationPath,
    { config: { crossOrigin: true }, errorHandler: sendOAuthError },
    async (request, reply) => {
      const { context } = request
      // What is refused to one network does not use up the limit of all.
      await throttle.chargeNetwork(context, 'registrations', perNetwork)
      await throttle.charge(context, [{ name: 'all registrations', key: 'all', group: 'all', rule: inAll }])
      return register(request, reply)
    },
  )
  rejectOtherMethods(server, registrationPath, ['POST'], { crossOrigin: true })
}

async function register({ context, body }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const client = parse(body)
  reply.header('cache-control', 'no-store')
  if (typeof client === 'string')
    return reply.status(400).send({ error: 'invalid_client_metadata', error_description: client })
  const now = context.now()
  const app = context.em.create(OAuthApp, {
    id: newId('app', now),
    owner: null,
    name: client.client_name ?? 'Unnamed application',
    redirectUris: client.redirect_uris,
    scopes: [...apiKeyScopes],
    isPublic: true,
    createdAt: now,
    updatedAt: now,
  })
  await context.em.persist(app).flush()
  return reply.status(201).send({
    client_id: app.id,
    client_id_issued_at: Math.floor(now.getTime() / secondMs),
    ...client,
    client_name: app.name,
  })
}

/** The metadata, or why they cannot be registered. */
function parse(body: unknown) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'the body must be a JSON object'
  try {
    return readPublicClient(body as Readonly<Record<string, unknown>>)
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * Deletes applications without an owner that nobody grants access, a day after they came. Raw SQL, because the ORM has no "not
 * exists".
 */
export async function deleteUnusedClients(em: EntityManager, now: Date): Promise<void> {
  await em.execute(
    `delete from oauth_app
      where owner_id is null and created_at < ?
        and not exists (select from oauth_record where client_id = oauth_app.id)`,
    [new Date(now.getTime() - unusedMs)],
  )
}
