import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { InvalidSetting, readSettings } from '../src/config.ts'
import { backupRows } from './config-backup-rows.ts'
import { limitRows } from './config-limit-rows.ts'
import { outboundRows } from './config-outbound-rows.ts'
import { settingRows } from './config-rows.ts'

/** The sentences of the error. */
function errorOf(environment: Record<string, string>): string[] {
  try {
    readSettings(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidSetting)
    return (error as Error).message.split('\n')
  }
  throw new Error('The settings were accepted.')
}

describe.each([...settingRows, ...backupRows, ...limitRows, ...outboundRows])(
  '$name',
  ({ name, setting, byDefault, accepts, refuses }) => {
    it('has its default when absent, and when empty or blank', () => {
      for (const environment of [{}, { [name]: undefined }, { [name]: '' }, { [name]: ' \t ' }]) {
        expect(setting(readSettings(environment))).toEqual(byDefault)
      }
    })

    it.each(accepts)('accepts %j', (given, read) => {
      expect(setting(readSettings({ [name]: given }))).toEqual(read)
    })

    it.each(refuses)('rejects %j with one sentence that names the variable', (given) => {
      expect(errorOf({ [name]: given })).toEqual([expect.stringMatching(new RegExp(`^${name} accepts .+\\.$`))])
    })

    it('rejects every value with the same sentence, which quotes no value', () => {
      const sentences = new Set(refuses.flatMap((given) => errorOf({ [name]: given })))
      expect(sentences.size).toBe(Math.min(1, refuses.length))
      expect([...sentences].join()).not.toContain('hunter2')
    })
  },
)

describe('readSettings', () => {
  it('rejects several invalid variables with one sentence for each', () => {
    const sentences = errorOf({ PORT: 'hunter2', LOG_LEVEL: 'hunter2', RATE_LIMITS: 'hunter2', HOST: '::' })
    expect(sentences.map((sentence) => sentence.split(' ')[0])).toEqual(['PORT', 'RATE_LIMITS', 'LOG_LEVEL'])
    expect(sentences.join()).not.toContain('hunter2')
  })

  it('reads the addresses of replicas, and rejects them on the embedded database', () => {
    const [one, two] = ['postgres://tack:a%2Cb@replica1:5432/tack', 'postgresql://replica2/tack']
    const DATABASE_REPLICA_URLS = `${one}, ${two}`
    const { databaseReplicaUrls } = readSettings({ DATABASE_URL: 'postgres://db/tack', DATABASE_REPLICA_URLS })
    expect(databaseReplicaUrls).toEqual([one, two])
    for (const DATABASE_URL of ['', 'file:./data', 'memory://']) {
      expect(errorOf({ DATABASE_URL, DATABASE_REPLICA_URLS })).toEqual([
        'DATABASE_REPLICA_URLS is accepted only on PostgreSQL (DATABASE_URL=postgres://...): the embedded database has no replicas.',
      ])
    }
  })

  it('ignores other variables', () => {
    expect(readSettings({ PATH: '/bin', port: '80', TACK_PORT: '80' })).toEqual(readSettings({}))
  })

  it('returns frozen settings', () => {
    const settings = readSettings({ TRUST_PROXY: '10.0.0.0/8' })
    for (const part of [settings, settings.rateLimits, settings.plans, settings.plans.free])
      expect(Object.isFrozen(part)).toBe(true)
  })
})

describe('the base URLs', () => {
  it('default to localhost with the port', () => {
    const { publicUrl, shortUrl } = readSettings({ PORT: '8080' })
    expect([publicUrl, shortUrl]).toEqual(['http://localhost:8080', 'http://localhost:8080'])
  })

  it('are equal when only PUBLIC_URL is set', () => {
    const api = 'https://api.example.com'
    expect(readSettings({ PUBLIC_URL: api })).toMatchObject({ publicUrl: api, shortUrl: api })
    const both = readSettings({ PUBLIC_URL: api, SHORT_URL: 'https://go.example.com' })
    expect(both).toMatchObject({ publicUrl: api, shortUrl: 'https://go.example.com' })
  })
})

describe('the data folder', () => {
  it('is that of the embedded database, or ./data with another database', () => {
    expect(readSettings({ DATABASE_URL: 'file:./elsewhere' }).dataFolder).toBe(resolve('elsewhere'))
    for (const url of [undefined, 'memory://', 'postgres://db/tack']) {
      expect(readSettings({ DATABASE_URL: url }).dataFolder).toBe(resolve('data'))
    }
  })
})

describe('JWT_SECRET', () => {
  const server = 'postgres://ada:hunter2@db/tack'
  const JWT_SECRET = 'a secret of at least thirty-two characters'

  it('is required in production with a database server', () => {
    const [sentence, ...more] = errorOf({ NODE_ENV: 'production', DATABASE_URL: server })
    expect(more).toEqual([])
    expect(sentence).toMatch(/^JWT_SECRET is required in production: .+\.$/)
    expect(sentence).not.toContain('hunter2')
    expect(readSettings({ NODE_ENV: 'production', DATABASE_URL: server, JWT_SECRET }).jwtSecret).toBe(JWT_SECRET)
  })

  it.each([
    ['in production with the embedded database', { NODE_ENV: 'production' }],
    ['in production in memory', { NODE_ENV: 'production', DATABASE_URL: 'memory://' }],
    ['in development with a server', { DATABASE_URL: server }],
  ])('may be left to the service %s', (_title, environment) => {
    expect(readSettings(environment).jwtSecret).toBeUndefined()
  })
})
