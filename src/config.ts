import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'

/** Where the rows live: a PostgreSQL server, a folder of the embedded database, or memory only. */
export type DatabasePlace =
  | { readonly kind: 'server'; readonly url: string }
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'memory' }

/** The environment, read once and frozen. Durations, sizes and counts carry their unit in the name. */
export interface Settings {
  readonly isProduction: boolean
  readonly host: string
  readonly port: number
  readonly database: DatabasePlace
  /** Where the service keeps what it made for itself: the embedded database and generated secrets. */
  readonly dataFolder: string
  /** Base of the API, without a trailing slash. */
  readonly publicUrl: string
  /** Base of short addresses, without a trailing slash. */
  readonly shortUrl: string
  readonly jwtSecret: string | undefined
  /** The secret before the last rotation, whose sessions still hold. */
  readonly jwtSecretPrevious: string | undefined
  /** Fastify's `trustProxy`: false, a hop count, or networks whose X-Forwarded-For is believed. */
  readonly trustProxy: false | number | string[]
  /** Where limits are counted for all nodes together; without it each process counts by itself. */
  readonly redisUrl: string | undefined
  readonly rateLimits: { readonly isEnabled: boolean; readonly perMinute: number; readonly perHour: number }
  readonly geoipFile: string | undefined
  /** Whether a visitor is led on when the click is in the database, or ahead of that where no limit decides. */
  readonly clickDurability: 'committed' | 'buffered'
  /** How many past months the rows of clicks are kept for; for ever when it is absent. Their sums stay. */
  readonly clickRetentionMonths: number | undefined
  readonly allowPrivateDestinations: boolean
  /** Which hosts the service calls for others: those on the public internet, or any on an intranet. */
  readonly outboundNetworks: 'public' | 'any'
  readonly deniedWords: readonly string[]
  readonly abuseContact: string | undefined
  /** The language model that reads questions; without one the built-in rules do. */
  readonly llm: LlmSettings | undefined
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** An OpenAI-compatible endpoint. */
export interface LlmSettings {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly model: string
}

/** A setting that cannot be used. The message names each variable and what it accepts, and never its value. */
export class InvalidSetting extends Error {
  override readonly name = 'WrongSetting'
}

const dataFolder = './data'

/** Digits only: JavaScript would also read `0x50`, `1e3` and `1.0`. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
const port = wholeNumber(0, 65535)
const positiveCount = wholeNumber(1, 1_000_000)
const httpUrl = z
  .url({ protocol: /^https?$/ })
  .transform((text) => new URL(text))
  .refine(({ href, username, password }) => !/[?#]/.test(href) && username === '' && password === '')
  .transform(({ href }) => href.replace(/\/+$/, ''))
const printableText = z.string().regex(/^[\x21-\x7e]{1,500}$/)
/** `redis:host` would be read as a path. */
const redisAddress = z.url({ protocol: /^rediss?$/, hostname: /./ })
const wordList = z.string().transform((text) => text.split(',').flatMap((word) => word.trim().toLowerCase() || []))

const networks = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .refine((list) => list.every(isNetwork))

const database = z.string().transform((text, issues): DatabasePlace => {
  if (text === 'memory://') return { kind: 'memory' }
  if (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text)) return { kind: 'server', url: text }
  // `file://name` would name a host, and not the folder it seems to name.
  if (/^file:(?!\/\/[^/])./.test(text))
    return { kind: 'folder', folder: resolve(text.replace(/^file:(\/\/(?=\/))?/, '')) }
  issues.addIssue('not an address of a database')
  return z.NEVER
})

