import { join, resolve } from 'node:path'
import { z } from 'zod'
import { basePathUrl, hostNames, httpUrl, networks, originUrl, redisAddress } from './config/addresses.ts'
import { type BackupSettings, backupFolder, backupInterval, backupPassphrase } from './config/backup.ts'
import { clickHouseUrl, databasePlace, replicaUrls } from './config/database.ts'
import { llmVariables, readLlmSettings } from './config/llm.ts'
import { mailSender, mailServer, securityContact } from './config/mail.ts'
import { oidcVariables, readOidcSettings } from './config/oidc.ts'
import { changePlanLimits, parsePlanLimitChanges, planLimitNames, planNames } from './config/plan.ts'
import { type Environment, readSecretFile } from './config/secrets.ts'
import { readSlashCommandSettings, slashCommandVariables } from './config/slash-commands.ts'
import { findUnknownSettings } from './config/spelling.ts'
import { readTracingSettings, tracingVariables } from './config/tracing.ts'
import { defineSecret, defineVariable, InvalidSetting } from './config/variable.ts'

export type { DatabasePlace } from './config/database.ts'
export { InvalidSetting } from './config/variable.ts'

/** The settings, read once from the environment. Names contain the units of durations, sizes and counts. */
export type Settings = ReturnType<typeof readSettings>

const dataFolder = './data'

