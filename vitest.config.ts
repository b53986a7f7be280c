import { globSync, readFileSync } from 'node:fs'
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
  /** Kills such a process in the middle of its work, and looks at what it left. */
  crash: ['process/{account-archives,backup,crash,exports,fold}', 'clicks/clickhouse/{killed,killed-move}'],
  /** The same where a server has more to lose, or other nodes go on only when the heartbeat of the killed one is missed. */
  crashOnServer: ['process/{idempotency,imports,restart,webhooks}'],
  /** Pages as people meet them, in Chromium. The database makes no difference. */
  browser: ['browser/**'],
  /** Hundreds of attempts at one promise: attacks, hostile requests, chance; and what tries our tools. */
  trials: [
    'fuzz/*',
    'accounts/crowd',
    'anomalies/method',
    'contract/{expressions,linter,sofa}',
    'http/leaks',
    'questions/attacks',
    'security/{hostile-texts,shares}',
  ],
  /** Of these files, a server runs the tests with the tag `race`: several requests or nodes at once. */
  races: [
    'abuse/{block-list,moved-links}',
    'accounts/{change-password,email-verification,email-change,end-session,first-proof,logout,password-reset,register}',
    'api-keys/{create,revoke,uses}',
    'bio-pages/blocks',
    'bulk/change',
    'clicks/clickhouse/moving',
    'command-center/{center,recovery}',
    'domains/verify',
    'exports/weekly',
    'imports/clicks',
    'links/{delete,tombstones}',
    'oauth/{app-limit,code,grant-owned,records,refresh}',
    'organizing/{merge,tags-and-folders}',
    'qr-codes/{dynamic-qr,link-designs}',
    'shared-stats/counts',
    'slash-commands/*',
    'sign-in/{first-proof,oidc-groups,passkey-attacks,second-factor}',
    'workspaces/{deletion,invitations,members,plans,purge}',
  ],
  /** What a server can change: locks, nodes, statements of our own beside others, migrations, and each operation once. */
  server: [
    // Each operation once.
    'contract/routes',
    'database/{deferred-transaction,migrate,native-client}',
    // Locks and races of requests, of nodes and of periodic work.
    'abuse/races',
    'accounts/{credential-cache,suspension}',
    'anomalies/nodes',
    'domains/{checks,default}',
    'events/activity-live',
    'graphql/running',
    'link-health/races',
    'links/{expiring,expiry-events,update-races}',
    'oauth/{consent-race,grant-races}',
    'pixels/visits',
    'public-stats/public-stats-nodes',
    'redirects/{click-limit,nodes}',
    'rest/idempotency-races',
    'webhooks/{claims,deleted}',
    'workspaces/{live,owners}',
    // Statements of our own, and orders of texts.
    'clicks/{brute-force/brute-force,click-insert,deleted,deletion,partitions,retention,visitor-salts}',
    'clicks/journal/{shipping,visits}',
    'clicks/live/delivery',
    'clicks/rollups/{fold,workspace-rollups}',
    'links/{list,search}',
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
const races = files(groups.races)
const onServer = [...races, ...files(groups.server), ...onlyServer, ...crashOnServer]
for (const file of globSync(races))
  if (!readFileSync(file, 'utf8').includes("tags: 'race'")) throw new Error(`No test of ${file} has the tag race.`)
const all = ['test/**/*.test.ts']
const exclude = [...configDefaults.exclude, 'test/consumers/**']
const triesAll = process.env.TEST_SIZE === 'all'
/** What `npm run test:all` leaves out on a server. */
const beyondServers = [...trials, ...files([...groups.process, ...groups.browser])]
/** Few, because a worker serves one project, and loads the modules of the service once for all of its files. */
const projects: Record<string, { include: string[]; exclude?: string[]; provide?: { onlyRacesOf: string[] } }> = process
  .env.TEST_DATABASE_URL
  ? {
      postgres: triesAll
        ? { include: all, exclude: [...exclude, ...beyondServers] }
        : { include: onServer, provide: { onlyRacesOf: globSync(races) } },
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
    tags: [
      { name: 'race', description: 'Several requests or nodes at once, which only a server runs beside each other.' },
    ],
    // Modules are loaded once for each worker, not for each file: loading and warming them takes longer than most files.
    // So a test leaves nothing behind in a module, and no file fakes one.
    isolate: false,
    // One more than cores, because files wait for periodic tasks, for processes, and for a server that is silent.
    maxWorkers: availableParallelism() + 1,
    // Nothing is promised within the second that is the default.
    expect: { poll: { timeout: 60_000 } },
    // For what hangs: a start of the service takes a quarter of a minute where the machine is ten times too busy.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    projects: Object.entries(projects).map(([name, selection]) => ({
      extends: true as const,
      test: { name, ...selection },
    })),
  },
})
