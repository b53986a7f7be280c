import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

/**
 * Which file is run when. A file that stands nowhere here is run by `npm test` and on PostgreSQL, so a new one runs
 * everywhere.
 *
 * - `npm test` runs all but `postgres` and the slow groups, on the embedded database: all that a change of the code can
 *   break.
 * - `npm run test:slow` runs `process`, `crash`, `browser` and `trials`.
 * - `npm run test:postgres` runs what a server can change: the files that stand nowhere here, `postgres` and `crash`.
 * - `.ci/run` runs all three.
 */
const groups = {
  /** Starts the service as an operator does, as a process of its own. Slow. The database makes no difference. */
  process: [
    'process/{admin,database-thread,demo,doctor,examples,life,production-tree,readme,redis,start,traces}',
    'database/lock',
  ],
  /** Kills such a process in the middle of its work, and looks at what it left. Each database recovers in its own way. */
  crash: ['process/{account-archives,backup,crash,exports,fold,idempotency,imports,restart,webhooks}'],
  /** Pages as people meet them, in Chromium. The database makes no difference. */
  browser: ['browser/**'],
  /** Hundreds of attempts at one promise: attacks, hostile requests, chance. Slow. The database makes no difference. */
  trials: ['fuzz/*', 'accounts/crowd', 'http/leaks', 'questions/attacks', 'anomalies/method'],
  /**
   * What does not depend on the database: routes, access, errors, pages, and rules whose statements other files run on a
   * server too (contract/parity runs each operation there).
   */
  once: [
    'contract/{access,alerts,dates,examples,failures,named-workspace,once,privacy,quota,rate-limits,request-bodies,roles,roots,routes,scopes,secrets,sofa,type-guards,workspace-isolation}',
    'http/{cors,docs,drain,early-answers,error-answers,failures,graphiql,live/{drain,event-streams,operations,rejections,sockets},logger,metrics,page-errors,proxies,quota,quota-bounds,redis,request-lines,secure,unreadable}',
    'graphql/{account-lists,account-nodes,cost,node,prices,quota,requests,scalars,trusted-documents}',
    'accounts/{common-passwords,login,me,pages,profile,rotation,sessions,throttle}',
    'account-archive/{content,zip}',
    'api-keys/{list,secrets}',
    'security/*',
    'sign-in/oidc-{attacks,logout,oddities}',
    'oauth/{addresses,app-lifecycle,app-secrecy,blocked-redirects,create-app,endpoints,hostile-requests,libraries,list-grants,pages,read-apps,rotation,tokens,update-app,workspaces}',
    'links/{create-400,created-between,edges,paging,problems,read,route-columns,secrets,shorten,shorten-limit,update,update-400}',
    'abuse/{graph,limits}',
    'bio-pages/{images,themes}',
    'bulk/export',
    'command-center/{dashboard,graph}',
    'clicks/{campaign,city,click-by-id,click-connection}',
    'domains/{addresses,sites}',
    'events/{activity-subject,event-scopes}',
    'exports/create',
    'imports/{field-samples,round-trip,rules,samples}',
    'link-health/{frames,unreachable,watch}',
    'organizing/link-lists',
    'pixels/consent',
    'redirects/{cloaked-links,fast-redirect,password,password-attempts,password-hash-queue,preview,preview-url,privacy,resolve,social-preview,unlock,visitor-rate-limit}',
    'shared-stats/{opened-page,pages}',
    'targeting/{blocked-destinations,evaluation}',
    'tracing/live',
    'unfurling/{unfurl,unfurl-limits,icons}',
    'utm-templates/{delete,links,read}',
    'webhooks/{causes,edges,endpoints,extra-certificates,formats,kinds,receiver-concurrency}',
    'website/*',
    'console/{session,shell}',
    'workspaces/{account-workspaces,activities,company,edges,invitation-mail,invitation-page,mails,plan-quota,time}',
    'qr-codes/{clicks,graph,images,logos,page}',
    'questions/{answers,ask,bounds,field,limit,model}',
    'database/embedded-database',
  ],
  /** What only a server can do: be away, be slow, lock a row, have two nodes. */
  postgres: [
    '{clicks,oauth,http}/outage',
    'database/{move,read-replicas,reclaim,silent-server,statement-cancellation,upgrade}',
    'process/{upgrade,worker-replicas,workers}',
    'link-health/nodes',
    'public-stats/public-stats-silent',
    'api-keys/rotation-restart',
  ],
  /** Rules that need neither a service nor a database. */
  unit: [
    'console/forms/*',
    '{shared,http-client,rate-limiting}/**',
    'mail/{transport,outbox}',
    'doctor/checks',
    'database/{folder-swap,sql-states}',
    'clicks/{continents,filters,analytics/time-range,analytics/time-zone}',
    'clicks/{columns/day-writer,rollups/buckets,journal/journal}',
    'clicks/tracking/*',
    'config{,-llm,-mail,-oidc,-secrets}',
    'console/statistics-*',
    'contract/{admit,architecture,boot,compose,compose,data-model,deprecation-boot,document-examples,document-facts,documents,emitted,enums,error-table,expressions,forms-boot,human-text,linter,migrations,openapi,price-boot,tables,type-rules,words}',
    'graphql/{deadline,endpoint,errors,introspection,limits,persisted-queries,subscriptions/{event-stream-bounds,mailbox,snapshot}}',
    'imports/{reading,values}',
    'link-health/response-classifier',
    'unfurling/page-*',
    'questions/{careful,corpus,patience,suggestions}',
    'api-keys/key-text',
    'links/{routes,rules/*}',
    'oauth/{client-secrets,languages,rules/*}',
    'qr-codes/rules',
    'redirects/{visit-decision,pages,closed-pages,preview-crawlers,unlock-token}',
    'pixels/{active-pixel-reader,pages}',
    'rest/{accept,csv,deprecation,inputs,query}',
    'http/{client-address,language,log-lines,quota-failures}',
    'tracing/{sampling,statement-text}',
    'webhooks/schedule',
    'console/{emitted,size,texts}',
  ],
} as const satisfies Record<string, readonly string[]>

