import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InvalidSetting, readSettings, type Settings } from '../src/config.ts'

const secret = 'hunter2 hunter2 hunter2 hunter2 hunter2'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tack-secrets-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

/** The sentences of the error, of which none quotes a secret. */
function errorOf(environment: Record<string, string>): string[] {
  try {
    readSettings(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidSetting)
    expect((error as Error).message).not.toContain('hunter2')
    return (error as Error).message.split('\n')
  }
  throw new Error('The settings were accepted.')
}

/** Every secret with a value, and where the settings have it. */
const secrets: readonly (readonly [name: string, text: string, read: (settings: Settings) => unknown])[] = [
  ['JWT_SECRET', secret, ({ jwtSecret }) => jwtSecret],
  ['JWT_SECRET_PREVIOUS', secret, ({ jwtSecretPrevious }) => jwtSecretPrevious],
  ['DATABASE_URL', 'postgres://ada:hunter2@db/tack', ({ database }) => database],
  ['CLICKS_URL', 'http://ada:hunter2@clickhouse:8123/tack', ({ clicksUrl }) => clicksUrl],
  ['DATABASE_REPLICA_URLS', 'postgres://ada:hunter2@replica/tack', ({ databaseReplicaUrls }) => databaseReplicaUrls],
  ['REDIS_URL', 'redis://ada:hunter2@cache', ({ redisUrl }) => redisUrl],
  ['METRICS_TOKEN', 'hunter2'.repeat(5), ({ metricsToken }) => metricsToken],
  ['BACKUP_PASSPHRASE', secret, ({ backups }) => backups.passphrase],
  ['SMTP_URL', 'smtp://ada:hunter2@mail', ({ smtp }) => smtp],
  ['OIDC_CLIENT_SECRET', 'hunter2', ({ oidc }) => oidc.providers[0]?.clientSecret],
  ['LLM_API_KEY', 'hunter2', ({ llm }) => llm?.apiKey],
  ['SLACK_SIGNING_SECRET', secret.replaceAll(' ', '-'), ({ slashCommands }) => slashCommands.slack?.secret],
  ['SLACK_API_KEY', 'hunter2', ({ slashCommands }) => slashCommands.slack?.apiKey],
  ['MATTERMOST_TOKEN', secret.replaceAll(' ', '-'), ({ slashCommands }) => slashCommands.mattermost?.secret],
  ['MATTERMOST_API_KEY', 'hunter2', ({ slashCommands }) => slashCommands.mattermost?.apiKey],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=hunter2', ({ tracing }) => tracing?.headers['api-key']],
]
const others = {
  MAIL_FROM: 'tack@example.com',
  LLM_BASE_URL: 'https://llm.example.com/v1',
  LLM_MODEL: 'small',
  OIDC_ISSUER: 'https://id.example.com',
  OIDC_CLIENT_ID: 'tack',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
}

/** Of two settings that need each other. */
const partners: Readonly<Record<string, Record<string, string>>> = {
  SLACK_SIGNING_SECRET: { SLACK_API_KEY: 'tk_1' },
  SLACK_API_KEY: { SLACK_SIGNING_SECRET: 'x'.repeat(32) },
  MATTERMOST_TOKEN: { MATTERMOST_API_KEY: 'tk_1' },
  MATTERMOST_API_KEY: { MATTERMOST_TOKEN: 'x'.repeat(26) },
}

const othersOf = (name: string) => ({
  ...others,
  ...partners[name],
  // The embedded database, which is the default, has no replicas.
  ...(name === 'DATABASE_REPLICA_URLS' && { DATABASE_URL: 'postgres://db/tack' }),
})

describe.each(secrets)('%s_FILE', (name, text, read) => {
  it('gives the value of the setting, without the newline at its end', async () => {
    const expected = read(readSettings({ ...othersOf(name), [name]: text }))
    expect(expected).toBeDefined()
    for (const end of ['', '\n', '\r\n', '\n\n']) {
      const path = await write(name, text + end)
      expect(read(readSettings({ ...othersOf(name), [`${name}_FILE`]: path }))).toEqual(expected)
    }
  })

  it('rejects a value beside it', async () => {
    const path = await write(name, text)
    expect(errorOf({ ...othersOf(name), [name]: text, [`${name}_FILE`]: path })).toEqual([
      `${name} and ${name}_FILE are both set. Remove one of them.`,
    ])
  })

  it('rejects a file that is missing, a folder or empty', async () => {
    const missing = join(folder, 'missing')
    const empty = await write('empty', ' \n')
    expect(errorOf({ ...othersOf(name), [`${name}_FILE`]: missing })).toEqual([
      `${name}_FILE names a file that cannot be read (ENOENT): ${missing}.`,
    ])
    expect(errorOf({ ...othersOf(name), [`${name}_FILE`]: folder })).toEqual([
      `${name}_FILE names a file that cannot be read (EISDIR): ${folder}.`,
    ])
    expect(errorOf({ ...othersOf(name), [`${name}_FILE`]: empty })).toEqual([
      `${name}_FILE names a file that is empty: ${empty}.`,
    ])
  })

  it('is absent when it is blank', () => {
    const withoutFile = readSettings({ ...othersOf(name), [name]: text })
    expect(readSettings({ ...othersOf(name), [name]: text, [`${name}_FILE`]: ' ' })).toEqual(withoutFile)
  })
})

it.each(Object.entries(partners))('%s alone is refused, and names the other one', (name, partner) => {
  const [[other = '', value = ''] = []] = Object.entries(partner)
  expect(errorOf({ [other]: value })).toEqual([expect.stringMatching(`^${name} is required with ${other}: .+\\.$`)])
})

describe('files of secrets', () => {
  it('are checked like values', async () => {
    expect(errorOf({ JWT_SECRET_FILE: await write('short', 'hunter2') })).toEqual([
      'JWT_SECRET accepts a secret of at least 32 characters.',
    ])
  })

  it('fulfil what production requires', async () => {
    const JWT_SECRET_FILE = await write('jwt', secret)
    const DATABASE_URL_FILE = await write('database', 'postgres://ada:hunter2@db/tack')
    expect(errorOf({ NODE_ENV: 'production', DATABASE_URL_FILE })).toEqual([
      expect.stringMatching(/^JWT_SECRET is required in production/),
    ])
    expect(readSettings({ NODE_ENV: 'production', DATABASE_URL_FILE, JWT_SECRET_FILE }).jwtSecret).toBe(secret)
  })

  it('have one sentence each', async () => {
    const missing = join(folder, 'missing')
    const sentences = errorOf({ JWT_SECRET_FILE: missing, REDIS_URL_FILE: missing })
    expect(sentences.map((sentence) => sentence.split(' ')[0])).toEqual(['JWT_SECRET_FILE', 'REDIS_URL_FILE'])
  })

  it('do not exist for a setting that is no secret', () => {
    expect(readSettings({ PORT_FILE: join(folder, 'missing') })).toEqual(readSettings({}))
  })
})
