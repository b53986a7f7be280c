import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { suggestionList } from 'graphql/jsutils/suggestionList.js'
import type { Environment } from './secrets.ts'

/** A variable that looks like a setting and is none. */
export interface UnknownSetting {
  readonly name: string
  /** The setting whose name is nearest. */
  readonly nearest: string | undefined
}

/** First words of settings that other programs hardly use for variables. */
const ownWords = /^(JWT|SMTP|OIDC|RATE|BACKUP|LLM|MAIL|DATABASE|REDIS|CLICK|JOURNAL|METRICS)_/

/** Kubernetes makes such variables for each service of a namespace. */
const madeByKubernetes = /_SERVICE_(HOST|PORT)|_PORT_\d|_PORT$/

/** What `.env` may have for Node, PostgreSQL's client, Compose, and the containers of our Compose files. */
const forOthers =
  /^(NODE|NPM|PG|POSTGRES|COMPOSE|DOCKER|BUILDKIT|OTEL|MALLOC|GF)_?|^(BUILD_COMMIT|PUBLIC_HOST|TZ|LANG|LC_\w+|SSL_CERT_(FILE|DIR)|(HTTPS?|NO)_PROXY)$/i

/** Shorter names are too close to too many others. */
const minLength = 6

/**
 * Variables that are no settings: the ones that are spelt nearly as one, and all others that stand in the file `.env` and that
 * no other program is known to read. `settings` are the names of all settings.
 */
export function findUnknownSettings(
  environment: Environment,
  settings: readonly string[],
  envFile = readEnvFile(),
): UnknownSetting[] {
  const inFile = new Set(Object.keys(parseEnv(envFile)))
  return Object.keys(environment)
    .filter((name) => environment[name]?.trim() && !settings.includes(name))
    .map((name) => ({ name, nearest: findNearestSetting(name, environment[name] ?? '', settings) }))
    .filter(({ name, nearest }) => nearest !== undefined || (inFile.has(name) && !forOthers.test(name)))
}

function findNearestSetting(name: string, value: string, settings: readonly string[]): string | undefined {
  if (name.length < minLength || /^(tcp|udp):\/\//.test(value)) return undefined
  const close = settings.filter((setting) => setting.length >= minLength && hasSameLetters(name.toUpperCase(), setting))
  const [nearest] = suggestionList(name.toUpperCase(), close)
  const word = ownWords.exec(name)?.[0]
  if (nearest !== undefined || word === undefined || madeByKubernetes.test(name)) return nearest
  const related = settings.filter((setting) => setting.startsWith(word))
  return suggestionList(name, related)[0] ?? related[0]
}

/** Whether at most two letters of both are not in the other one. */
function hasSameLetters(one: string, other: string): boolean {
  const left = [...other]
  let extra = 0
  for (const letter of one) {
    const index = left.indexOf(letter)
    if (index < 0) extra++
    else left.splice(index, 1)
  }
  return extra + left.length <= 2
}

function readEnvFile(): string {
  try {
    return readFileSync('.env', 'utf8')
  } catch {
    return ''
  }
}