/** Only digits: JavaScript would also parse `0x50`, `1e3` and `1.0`. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
const port = wholeNumber(0, 65535)
const positiveCount = wholeNumber(1, 1_000_000)
const wordList = z.string().transform((text) => text.split(',').flatMap((word) => word.trim().toLowerCase() || []))

const planLimitChanges = z.string().transform((text, issues) => {
  const changes = parsePlanLimitChanges(text)
  // The requests of `free` have variables of their own.
  if (changes && !changes.some(({ plan, name }) => plan === 'free' && name.startsWith('requests'))) return changes
  issues.addIssue('not limits of plans')
  return z.NEVER
})

/** Each variable with its schema and its description for error messages. Secrets can also be read from files. */
const variables = {
  NODE_ENV: defineVariable(
    z.enum(['production', 'development', 'test']).default('development'),
    'production, development or test',
  ),
  HOST: defineVariable(z.string().min(1).default('127.0.0.1'), 'an address to listen on, such as 127.0.0.1 or 0.0.0.0'),
  PORT: defineVariable(port.default(3000), 'a whole number from 0 to 65535'),
  METRICS_PORT: defineVariable(port.optional(), 'a whole number from 0 to 65535, other than PORT'),
  METRICS_TOKEN: defineSecret(
    z
      .string()
      .regex(/^[\x21-\x7e]{32,500}$/)
      .optional(),
    'a secret of at least 32 characters without spaces',
  ),
  DRAIN_SECONDS: defineVariable(wholeNumber(0, 300).default(5), 'a whole number from 0 to 300'),
  DATABASE_URL: defineSecret(
    databasePlace.default({ kind: 'folder', folder: resolve(dataFolder) }),
    'postgres://user:password@host:port/name, file:./folder for the embedded database, or memory://',
  ),
  DATABASE_REPLICA_URLS: defineSecret(
    replicaUrls.default([]),
    'postgres://user:password@host:port/name, or several separated by commas',
  ),
  CLICKS_URL: defineSecret(
    clickHouseUrl.optional(),
    'http://user:password@host:8123/database, or https:// for TLS: the address of a ClickHouse',
  ),
  DATABASE_POOL_SIZE: defineVariable(wholeNumber(4, 100).default(16), 'a whole number of connections from 4 to 100'),
  PUBLIC_URL: defineVariable(
    originUrl.optional(),
    'one http or https URL without path, credentials or query, such as https://api.example.com',
  ),
  SHORT_URL: defineVariable(
    basePathUrl.optional(),
    'one http or https URL without credentials or query, such as https://go.example.com or https://example.com/go',
  ),
  ROOT_URL: defineVariable(
    httpUrl.optional(),
    'one http or https URL without credentials or query, such as https://example.com',
  ),
  OWN_HOSTS: defineVariable(
    hostNames.default([]),
    'host names without ports, separated by commas, such as tack.internal,tack',
  ),
  JWT_SECRET: defineSecret(z.string().min(32).optional(), 'a secret of at least 32 characters'),
  JWT_SECRET_PREVIOUS: defineSecret(
    z.string().min(32).optional(),
    'the previous JWT_SECRET, of at least 32 characters',
  ),
  TRUST_PROXY: defineVariable(
    z.union([z.literal('false').transform(() => false as const), wholeNumber(1, 10), networks]).default(false),
    'false, the number of proxies in front (1 to 10), or a comma-separated list of their networks such as 10.0.0.0/8',
  ),
  RATE_LIMITS: defineVariable(z.enum(['on', 'off']).default('on'), 'on or off'),
  RATE_LIMIT_PER_MINUTE: defineVariable(positiveCount.default(120), 'a whole number from 1 to 1000000'),
  RATE_LIMIT_PER_HOUR: defineVariable(positiveCount.default(1000), 'a whole number from 1 to 1000000'),
  PLAN_LIMITS: defineVariable(
    planLimitChanges.default([]),
    `limits of plans such as free.links=5000,pro.members=50, separated by commas: a plan (${planNames.join(', ')}), a limit (${planLimitNames.join(', ')}; the requests of free are RATE_LIMIT_PER_HOUR and RATE_LIMIT_PER_MINUTE) and a whole number from 1 to 999999999`,
  ),
  REDIS_URL: defineSecret(redisAddress.optional(), 'redis://user:password@host:port/number, or rediss:// for TLS'),
  GEOIP_DB: defineVariable(z.string().min(1).optional(), 'the path of an .mmdb file'),
  CLICK_RETENTION_MONTHS: defineVariable(wholeNumber(1, 1200).optional(), 'a whole number of months from 1 to 1200'),
  ALLOW_PRIVATE_DESTINATIONS: defineVariable(
    z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
    'true or false',
  ),
  OUTWARD_NETWORKS: defineVariable(
    z.enum(['public', 'any']).default('public'),
    'public or any (private networks and http too)',
  ),
  EXTRA_CA_CERTS: defineVariable(z.string().min(1).optional(), 'the path of a PEM file with certificates'),
  INTROSPECTION: defineVariable(z.enum(['on', 'off']).default('on'), 'on or off'),
  YOURLS_API: defineVariable(z.enum(['on', 'off']).default('off'), 'on or off'),
  TRUSTED_DOCUMENTS: defineVariable(
    z.string().min(1).optional(),
    'the path of a JSON file with GraphQL documents by id',
  ),
  MCP: defineVariable(z.enum(['on', 'off']).default('on'), 'on or off'),
  OAUTH_CLIENTS: defineVariable(
    z.enum(['registered', 'metadata', 'open']).default('metadata'),
    'registered (applications of accounts), metadata (those too that publish a metadata document) or open (those too that register themselves)',
  ),
  DENIED_WORDS: defineVariable(wordList.default([]), 'words separated by commas'),
  ABUSE_CONTACT: defineVariable(z.string().min(3).optional(), 'an e-mail address or a URL'),
  SECURITY_CONTACT: defineVariable(securityContact.optional(), 'an e-mail address or an https address'),
  LOG_LEVEL: defineVariable(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
    'trace, debug, info, warn, error or silent',
  ),
  LOG_FORMAT: defineVariable(z.enum(['pretty', 'json']).optional(), 'pretty or json'),
  CLICK_DURABILITY: defineVariable(
    z.enum(['journal', 'committed']).default('journal'),
    'journal (a redirect waits until its click is in a file) or committed (until it is in the database)',
  ),
  JOURNAL_SYNC_MS: defineVariable(
    wholeNumber(0, 10_000).default(50),
    'a whole number of milliseconds from 0 to 10000 (0: each click is synced to the disk before its redirect)',
  ),
  WORKERS: defineVariable(wholeNumber(1, 64).default(1), 'a whole number of processes from 1 to 64'),
  BACKUP_DIR: defineVariable(backupFolder.optional(), 'the path of a folder'),
  BACKUP_EVERY: defineVariable(backupInterval.optional(), 'a time from 5m to 366d, such as 30m, 24h or 7d'),
  BACKUP_KEEP: defineVariable(wholeNumber(1, 1_000).default(14), 'a whole number from 1 to 1000'),
  BACKUP_PASSPHRASE: defineSecret(backupPassphrase.optional(), 'a passphrase of 12 to 500 characters'),
  SMTP_URL: defineSecret(
    mailServer.optional(),
    'smtp://user:password@host:port (port 587 by default), or smtps:// for TLS from the beginning (465)',
  ),
  MAIL_FROM: defineVariable(mailSender.optional(), 'an e-mail address, or a name with it: Tack <tack@example.com>'),
  ...llmVariables,
  ...tracingVariables,
  ...oidcVariables,
  ...slashCommandVariables,
}