// The memory of a database that is closed goes back to the system, instead of waiting in a heap of its thread.
process.env.MALLOC_TRIM_THRESHOLD_ = '131072'
process.env.MALLOC_ARENA_MAX = '2'

const files = (globs: readonly string[]) => globs.map((glob) => `test/${glob}.test.ts`)

const slow = files([...groups.process, ...groups.crash, ...groups.browser, ...groups.trials])
/** A server changes nothing in them. */
const notForServer = files([...groups.unit, ...groups.once, ...groups.process, ...groups.browser, ...groups.trials])
const onServer = Boolean(process.env.TEST_DATABASE_URL)
const all = ['test/**/*.test.ts']
const exclude = [...configDefaults.exclude, 'test/consumers/**']
/** Few, because a worker serves one project, and loads the modules of the service once for all of its files. */
const projects = onServer
  ? {
      postgres: { include: all, exclude: [...exclude, ...notForServer] },
      other: { include: notForServer },
    }
  : {
      main: { include: all, exclude: [...exclude, ...slow, ...files(groups.postgres)] },
      slow: { include: slow },
    }

export default defineConfig({
  resolve: {
    // Vite would give our files graphql's .mjs while the libraries load its .js: two modules that refuse each other.
    alias: [
      { find: /^graphql$/, replacement: 'graphql/index.js' },
      // Workers load what `test/support/compiled.ts` has compiled.
      { find: /^(?:\.{1,2}\/)+src\/(.*)\.ts$/, replacement: resolve('dist-test/src/$1.js') },
    ],
  },
  test: {
    reporters: ['default', './test/support/cost-reporter.ts'],
    globalSetup: 'test/support/compiled.ts',
    server: { deps: { external: [/\/dist-test\//] } },
    setupFiles: ['test/support/setup.ts'],
    // Modules are loaded once for each worker, not for each file: loading and warming them takes longer than most files.
    // So a test leaves nothing behind in a module, and no file fakes one.
    isolate: false,
    // One more than cores, because several files wait for periodic tasks. On a server no more than cores: each service
    // has a pool of connections, and PostgreSQL accepts 100 by default.
    maxWorkers: availableParallelism() + (process.env.TEST_DATABASE_URL ? 0 : 1),
    // Nothing is promised within the second that is the default.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 90_000,
    hookTimeout: 120_000,
    projects: Object.entries(projects).map(([name, selection]) => ({
      extends: true as const,
      test: { name, ...selection },
    })),
  },
})
