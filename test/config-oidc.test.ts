import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InvalidSetting, readSettings } from '../src/config.ts'

const own = { OIDC_ISSUER: 'https://id.example.com/realms/main/', OIDC_CLIENT_ID: 'tack' }
const workspaceId = 'wsp_01jb2c3d4e5f6g7h8j9k0m1n2p'
const listed = { id: 'acme', name: 'Acme', issuer: 'https://accounts.google.com', clientId: 'tack' }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tack-oidc-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function write(content: unknown, name = 'providers.json'): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

function errorOf(environment: Record<string, string>): string {
  try {
    readSettings(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidSetting)
    expect((error as Error).message).not.toContain('hunter2')
    return (error as Error).message
  }
  throw new Error('The settings were accepted.')
}

describe('identity providers', () => {
  it('are none without OIDC variables', () => {
    expect(readSettings({}).oidc).toEqual({ providers: [], networks: undefined, allowsPasswords: true })
  })

  it('are the one of OIDC_ISSUER, whose slash at the end stays', () => {
    expect(readSettings(own).oidc.providers).toEqual([
      {
        id: 'sso',
        name: 'id.example.com',
        issuer: own.OIDC_ISSUER,
        clientId: 'tack',
        clientSecret: undefined,
        scopes: 'openid profile email',
        allowedDomains: undefined,
        createsAccounts: true,
        trustsEmail: false,
        groupRules: [],
        groupsClaim: 'groups',
      },
    ])
    const more = {
      OIDC_CLIENT_SECRET: 'hunter2',
      OIDC_NAME: 'Acme ID',
      OIDC_ALLOWED_DOMAINS: 'example.com, Example.ORG',
      OIDC_AUTO_CREATE: 'off',
      OIDC_TRUST_EMAIL: 'on',
      OIDC_GROUPS: `a=b:c=${workspaceId}:admin, ${workspaceId} =${workspaceId}:viewer`,
      OIDC_GROUPS_CLAIM: 'realm_access.roles',
      OIDC_NETWORKS: 'any',
    }
    const { providers, networks } = readSettings({ ...own, ...more }).oidc
    expect(networks).toBe('any')
    expect(providers[0]).toMatchObject({
      name: 'Acme ID',
      clientSecret: 'hunter2',
      allowedDomains: ['example.com', 'example.org'],
      createsAccounts: false,
      trustsEmail: true,
      groupRules: [
        { group: 'a=b:c', workspaceId, role: 'admin' },
        { group: workspaceId, workspaceId, role: 'viewer' },
      ],
      groupsClaim: 'realm_access.roles',
    })
  })

  it('are also those of a file, whose own values replace those of the variables', async () => {
    const secret = await write(' hunter2\n', 'secret')
    const file = await write([
      { ...listed, allowedDomains: ['example.net'], autoCreate: true, scopes: 'openid email' },
      { ...listed, id: 'other', clientSecretFile: secret, groups: [`a, b=${workspaceId}:member`] },
    ])
    const environment = {
      ...own,
      OIDC_PROVIDERS_FILE: file,
      OIDC_AUTO_CREATE: 'off',
      OIDC_ALLOWED_DOMAINS: 'example.com',
      OIDC_GROUPS: `admins=${workspaceId}:admin`,
      OIDC_GROUPS_CLAIM: 'roles',
    }
    expect(readSettings(environment).oidc.providers).toMatchObject([
      {
        id: 'sso',
        allowedDomains: ['example.com'],
        createsAccounts: false,
        groupRules: [{ group: 'admins', workspaceId, role: 'admin' }],
      },
      { id: 'acme', allowedDomains: ['example.net'], createsAccounts: true, scopes: 'openid email', groupRules: [] },
      {
        id: 'other',
        allowedDomains: ['example.com'],
        createsAccounts: false,
        clientSecret: 'hunter2',
        groupRules: [{ group: 'a, b', workspaceId, role: 'member' }],
        groupsClaim: 'roles',
      },
    ])
  })

  it.each([
    ['OIDC_ISSUER', 'id.example.com'],
    ['OIDC_ISSUER', 'https://user:hunter2@id.example.com'],
    ['OIDC_ISSUER', 'https://id.example.com?tenant=hunter2'],
    ['OIDC_ISSUER', 'https://id.example.com/.well-known/openid-configuration'],
    ['OIDC_ISSUER', 'https://id.example.com,https://hunter2.example.com'],
    ['OIDC_ISSUER', 'https://login.microsoftonline.com/common/v2.0'],
    ['OIDC_ISSUER', 'https://login.microsoftonline.com/organizations/v2.0'],
    ['OIDC_CLIENT_ID', 'hunter2 with spaces'],
    ['OIDC_CLIENT_SECRET', 'hunter2 with spaces'],
    ['OIDC_NAME', `hunter2 ${'x'.repeat(60)}`],
    ['OIDC_ALLOWED_DOMAINS', '@hunter2.example'],
    ['OIDC_AUTO_CREATE', 'true'],
    ['OIDC_TRUST_EMAIL', 'yes'],
    ['PASSWORD_LOGIN', 'false'],
    ['OIDC_GROUPS', 'hunter2'],
    ['OIDC_GROUPS', `hunter2=${workspaceId}:owner`],
    ['OIDC_GROUPS', `hunter2=${workspaceId}`],
    ['OIDC_GROUPS', `hunter2=${workspaceId}:member,`],
    ['OIDC_GROUPS', `=${workspaceId}:member`],
    ['OIDC_GROUPS', 'hunter2=wsp_1:member'],
    ['OIDC_GROUPS_CLAIM', 'hunter2\tgroups'],
    ['OIDC_NETWORKS', 'private'],
  ])('refuse a %s that cannot be one: %s', (name, value) => {
    expect(errorOf({ ...own, [name]: value })).toMatch(new RegExp(`^${name} accepts .+\\.$`))
  })

  it.each([
    ['OIDC_CLIENT_ID', { OIDC_ISSUER: own.OIDC_ISSUER }],
    ['OIDC_ISSUER', { OIDC_CLIENT_ID: 'tack' }],
    ['OIDC_ISSUER', { OIDC_CLIENT_SECRET: 'hunter2' }],
    ['OIDC_ISSUER', { OIDC_NAME: 'Acme' }],
    ['OIDC_ISSUER', { OIDC_ALLOWED_DOMAINS: 'example.com' }],
    ['OIDC_ISSUER', { OIDC_NETWORKS: 'any' }],
    ['OIDC_ISSUER', { OIDC_GROUPS: `admins=${workspaceId}:admin` }],
    ['OIDC_ISSUER', { OIDC_GROUPS_CLAIM: 'roles' }],
  ])('name %s where the others would do nothing without it', (name, environment) => {
    expect(errorOf(environment)).toMatch(new RegExp(`^${name} is required with the other OIDC settings: .+\\.$`))
  })

  it('switch passwords off, but not without a provider', () => {
    expect(readSettings({ ...own, PASSWORD_LOGIN: 'off' }).oidc.allowsPasswords).toBe(false)
    expect(errorOf({ PASSWORD_LOGIN: 'off' })).toMatch(/^PASSWORD_LOGIN=off requires an identity provider: /)
  })

  it.each([
    ['is missing', undefined, /cannot be read \(ENOENT\)/],
    ['is not JSON', '{ hunter2', /is not JSON/],
    ['is no list', { hunter2: true }, /no list of providers/],
    ['has no provider', [], /no list of providers/],
    ['has a wrong issuer', [listed, { ...listed, id: 'b', issuer: 'hunter2' }], /a wrong issuer in provider 2/],
    ['has a wrong id', [{ ...listed, id: '../hunter2' }], /a wrong id in provider 1/],
    ['has a field that does nothing', [{ ...listed, hunter2: 1 }], /a wrong provider in provider 1/],
    ['has scopes without openid', [{ ...listed, scopes: 'email' }], /a wrong scopes in provider 1/],
    ['has a wrong group', [{ ...listed, groups: ['hunter2=team:admin'] }], /a wrong groups.0 in provider 1/],
    ['has an id twice', [listed, listed], /has the id acme twice/],
    ['has a secret and its file', [{ ...listed, clientSecret: 'hunter2', clientSecretFile: '/x' }], /are both set/],
    ['names a secret file that is missing', [{ ...listed, clientSecretFile: '/nowhere/x' }], /cannot be read/],
  ])('refuse a file that %s', async (_title, content, sentence) => {
    const path = content === undefined ? join(folder, 'none.json') : await write(content)
    expect(errorOf({ OIDC_PROVIDERS_FILE: path })).toMatch(sentence)
  })
})
