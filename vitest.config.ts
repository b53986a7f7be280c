import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

/**
 * Which file is run when. A file that stands nowhere here is run by `npm test` alone, so a new one is.
 *
 * - `npm test` runs all but these groups, on the embedded database: every promise once, where it is cheapest.
 * - `npm run test:slow` runs `process`, `crash` and `browser`.
 * - `npm run test:postgres` runs `server` and `onlyServer` on PostgreSQL.
 * - `.ci/run` runs all three.
 * - `npm run test:all` runs everything, often: also `trials`, and nearly all files on PostgreSQL.
 */
const groups = {
  /** Starts the service as an operator does, as a process of its own. Slow. The database makes no difference. */
  process: [
    'process/{admin,database-thread,demo,doctor,examples,life,packages,production-tree,proxies,readme,redis,start,traces}',
    'database/lock',
  ],
  /** Kills such a process in the middle of its work, and looks at what it left, on the database that has more to lose. */
  crash: ['process/{backup,crash,fold}', 'clicks/clickhouse/killed'],
  crashOnServer: ['process/{account-archives,exports,idempotency,imports,restart,webhooks}'],
  /** Pages as people meet them, in Chromium. The database makes no difference. */
  browser: ['browser/**'],
  /** Hundreds of attempts at one promise: attacks, hostile requests, chance; and what tries our tools. */
  trials: [
    'fuzz/*',
    'accounts/crowd',
    'anomalies/method',
    'contract/{expressions,linter}',
    'http/leaks',
    'questions/attacks',
    'security/{hostile-texts,shares}',
  ],
  /** What a server can change: locks, races, SQL of our own, migrations, and each operation once. */
  server: [
    // Each operation once.
    'contract/{archive,routes,type-guards}',
    'database/{deferred-transaction,migrate,native-client}',
    // Locks and races of requests, of nodes and of periodic work.
    'abuse/{block-list,moved-links,races}',
    'account-deletion/purge',
    'accounts/{change-password,credential-cache,email-verification,email-change,end-session,first-proof,logout,password-reset,register,suspension}',
    'anomalies/nodes',
    'api-keys/{create,revoke,uses}',
    'bio-pages/blocks',
    'domains/{checks,default,verify}',
    'events/activity-live',
    'exports/weekly',
    'graphql/running',
    'link-health/races',
    'links/{create,delete,expiry-events,tombstones,update-races}',
    'oauth/{app-limit,code,consent-race,grant-owned,grant-races,records,refresh}',
    'organizing/{merge,tags-and-folders}',
    'pixels/visits',
    'public-stats/public-stats-nodes',
    'qr-codes/{dynamic-qr,link-designs}',
    'redirects/{click-limit,nodes}',
    'rest/{idempotency,idempotency-races}',
    'sign-in/{first-proof,oidc-groups,passkey-attacks,second-factor}',
    'webhooks/{claims,deleted,deliver,retry,sums}',
    'workspaces/{deletion,invitations,live,members,owners,plans,purge}',
    // Statements of our own.
    'bulk/change',
    'clicks/{brute-force/brute-force,click-insert,deleted,deletion,link-counts,partitions,retention,visitor-salts}',
    'clicks/analytics/{account-analytics,analytics}',
    'clicks/journal/{shipping,visits}',
    'clicks/live/delivery',
    'clicks/rollups/*',
    'command-center/{center,recovery}',
    'imports/{clicks,imports}',
    'links/{list,search}',
    'shared-stats/counts',
  ],
  /** What only a server can do: be away, be slow, lock a row, have two nodes. */
  onlyServer: [
    '{clicks,oauth,http}/outage',
    'http/outage-log',
    'database/{move,pooler,read-replicas,reclaim,silent-server,start-waits,statement-cancellation,upgrade}',
    'process/{backup-clients,upgrade,worker-replicas,workers}',
    'link-health/nodes',
    'public-stats/public-stats-silent',
    'api-keys/rotation-restart',
  ],
} as const satisfies Record<string, readonly string[]>

// The memory of a database that is closed goes back to the system, instead of waiting in a heap of its thread.
process.env.MALLOC_TRIM_THRESHOLD_ = '131072'
process.env.MALLOC_ARENA_MAX = '2'

const files = (globs: readonly string[]) => globs.map((glob) => `test/${glob}.test.ts`)

const slow = files([...groups.process, ...groups.crash, ...groups.browser])
const crashOnServer = files(groups.crashOnServer)
const trials = files(groups.trials)
const onlyServer = files(groups.onlyServer)
const onServer = [...files(groups.server), ...onlyServer, ...crashOnServer]
const all = ['test/**/*.test.ts']
const exclude = [...configDefaults.exclude, 'test/consumers/**']
const triesAll = process.env.TEST_SIZE === 'all'
/** What `npm run test:all` leaves out on a server. */
const beyondServers = [...trials, ...files([...groups.process, ...groups.browser])]
/** Few, because a worker serves one project, and loads the modules of the service once for all of its files. */
const projects: Record<string, { include: string[]; exclude?: string[] }> = process.env.TEST_DATABASE_URL
  ? {
      postgres: triesAll ? { include: all, exclude: [...exclude, ...beyondServers] } : { include: onServer },
      /** What is run on a server only when it is named. */
      other: triesAll ? { include: beyondServers } : { include: all, exclude: [...exclude, ...onServer] },
    }
  : {
      main: {
        include: all,
        exclude: [...exclude, ...slow, ...crashOnServer, ...onlyServer, ...(triesAll ? [] : trials)],
      },
      slow: { include: triesAll ? [...slow, ...crashOnServer] : slow },
      other: { include: triesAll ? [] : [...trials, ...crashOnServer] },
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
    // One more than cores, because several files wait for periodic tasks. On a server no more than cores, which PostgreSQL
    // needs too: with one more, workers of the service were so late that a limit was not used up.
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
