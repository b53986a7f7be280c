import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../config.ts'
import type { Assets } from './assets.ts'
import { developerPage, literal } from './developer.page.ts'
import { type Page, pageHeaders } from './page.ts'

/** What a newcomer finds: the first two run as they are, the third shows where the token goes. */
export const firstTabs = [
  {
    query: `# Every query, with what it does.
# Needs no token: press play.
query Queries {
  __schema {
    queryType {
      fields {
        name
        description
      }
    }
  }
}
`,
  },
  {
    query: `# Shortens an address for seven days.
# Needs no token either.
mutation Shorten {
  shortenUrl(longUrl: "https://example.com/hello") {
    shortUrl
    expiresAt
  }
}
`,
  },
  {
    query: `# Needs a token, from register or login:
# write it behind Bearer under Headers.
query Me {
  me {
    name
    email
  }
}
`,
    headers: `{
  "Authorization": "Bearer "
}`,
  },
] as const

/**
 * Answers a browser that opens /graphql with GraphiQL. Everything else, a GET with a `query` too, goes on to Apollo.
 * In production there is no such page (promise A8), and a browser meets Apollo as every client does.
 */
export function serveGraphiql(server: FastifyInstance, assets: Assets, { production }: Settings): void {
  if (production) return
  // A route of its own beside Apollo's, so that Apollo's knows nothing of it and opening a page costs no quota.
  server.addConstraintStrategy({ name: 'opener', storage, deriveConstraint: openerOf, mustMatchWhenDerived: false })
  server.route({
    method: 'GET',
    url: '/graphql',
    constraints: { opener: 'browser' },
    config: { quota: false },
    logLevel: 'warn',
    exposeHeadRoute: false,
    handler: async (_request, reply) => {
      const page = graphiqlPage(await assets.paths('graphiql'))
      return reply.headers({ ...pageHeaders(page), vary: 'accept' }).send(page.body)
    },
  })
}

/** The router asks this of every request, redirects included, so the cheapest question comes first. */
function openerOf({ url = '', headers: { accept = '' } }: IncomingMessage): 'browser' | 'client' {
  if (!url.startsWith('/graphql') || !/\btext\/html\b/i.test(accept)) return 'client'
  return new URLSearchParams(url.split('?')[1]).has('query') ? 'client' : 'browser'
}

/** Where the router keeps the handlers of each opener: a map that says null for none. */
function storage<H>() {
  const handlers = new Map<unknown, H>()
  return {
    get: (opener: unknown) => handlers.get(opener) ?? null,
    set: (opener: unknown, handler: H) => void handlers.set(opener, handler),
  }
}

function graphiqlPage(paths: ReadonlyMap<string, string>): Page {
  const at = (name: string) => paths.get(name) ?? ''
  const workers = {
    editorWorkerService: at('graphiql-editor.js'),
    json: at('graphiql-json.js'),
    graphql: at('graphiql-graphql.js'),
  }
  const options = {
    endpoint: '/graphql',
    title: 'Tack',
    // Instead of the sign of the library.
    logo: '<svg viewBox="0 0 40 40" width="40" height="40"><circle cx="20" cy="20" r="8" fill="#b8392a"/></svg>',
    defaultTabs: firstTabs,
    // A token typed into the header editor is forgotten with the page.
    shouldPersistHeaders: false,
  }
  return developerPage({
    title: 'GraphiQL of the Tack API',
    styles: [at('graphiql.css')],
    scripts: [at('graphiql.js')],
    // Left to itself, the page writes each query into its address, and a reload would then go to Apollo.
    boot: `const workers = ${literal(workers)}
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => workers[label] }
YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), { ...${literal(options)}, onEditQuery: () => {} })`,
    // The editor, Monaco, sets style attributes by the hundred; its fonts are written into the style sheet; its language
    // services run in workers.
    csp: { 'style-src': "'self' 'unsafe-inline'", 'font-src': 'data:', 'worker-src': "'self'" },
  })
}
