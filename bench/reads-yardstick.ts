import { createSecretKey, randomBytes } from 'node:crypto'
import fastify, { type FastifyRequest } from 'fastify'
import jwt from 'jsonwebtoken'
import mercurius from 'mercurius'
import pg from 'pg'

/**
 * What reads of the API are measured against: routes written by hand, each with the signature of a token verified and one
 * prepared statement, and a list by mercurius with jit. `SECRET` has signed the tokens, whose `ws` is the workspace.
 */
const { DATABASE_URL: connectionString, SECRET = '', PORT } = process.env
const pool = new pg.Pool({ connectionString, max: 20 })
const key = createSecretKey(SECRET, 'utf8')
const server = fastify({ logger: false })

function workspaceOf({ headers }: FastifyRequest): string {
  const token = headers.authorization?.replace(/^Bearer /, '') ?? ''
  return (jwt.verify(token, key, { algorithms: ['HS256'] }) as { ws: string }).ws
}

async function select(name: string, text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  return (await pool.query({ name, text, values })).rows
}

const columns = `id, code as "shortUrl", original_url as "originalUrl", title, current_clicks as "currentClicks",
  click_limit as "clickLimit", expires_at as "expiresAt", expired_url as "expiredUrl", is_active as "isActive",
  case when is_custom then code end as "customUrl", password_hash is not null as "hasPassword",
  blocked_at is not null as "isBlocked", blocked_reason as "blockedReason", block_cause as "blockCause",
  utm_source as "utmSource", utm_medium as "utmMedium", utm_campaign as "utmCampaign", utm_term as "utmTerm",
  utm_content as "utmContent", is_cloaked as "isCloaked", is_frameable as "isCloakable", privacy_mode as "privacyMode",
  forward_query as "forwardQuery", redirect_type as "redirectType", rule_count as "ruleCount", og_title as "ogTitle",
  og_description as "ogDescription", og_image as "ogImage", folder_id as "folderId", domain_id as "domainId",
  domain_host as "domainHost", workspace_id as "workspaceId", created_at as "createdAt", updated_at as "updatedAt"`
const one = `select ${columns} from link where id = $1 and workspace_id = $2 and kind = 'link'`
const page = `select ${columns} from link
  where workspace_id = $1 and kind = 'link' and (created_at, id) < ($2, $3) order by created_at desc, id desc limit $4`

const findPage = (workspaceId: string, limit: number) => select('page', page, [workspaceId, 'infinity', '', limit])

server.get<{ Params: { id: string } }>('/v1/urls/:id', async (request, reply) => {
  const [link] = await select('one', one, [request.params.id, workspaceOf(request)])
  return link ?? reply.status(404).send()
})
server.get<{ Querystring: { limit: string } }>('/v1/urls', (request) =>
  findPage(workspaceOf(request), Number(request.query.limit)),
)
/** A link with a random code: both rows by one statement. */
const create = `with taken as (insert into code (key, link_id, workspace_id) values ($2, $1, $3) returning key)
  insert into link (id, workspace_id, code, is_custom, title, original_url, search_text, created_at, updated_at)
  select $1, $3, key, false, $4, $5, $5, now(), now() from taken returning ${columns}`

server.post<{ Body: { longUrl: string } }>('/v1/urls', async (request, reply) => {
  const { href, host, pathname } = new URL(request.body.longUrl)
  const id = randomBytes(13).toString('hex')
  const values = [`lnk_${id}`, id.slice(0, 7), workspaceOf(request), host + pathname, href]
  const [link] = await select('create', create, values)
  return reply.status(201).send(link)
})

server.register(mercurius, {
  jit: 1,
  schema: `
    type Workspace { id: ID! name: String! }
    type Url {
      id: ID! code: String! destination: String! title: String! currentClicks: Int! isActive: Boolean! createdAt: String!
      workspace: Workspace
    }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Urls { nodes: [Url!]! pageInfo: PageInfo! }
    type Query { urls(first: Int!): Urls! }`,
  context: (request: FastifyRequest) => ({ workspaceId: workspaceOf(request) }),
  resolvers: {
    Query: {
      urls: async (_root: unknown, { first }: { first: number }, { workspaceId }: { workspaceId: string }) => {
        const rows = await findPage(workspaceId, first + 1)
        const nodes = rows.slice(0, first)
        return { nodes, pageInfo: { hasNextPage: rows.length > first, endCursor: nodes.at(-1)?.id } }
      },
    },
    Url: {
      code: ({ shortUrl }: Record<string, unknown>) => shortUrl,
      destination: ({ originalUrl }: Record<string, unknown>) => originalUrl,
      createdAt: ({ createdAt }: { createdAt: Date }) => createdAt.toISOString(),
    },
  },
  loaders: {
    Url: {
      workspace: async (queries: { obj: { workspaceId: string } }[]) => {
        const ids = [...new Set(queries.map(({ obj }) => obj.workspaceId))]
        const rows = await select('workspaces', 'select id, name from workspace where id = any($1)', [ids])
        const byId = new Map(rows.map((row) => [row.id, row]))
        return queries.map(({ obj }) => byId.get(obj.workspaceId))
      },
    },
  },
} as never)
server.get('/', async () => 'ready')
await server.listen({ port: Number(PORT), host: '127.0.0.1' })
