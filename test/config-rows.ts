import { resolve } from 'node:path'
import type { Settings } from '../src/config.ts'

/** Each variable: its setting, default, accepted values with their results, and rejected values. */
export interface SettingRow {
  readonly name: string
  readonly setting: (settings: Settings) => unknown
  readonly byDefault: unknown
  readonly accepts: readonly (readonly [given: string, read: unknown])[]
  readonly refuses: readonly string[]
}

const local = 'http://localhost:3000'
const folder = { kind: 'folder', folder: resolve('data') }
export const wholeNumbers = ['0', '-1', '1.5', '1e3', '0x10', '1_000', '1000001', 'many', '٣', '9'.repeat(30)]
const addresses = [
  'example.com',
  'ftp://example.com',
  'http://',
  'http://a b',
  'https://example.com/?hunter2=1',
  'https://example.com/#hunter2',
  'https://user:hunter2@example.com',
  'javascript:alert(1)',
  'https://a.example.com,https://hunter2.example.com',
]

export const settingRows: SettingRow[] = [
  {
    name: 'METRICS_PORT',
    setting: ({ metricsPort }) => metricsPort,
    byDefault: undefined,
    accepts: [
      ['9464', 9464],
      ['0', 0],
    ],
    refuses: ['3000', '65536', '-1', 'hunter2'],
  },
  {
    name: 'DRAIN_SECONDS',
    setting: ({ drainSeconds }) => drainSeconds,
    byDefault: 5,
    accepts: [
      ['0', 0],
      ['300', 300],
    ],
    refuses: ['301', ...wholeNumbers.filter((text) => text !== '0')],
  },
  {
    name: 'METRICS_TOKEN',
    setting: ({ metricsToken }) => metricsToken,
    byDefault: undefined,
    accepts: [['a-token-that-only-the-operator-knows', 'a-token-that-only-the-operator-knows']],
    refuses: ['hunter2', 'a token of more than 32 characters with spaces', 'x'.repeat(501)],
  },
  {
    name: 'TRUSTED_DOCUMENTS',
    setting: ({ trustedDocumentsFile }) => trustedDocumentsFile,
    byDefault: undefined,
    accepts: [['./persisted-documents.json', './persisted-documents.json']],
    refuses: [],
  },
  {
    name: 'YOURLS_API',
    setting: ({ acceptsYourls }) => acceptsYourls,
    byDefault: false,
    accepts: [
      ['on', true],
      ['off', false],
    ],
    refuses: ['true', 'On', '1', 'hunter2'],
  },
  {
    name: 'MCP',
    setting: ({ servesMcp }) => servesMcp,
    byDefault: true,
    accepts: [
      ['on', true],
      ['off', false],
    ],
    refuses: ['true', 'On', '0', 'hunter2'],
  },
  {
    name: 'OAUTH_CLIENTS',
    setting: ({ oauthClients }) => oauthClients,
    byDefault: 'metadata',
    accepts: ['registered', 'metadata', 'open'].map((word) => [word, word] as const),
    refuses: ['all', 'Open', 'on', 'hunter2'],
  },
  {
    name: 'INTROSPECTION',
    setting: ({ allowsIntrospection }) => allowsIntrospection,
    byDefault: true,
    accepts: [
      ['on', true],
      ['off', false],
    ],
    refuses: ['true', 'On', '0', 'hunter2'],
  },
  {
    name: 'NODE_ENV',
    setting: ({ isProduction: production }) => production,
    byDefault: false,
    accepts: [
      ['production', true],
      ['development', false],
      ['test', false],
    ],
    refuses: ['Production', 'prod', 'staging', 'hunter2'],
  },
  {
    name: 'HOST',
    setting: ({ host }) => host,
    byDefault: '127.0.0.1',
    accepts: [
      ['0.0.0.0', '0.0.0.0'],
      ['::', '::'],
    ],
    refuses: [],
  },
  {
    name: 'PORT',
    setting: ({ port }) => port,
    byDefault: 3000,
    accepts: [
      ['0', 0],
      [' 8080 ', 8080],
      ['65535', 65535],
    ],
    refuses: ['65536', '-1', '80.5', '1e3', '0x50', '+80', 'http', 'hunter2'],
  },
  {
    name: 'DATABASE_URL',
    setting: ({ database }) => database,
    byDefault: folder,
    accepts: [
      ['memory://', { kind: 'memory' }],
      ['file:./elsewhere', { kind: 'folder', folder: resolve('elsewhere') }],
      ['file:elsewhere', { kind: 'folder', folder: resolve('elsewhere') }],
      ['file:/srv/tack', { kind: 'folder', folder: '/srv/tack' }],
      ['file:///srv/tack', { kind: 'folder', folder: '/srv/tack' }],
      ['postgres://ada:pass@db/tack', { kind: 'server', url: 'postgres://ada:pass@db/tack' }],
      [
        'postgresql://db:5433/tack?sslmode=require',
        { kind: 'server', url: 'postgresql://db:5433/tack?sslmode=require' },
      ],
    ],
    refuses: [
      'mysql://ada:hunter2@db/tack',
      'postgres://',
      'db.example.com',
      './data',
      'file:',
      'file://data',
      'memory',
    ],
  },
  {
    name: 'PUBLIC_URL',
    setting: ({ publicUrl }) => publicUrl,
    byDefault: local,
    accepts: [
      ['https://api.example.com', 'https://api.example.com'],
      ['https://api.example.com///', 'https://api.example.com'],
      ['HTTPS://API.Example.com', 'https://api.example.com'],
      ['http://[::1]:8080', 'http://[::1]:8080'],
    ],
    refuses: [...addresses, 'https://example.com/hunter2'],
  },
  {
    name: 'SHORT_URL',
    setting: ({ shortUrl }) => shortUrl,
    byDefault: local,
    accepts: [
      ['https://go.example.com/', 'https://go.example.com'],
      ['https://example.com/go/', 'https://example.com/go'],
      ['https://example.com/to/Go-1.x', 'https://example.com/to/Go-1.x'],
    ],
    refuses: [...addresses, 'https://example.com/go;x', 'https://example.com//go', 'https://example.com/a b/go'],
  },
  {
    name: 'ROOT_URL',
    setting: ({ rootUrl }) => rootUrl,
    byDefault: undefined,
    accepts: [['https://example.com/about/', 'https://example.com/about']],
    refuses: ['example.com', 'ftp://example.com/', 'https://user:secret@example.com'],
  },
  {
    name: 'JWT_SECRET',
    setting: ({ jwtSecret }) => jwtSecret,
    byDefault: undefined,
    accepts: [['a secret of at least thirty-two characters', 'a secret of at least thirty-two characters']],
    refuses: ['hunter2', 'x'.repeat(31)],
  },
  {
    name: 'JWT_SECRET_PREVIOUS',
    setting: ({ jwtSecretPrevious }) => jwtSecretPrevious,
    byDefault: undefined,
    accepts: [
      ['the secret of at least thirty-two characters before', 'the secret of at least thirty-two characters before'],
    ],
    refuses: ['hunter2', 'x'.repeat(31)],
  },
  {
    name: 'TRUST_PROXY',
    setting: ({ trustProxy }) => trustProxy,
    byDefault: false,
    accepts: [
      ['false', false],
      ['1', 1],
      ['10', 10],
      ['10.0.0.0/8', ['10.0.0.0/8']],
      ['10.0.0.1 , 2001:db8::/32', ['10.0.0.1', '2001:db8::/32']],
    ],
    refuses: [
      'true',
      '0',
      '11',
      '1.0',
      '0x2',
      '10.0.0.0/33',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.0/',
      '10.0.0.0/8,',
      'loopback',
      '10.0.0',
    ],
  },
  {
    name: 'GEOIP_DB',
    setting: ({ geoipFile }) => geoipFile,
    byDefault: undefined,
    accepts: [['/srv/city.mmdb', '/srv/city.mmdb']],
    refuses: [],
  },
  {
    name: 'CLICK_RETENTION_MONTHS',
    setting: ({ clickRetentionMonths }) => clickRetentionMonths,
    byDefault: undefined,
    accepts: [['1200', 1200]],
    refuses: ['0', '-1', '1.5', '1201', 'forever'],
  },
  {
    name: 'ALLOW_PRIVATE_DESTINATIONS',
    setting: ({ allowPrivateDestinations }) => allowPrivateDestinations,
    byDefault: false,
    accepts: [
      ['true', true],
      ['false', false],
    ],
    refuses: ['1', 'yes', 'on', 'hunter2'],
  },
  {
    name: 'DENIED_WORDS',
    setting: ({ deniedWords }) => deniedWords,
    byDefault: [],
    accepts: [[' Acme, rival ,,', ['acme', 'rival']]],
    refuses: [],
  },
  {
    name: 'ABUSE_CONTACT',
    setting: ({ abuseContact }) => abuseContact,
    byDefault: undefined,
    accepts: [['abuse@example.com', 'abuse@example.com']],
    refuses: ['no'],
  },
  {
    name: 'SECURITY_CONTACT',
    setting: ({ securityContact }) => securityContact,
    byDefault: undefined,
    accepts: [
      ['security@example.com', 'mailto:security@example.com'],
      ['https://example.com/security', 'https://example.com/security'],
    ],
    refuses: ['no', 'http://example.com/', 'https://example.com/\nContact: x'],
  },
  {
    name: 'LOG_LEVEL',
    setting: ({ logLevel }) => logLevel,
    byDefault: 'info',
    accepts: ['trace', 'debug', 'info', 'warn', 'error', 'silent'].map((level) => [level, level] as const),
    refuses: ['loud', 'INFO', '30'],
  },
  {
    name: 'LOG_FORMAT',
    setting: ({ logFormat }) => logFormat,
    byDefault: undefined,
    accepts: [
      ['pretty', 'pretty'],
      ['json', 'json'],
    ],
    refuses: ['text', 'JSON'],
  },
  {
    name: 'CLICK_DURABILITY',
    setting: ({ clickDurability }) => clickDurability,
    byDefault: 'journal',
    accepts: ['journal', 'committed'].map((word) => [word, word] as const),
    refuses: ['Journal', 'none', 'buffered'],
  },
  {
    name: 'DATABASE_POOL_SIZE',
    setting: ({ databasePoolSize }) => databasePoolSize,
    byDefault: 16,
    accepts: [
      ['4', 4],
      ['100', 100],
    ],
    refuses: ['3', '101', '8.5', 'all'],
  },
  {
    name: 'JOURNAL_SYNC_MS',
    setting: ({ journalSyncMs }) => journalSyncMs,
    byDefault: 50,
    accepts: [
      ['0', 0],
      ['10000', 10_000],
    ],
    refuses: ['-1', '10001', '0.5', 'off'],
  },
  // More than 1 is refused on the embedded database (below) and tried on a server (process/workers.test.ts).
  {
    name: 'WORKERS',
    setting: ({ workers }) => workers,
    byDefault: 1,
    accepts: [['1', 1]],
    refuses: ['0', '65', 'auto'],
  },
  {
    name: 'CLICKS_URL',
    setting: ({ clicksUrl }) => clicksUrl,
    byDefault: undefined,
    accepts: [
      ['http://tack:secret@clickhouse:8123/tack', 'http://tack:secret@clickhouse:8123/tack'],
      ['https://clickhouse.example:8443/', 'https://clickhouse.example:8443/'],
    ],
    refuses: ['clickhouse:8123', 'postgres://db/tack', 'http://clickhouse:8123/a/b', 'http://clickhouse:8123/tack?x=1'],
  },
  {
    name: 'DATABASE_REPLICA_URLS',
    setting: ({ databaseReplicaUrls }) => databaseReplicaUrls,
    byDefault: [],
    accepts: [],
    refuses: ['hunter2', 'file:./data', 'memory://', 'postgres://replica1,hunter2', 'postgres://replica1,', ','],
  },
  {
    name: 'REDIS_URL',
    setting: ({ redisUrl }) => redisUrl,
    byDefault: undefined,
    accepts: [
      ['redis://localhost', 'redis://localhost'],
      ['redis://:secret@10.0.0.1:6380/2', 'redis://:secret@10.0.0.1:6380/2'],
      ['rediss://ada:secret@redis.example.com', 'rediss://ada:secret@redis.example.com'],
    ],
    refuses: ['hunter2', 'localhost:6379', 'redis:hunter2', 'redis://', 'http://localhost:6379', 'redis://a b'],
  },
]
