import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import type { Settings } from '../../../config.ts'
import { type Page, pageHeaders, renderPage, scriptLiteral } from '../page.ts'
import type { DeveloperAssets } from './developer-assets.ts'
import { developerPage } from './developer-page.ts'
import { credentialHeaders, exampleTabs } from './graphiql-examples.ts'
import { fetcherScript } from './graphiql-fetcher.ts'
import { graphiqlStyle } from './graphiql-style.ts'

/**
 * Answers a browser that opens /graphql with GraphiQL. Apollo handles everything else, also a GET with a `query`. In
 * production (promise A8) and with trusted documents a page says that GraphiQL is off.
 */
export function serveGraphiql(server: FastifyInstance, assets: DeveloperAssets, settings: Settings): void {
  const disabled = disabledPage(settings)
  // A route of its own, so that a page view is not charged to the quota as a request to Apollo's route is.
  server.addConstraintStrategy({
    name: 'opener',
    storage: createConstraintStore,
    deriveConstraint: requesterOf,
    mustMatchWhenDerived: false,
  })
  server.route({
    method: 'GET',
    url: '/graphql',
    constraints: { opener: 'browser' },
    config: { rateLimit: [assets.rateLimiter] },
    logLevel: 'warn',
    exposeHeadRoute: false,
    handler: async (_request, reply) => {
      const page = hasGraphiql(settings) ? graphiqlPage(await assets.paths()) : disabled
      return reply.headers({ ...pageHeaders(page), vary: 'accept' }).send(page.body)
    },
  })
}

/** Whether a browser gets GraphiQL: neither in production, nor where only known documents run. */
export function hasGraphiql({ isProduction, trustedDocumentsFile }: Settings): boolean {
  return !isProduction && trustedDocumentsFile === undefined
}

/** The router calls this for every request, including redirects, so the cheapest check comes first. */
function requesterOf({ url = '', headers: { accept = '' } }: IncomingMessage): 'browser' | 'client' {
  if (!url.startsWith('/graphql') || !/\btext\/html\b/i.test(accept)) return 'client'
  return new URLSearchParams(url.split('?')[1]).has('query') ? 'client' : 'browser'
}

/** The store in which the router looks up handlers; it expects null for none. */
function createConstraintStore<H>() {
  const handlers = new Map<unknown, H>()
  return {
    get: (opener: unknown) => handlers.get(opener) ?? null,
    set: (opener: unknown, handler: H) => {
      handlers.set(opener, handler)
    },
  }
}

function disabledPage({ publicUrl, trustedDocumentsFile, allowsIntrospection }: Settings): Page {
  const hasTrustedDocuments = trustedDocumentsFile !== undefined
  const reason = hasTrustedDocuments ? 'because this service runs only documents that it knows' : 'in production'
  return renderPage({
    status: 200,
    title: 'The GraphQL API of Tack',
    body: html`<h1>The GraphQL API is at this address</h1>
<p>Send GraphQL documents to it by POST. GraphiQL, the page for trying them out, is switched off ${reason}.</p>
<ul>
<li><a href="${publicUrl}/docs">Reference of the REST API</a>, which has the same operations and can be tried out</li>
<li><a href="${publicUrl}/docs/errors">All error codes</a></li>
</ul>
!${allowsIntrospection && !hasTrustedDocuments ? '<p class="next">Introspection returns the schema.</p>' : ''}`,
  })
}

/**
 * What the address has behind its `#`, such as `#query=...&variables=...`, is one more tab, which is open. It is only filled
 * in, and runs when somebody presses play. The address then forgets it, so that a reload keeps what was edited.
 */
const givenScript = `const { query, variables } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
const tab = { query, variables, headers: ${scriptLiteral(credentialHeaders)} }
const given = query ? { ...tab, defaultTabs: [tab, ...options.defaultTabs] } : {}
if (query) history.replaceState(null, '', location.pathname)`

function graphiqlPage(paths: ReadonlyMap<string, string>): Page {
  const pathOf = (name: string) => paths.get(name) ?? ''
  const workers = {
    editorWorkerService: pathOf('graphiql-editor.js'),
    json: pathOf('graphiql-json.js'),
    graphql: pathOf('graphiql-graphql.js'),
  }
  const options = {
    title: 'Tack',
    // Replaces the logo of the library.
    logo: '<svg viewBox="0 0 40 40" width="40" height="40"><circle cx="20" cy="20" r="8" fill="#b8392a"/></svg>',
    defaultTabs: exampleTabs,
    // Shows the Headers tab, where the credential goes.
    defaultEditorToolsVisibility: 'headers',
    // A token in the header editor is not stored.
    shouldPersistHeaders: false,
  }
  return developerPage({
    title: 'GraphiQL of the Tack API',
    styles: [pathOf('graphiql.css')],
    inlineStyle: graphiqlStyle,
    scripts: [pathOf('graphiql.js')],
    // `onEditQuery` replaces the default, which writes each query into the URL; a reload would then go to Apollo.
    startScript: `const workers = ${scriptLiteral(workers)}
const options = ${scriptLiteral(options)}
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => workers[label] }
${fetcherScript}
${givenScript}
YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), { ...options, ...given, fetcher, onEditQuery: () => {} })`,
    // The editor (Monaco) sets style attributes, has its fonts in the style sheet, and runs language services in
    // workers.
    csp: { 'style-src': "'self' 'unsafe-inline'", 'font-src': 'data:', 'worker-src': "'self'" },
  })
}