const settingNames = Object.entries(variables).flatMap(([name, { isSecret }]) =>
  isSecret ? [name, `${name}_FILE`] : [name],
)

/**
 * Reads the settings from the environment. Empty variables count as absent. Throws `InvalidSetting` with one sentence
 * for each invalid variable.
 */
export function readSettings(environment: Environment) {
  const values = readValues(environment)
  const shape = Object.fromEntries(Object.entries(variables).map(([name, { schema }]) => [name, schema]))
  const parsed = z.object(shape as { [N in keyof typeof variables]: (typeof variables)[N]['schema'] }).safeParse(values)
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))] as (keyof typeof variables)[]
    throw new InvalidSetting(names.map((name) => `${name} accepts ${variables[name].accepts}.`).join('\n'))
  }
  const env = parsed.data
  const isProduction = env.NODE_ENV === 'production'
  if (isProduction && env.DATABASE_URL.kind === 'server' && env.JWT_SECRET === undefined) {
    throw new InvalidSetting(
      `JWT_SECRET is required in production: ${variables.JWT_SECRET.accepts}, the same on every node.`,
    )
  }
  if (env.DATABASE_REPLICA_URLS.length > 0 && env.DATABASE_URL.kind !== 'server')
    throw new InvalidSetting(
      'DATABASE_REPLICA_URLS is accepted only on PostgreSQL (DATABASE_URL=postgres://...): the embedded database has no replicas.',
    )
  if (env.WORKERS > 1 && env.DATABASE_URL.kind !== 'server')
    throw new InvalidSetting('WORKERS accepts more than 1 only on PostgreSQL (DATABASE_URL=postgres://...).')
  if (env.METRICS_PORT === env.PORT && env.PORT !== 0)
    throw new InvalidSetting(`METRICS_PORT accepts ${variables.METRICS_PORT.accepts}.`)
  if (env.SMTP_URL !== undefined && env.MAIL_FROM === undefined)
    throw new InvalidSetting(`MAIL_FROM is required with SMTP_URL: ${variables.MAIL_FROM.accepts}.`)
  const shortUrl = env.SHORT_URL ?? env.PUBLIC_URL
  if (env.ROOT_URL !== undefined && env.ROOT_URL === shortUrl)
    throw new InvalidSetting('ROOT_URL accepts another address than SHORT_URL, which would lead to itself.')
  const folder = env.DATABASE_URL.kind === 'folder' ? env.DATABASE_URL.folder : resolve(dataFolder)
  const localUrl = `http://localhost:${env.PORT}`
  return Object.freeze({
    isProduction,
    host: env.HOST,
    port: env.PORT,
    /** How many processes serve on this machine. */
    workers: env.WORKERS,
    /** A port for `/metrics` alone, without a credential; undefined for none. */
    metricsPort: env.METRICS_PORT,
    /** The bearer token for `/metrics` on the main port; undefined for nobody. */
    metricsToken: env.METRICS_TOKEN,
    /** How long a process serves after SIGTERM, until load balancers have noticed. */
    drainSeconds: env.DRAIN_SECONDS,
    database: env.DATABASE_URL,
    /** Replicas of the database server, from which lists and reports are read. */
    databaseReplicaUrls: env.DATABASE_REPLICA_URLS,
    /** The ClickHouse that has the clicks; undefined: the database has them. */
    clicksUrl: env.CLICKS_URL,
    /** The most connections to a database server for requests and background work. Visitors and jobs have their own. */
    databasePoolSize: env.DATABASE_POOL_SIZE,
    /** The folder of the embedded database and of generated secrets. */
    dataFolder: folder,
    /** Base URL of the API, without a trailing slash. */
    publicUrl: env.PUBLIC_URL ?? localUrl,
    /** Base URL of short links, without a trailing slash. */
    shortUrl: shortUrl ?? localUrl,
    /** Where visitors of the bare short host go; undefined for the home page. */
    rootUrl: env.ROOT_URL,
    /** Other names of hosts under which the service shows its pages; any other name is a domain or unknown. */
    ownHosts: env.OWN_HOSTS,
    jwtSecret: env.JWT_SECRET,
    /** The secret before the last rotation; sessions signed with it stay valid. */
    jwtSecretPrevious: env.JWT_SECRET_PREVIOUS,
    /** `trustProxy` of Fastify: false, a hop count, or networks whose X-Forwarded-For is trusted. */
    trustProxy: env.TRUST_PROXY,
    /** Redis for rate limits across nodes; without it each machine counts by itself. */
    redisUrl: env.REDIS_URL,
    rateLimits: Object.freeze({ isEnabled: env.RATE_LIMITS === 'on' }),
    /** The limits of each plan. Callers without an account have the requests of `free`. */
    plans: changePlanLimits([
      ...env.PLAN_LIMITS,
      { plan: 'free', name: 'requestsPerMinute', limit: env.RATE_LIMIT_PER_MINUTE },
      { plan: 'free', name: 'requestsPerHour', limit: env.RATE_LIMIT_PER_HOUR },
    ]),
    geoipFile: env.GEOIP_DB,
    /** `journal`: redirect when the click is in the journal. `committed`: when it is in the database. */
    clickDurability: env.CLICK_DURABILITY,
    journalSyncMs: env.JOURNAL_SYNC_MS,
    /** How many months click rows are kept; forever by default. Totals stay. */
    clickRetentionMonths: env.CLICK_RETENTION_MONTHS,
    allowPrivateDestinations: env.ALLOW_PRIVATE_DESTINATIONS,
    /** Which hosts the service may call: hosts on the public internet, or any host, on an intranet. */
    outboundNetworks: env.OUTWARD_NETWORKS,
    /** A file with certificates of authorities that are trusted for the called hosts, besides the usual ones. */
    extraCertificatesFile: env.EXTRA_CA_CERTS,
    /** Whether callers may read the GraphQL schema by introspection. */
    allowsIntrospection: env.INTROSPECTION === 'on',
    acceptsYourls: env.YOURLS_API === 'on',
    slashCommands: readSlashCommandSettings(env),
    /** A file with the only GraphQL documents that callers may run; undefined for all. */
    trustedDocumentsFile: env.TRUSTED_DOCUMENTS,
    /** Whether agents may connect by MCP. */
    servesMcp: env.MCP === 'on',
    /** Which OAuth clients may ask people for access. */
    oauthClients: env.OAUTH_CLIENTS,
    deniedWords: env.DENIED_WORDS,
    abuseContact: env.ABUSE_CONTACT,
    securityContact: env.SECURITY_CONTACT,
    backups: Object.freeze<BackupSettings>({
      folder: env.BACKUP_DIR ?? join(folder, 'backups'),
      everyMs: env.BACKUP_EVERY,
      keep: env.BACKUP_KEEP,
      passphrase: env.BACKUP_PASSPHRASE,
    }),
    /** The server that sends mails; without one they are written to the log and to files. */
    smtp: env.SMTP_URL,
    mailSender: env.MAIL_FROM ?? { name: 'Tack', address: 'tack@localhost' },
    /** The language model that interprets questions; without one the built-in rules do. */
    llm: readLlmSettings(env),
    /** Where traces are sent; undefined: there are none. */
    tracing: readTracingSettings(env),
    /** The identity providers at which people log in. */
    oidc: readOidcSettings(env),
    logLevel: env.LOG_LEVEL,
    /** The form of log lines; by default `pretty` at a terminal and `json` elsewhere. */
    logFormat: env.LOG_FORMAT,
    /** Variables that are probably misspelt. */
    unknownSettings: findUnknownSettings(environment, settingNames),
  })
}

/** The text of each variable, of its own or from the file of a secret; undefined for none. */
function readValues(environment: Environment): Record<string, string | undefined> {
  const problems: string[] = []
  const values = Object.entries(variables).map(([name, { isSecret }]) => {
    const text = environment[name]?.trim() || undefined
    if (!isSecret) return [name, text] as const
    const file = readSecretFile(environment, name)
    if (file.problem !== undefined) problems.push(file.problem)
    return [name, text ?? file.text] as const
  })
  if (problems.length > 0) throw new InvalidSetting(problems.join('\n'))
  return Object.fromEntries(values)
}