/** Each variable with its form, its default and, for the refusal, the words that say what is accepted. */
const variables = {
  NODE_ENV: defineVariable(z.string().default('development'), 'a word such as production'),
  HOST: defineVariable(z.string().min(1).default('127.0.0.1'), 'an address to listen on, such as 127.0.0.1 or 0.0.0.0'),
  PORT: defineVariable(port.default(3000), 'a whole number from 0 to 65535'),
  DATABASE_URL: defineVariable(
    database.default({ kind: 'folder', folder: resolve(dataFolder) }),
    'postgres://user:password@host:port/name, file:./folder for the embedded database, or memory://',
  ),
  PUBLIC_URL: defineVariable(
    httpUrl.optional(),
    'an http or https address without credentials or query, such as https://api.example.com',
  ),
  SHORT_URL: defineVariable(
    httpUrl.optional(),
    'an http or https address without credentials or query, such as https://go.example.com',
  ),
  JWT_SECRET: defineVariable(z.string().min(32).optional(), 'a secret of at least 32 characters'),
  JWT_SECRET_PREVIOUS: defineVariable(
    z.string().min(32).optional(),
    'the former JWT_SECRET, of at least 32 characters',
  ),
  TRUST_PROXY: defineVariable(
    z.union([z.literal('false').transform(() => false as const), wholeNumber(1, 10), networks]).default(false),
    'false, the number of proxies in front (1 to 10), or a comma-separated list of their networks such as 10.0.0.0/8',
  ),
  RATE_LIMITS: defineVariable(z.enum(['on', 'off']).default('on'), 'on or off'),
  RATE_LIMIT_PER_MINUTE: defineVariable(positiveCount.default(120), 'a whole number from 1 to 1000000'),
  RATE_LIMIT_PER_HOUR: defineVariable(positiveCount.default(1000), 'a whole number from 1 to 1000000'),
  REDIS_URL: defineVariable(redisAddress.optional(), 'redis://user:password@host:port/number, or rediss:// for TLS'),
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
  DENIED_WORDS: defineVariable(wordList.default([]), 'words separated by commas'),
  ABUSE_CONTACT: defineVariable(z.string().min(3).optional(), 'an e-mail address or a web address'),
  LOG_LEVEL: defineVariable(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
    'trace, debug, info, warn, error or silent',
  ),
  CLICK_DURABILITY: defineVariable(
    z.enum(['committed', 'buffered']).default('committed'),
    'committed (every click is written before its redirect) or buffered (up to 200 ms after it)',
  ),
  // What this version does not do yet is refused rather than quietly ignored.
  WORKERS: defineVariable(z.literal('1').optional(), '1 (one process; start several on PostgreSQL for more)'),
  LLM_BASE_URL: defineVariable(
    httpUrl.optional(),
    'the http or https address of an OpenAI-compatible endpoint, such as https://api.openai.com/v1',
  ),
  LLM_API_KEY: defineVariable(printableText.optional(), 'the key of the endpoint, without spaces'),
  LLM_MODEL: defineVariable(printableText.optional(), 'the name of a model of the endpoint, without spaces'),
}

/**
 * Reads the settings from the environment. Empty variables count as absent.
 * Throws `WrongSetting` with one sentence for each variable that cannot be used.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const values = Object.fromEntries(
    Object.keys(variables).map((name) => [name, environment[name]?.trim() || undefined] as const),
  )
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
  const localUrl = `http://localhost:${env.PORT}`
  return Object.freeze<Settings>({
    isProduction,
    host: env.HOST,
    port: env.PORT,
    database: env.DATABASE_URL,
    dataFolder: env.DATABASE_URL.kind === 'folder' ? env.DATABASE_URL.folder : resolve(dataFolder),
    publicUrl: env.PUBLIC_URL ?? localUrl,
    shortUrl: env.SHORT_URL ?? env.PUBLIC_URL ?? localUrl,
    jwtSecret: env.JWT_SECRET,
    jwtSecretPrevious: env.JWT_SECRET_PREVIOUS,
    trustProxy: env.TRUST_PROXY,
    redisUrl: env.REDIS_URL,
    rateLimits: Object.freeze({
      isEnabled: env.RATE_LIMITS === 'on',
      perMinute: env.RATE_LIMIT_PER_MINUTE,
      perHour: env.RATE_LIMIT_PER_HOUR,
    }),
    geoipFile: env.GEOIP_DB,
    clickDurability: env.CLICK_DURABILITY,
    clickRetentionMonths: env.CLICK_RETENTION_MONTHS,
    allowPrivateDestinations: env.ALLOW_PRIVATE_DESTINATIONS,
    outboundNetworks: env.OUTWARD_NETWORKS,
    deniedWords: env.DENIED_WORDS,
    abuseContact: env.ABUSE_CONTACT,
    llm: readLlmSettings(env),
    logLevel: env.LOG_LEVEL,
  })
}

/** The endpoint and the model come together; a key alone would do nothing, and so is refused. */
function readLlmSettings(env: {
  LLM_BASE_URL?: string
  LLM_API_KEY?: string
  LLM_MODEL?: string
}): LlmSettings | undefined {
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey, LLM_MODEL: model } = env
  if (baseUrl !== undefined && model !== undefined) return Object.freeze({ baseUrl, apiKey, model })
  const missingName = baseUrl === undefined ? 'LLM_BASE_URL' : 'LLM_MODEL'
  if ([baseUrl, apiKey, model].some((each) => each !== undefined))
    throw new InvalidSetting(
      `${missingName} is required beside the other LLM settings: ${variables[missingName].accepts}.`,
    )
  return undefined
}

function defineVariable<S extends z.ZodType>(schema: S, accepts: string): { schema: S; accepts: string } {
  return { schema, accepts }
}

/** An address, or a network of at least one bit: `/0` would believe everybody. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
