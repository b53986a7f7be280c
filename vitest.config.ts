import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Which file is run when. A file that stands nowhere here belongs to `service`, so a new one runs everywhere.
 *
 * - `npm test` runs `unit`, `once` and `service` on the embedded database: all that a change of the code can break.
 * - `npm run test:slow` runs `process`, `crash`, `browser` and `trials`.
 * - `npm run test:postgres` runs `service`, `postgres` and `crash` on a PostgreSQL server.
 * - `.ci/run` runs all three. Each project runs there on the databases on which it can answer differently.
 */
const projects = {
  /** Starts the service as an operator does, as a process of its own. Slow. The database makes no difference. */
  process: ['process/{admin,database-thread,examples,life,production-tree,readme,redis,start}', 'database/lock'],
  /** Kills such a process in the middle of its work, and looks at what it left. Each database recovers in its own way. */
  crash: ['process/{account-archives,crash,exports,fold,idempotency,imports,restart,webhooks}'],
  /** Pages as people meet them, in Chromium. The database makes no difference. */
  browser: ['browser/**'],
  /** Hundreds of attempts at one promise: attacks, hostile requests, chance. Slow. The database makes no difference. */
  trials: ['fuzz/*', 'http/leaks', 'questions/attacks', 'anomalies/method'],
  /** What does not depend on the database: routes, access, errors, pages. */
  once: [
    'contract/{access,examples,failures,named-workspace,parity,quota,rate-limits,roles,roots,routes,scopes,sofa,type-guards,workspace-isolation}',
    'http/{cors,docs,error-answers,graphiql,live/{event-streams,rejections,sockets},logger,proxies,quota,quota-bounds,secure,unreadable}',
    'graphql/{cost,prices}',
    'accounts/{common-passwords,throttle}',
    'security/*',
    'oauth/{addresses,endpoints,hostile-requests,libraries}',
    'links/create-400',
    'abuse/limits',
    'redirects/{visitor-rate-limit,password-attempts,password-hash-queue}',
    'website/*',
    'qr-codes/{images,page}',
    'questions/{limit,model}',
    'database/embedded-database',
  ],
  /** What only a server can do: be away, be slow, lock a row, have two nodes. */
  postgres: [
    '{clicks,oauth,http}/outage',
    'database/{reclaim,statement-cancellation}',
    'link-health/nodes',
    'public-stats/public-stats-silent',
    'api-keys/rotation-restart',
  ],
  /** Rules that need neither a service nor a database. */
  unit: [
    '{shared,http-client,rate-limiting}/**',
    'mail/{transport,outbox}',
    'clicks/{continents,filters,analytics/time-range,analytics/time-zone}',
    'clicks/{columns/day-writer,rollups/buckets,journal/journal}',
    'clicks/tracking/*',
    'config{,-llm,-mail}',
    'contract/{admit,architecture,boot,data-model,deprecation-boot,documents,emitted,enums,error-table,expressions,forms-boot,human-text,linter,openapi,price-boot,tables,type-rules,words}',
    'graphql/{deadline,endpoint,errors,introspection,limits,persisted-queries,subscriptions/{event-stream-bounds,mailbox,snapshot}}',
    'imports/reading',
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
    'webhooks/schedule',
  ],
} as const satisfies Record<string, readonly string[]>

const files = (globs: readonly string[]) => globs.map((glob) => `test/${glob}.test.ts`)

/** In the order of their beginning: begun last, a file that takes long would leave the other cores idle. */
const order = ['browser', 'process', 'crash', 'trials', 'postgres', 'once', 'service', 'unit']

/** Each project by itself, as a worker serves one project only. Within a project the longest file of the last run is first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ project }: TestSpecification) => order.indexOf(project.name)
    return sorted.toSorted((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  resolve: {
    // Vite would give our files graphql's .mjs while the libraries load its .js: two modules that refuse each other.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
  test: {
    globalSetup: ['test/support/compiled.ts', 'test/support/database.ts'],
    setupFiles: ['test/support/setup.ts'],
    // Modules are loaded once for each worker, not for each file: loading and warming them takes longer than most files.
    // So a test leaves nothing behind in a module, and no file fakes one.
    isolate: false,
    // One more than cores, because several files wait for periodic tasks. On a server no more than cores: each service
    // has a pool of connections, and PostgreSQL accepts 100 by default.
    maxWorkers: availableParallelism() + (process.env.TEST_DATABASE_URL ? 0 : 1),
    sequence: { sequencer: LongestFirst },
    // Nothing is promised within the second that is the default.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 90_000,
    hookTimeout: 120_000,
    projects: [
      ...Object.entries(projects).map(([name, globs]) => ({
        extends: true as const,
        test: { name, include: files(globs) },
      })),
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...files(Object.values(projects).flat())],
        },
      },
    ],
  },
})
