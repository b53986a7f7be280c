import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { hostNames } from './addresses.ts'
import { readSecretFile } from './secrets.ts'
import { defineSecret, defineVariable, InvalidSetting } from './variable.ts'

/** An identity provider of an organisation, at which people log in by OpenID Connect. */
export interface OidcProvider {
  /** Its part of the redirect URI: `PUBLIC_URL/account/oidc/<id>/callback`. */
  readonly id: string
  /** What its button says. */
  readonly name: string
  /** As the provider writes it, with or without a slash at its end. */
  readonly issuer: string
  readonly clientId: string
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined
  readonly scopes: string
  /** Only people with verified addresses of these domains log in; undefined: everybody. */
  readonly allowedDomains: readonly string[] | undefined
  /** Whether a first login creates an account. */
  readonly createsAccounts: boolean
  /** Whether its addresses count as verified when it says nothing about them. */
  readonly trustsEmail: boolean
  /** The workspaces that its groups give. */
  readonly groupRules: readonly GroupRule[]
  /** The claim in which it names the groups of a person. */
  readonly groupsClaim: string
}

/** The people of a group are members of a workspace. */
export interface GroupRule {
  /** Name or id of the group, as the provider writes it. */
  readonly group: string
  readonly workspaceId: string
  readonly role: GroupRole
}

/** The roles of workspaces but one: nobody becomes an owner by a group. */
export type GroupRole = 'admin' | 'member' | 'viewer'

export interface OidcSettings {
  readonly providers: readonly OidcProvider[]
  /** Which hosts a provider may be on; undefined: as `OUTWARD_NETWORKS` says. */
  readonly networks: 'public' | 'any' | undefined
  /** Whether people may log in with a password too. */
  readonly allowsPasswords: boolean
}

/** The id of the provider of `OIDC_ISSUER`. */
const ownProviderId = 'sso'

/** These issuers of Microsoft stand for every organisation, and name one of them in each token. */
const sharedTenants = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)\//i

/** The slash at its end stays, because an issuer is compared as text. */
const issuer = z
  .url({ protocol: /^https?$/ })
  .refine((text) => !/[?#,;\s]/.test(text) && !sharedTenants.test(text))
  .refine((text) => !text.includes('/.well-known/'))
  .refine((text) => URL.parse(text)?.username === '' && URL.parse(text)?.password === '')
const printableText = z.string().regex(/^[\x21-\x7e]{1,500}$/)
const name = z.string().regex(/^[^\p{Cc}]{1,60}$/u)
/** The name of a group may contain `=` and `:` too. */
const groupRulePattern = /^(.{1,200})=(wsp_[0-9a-z]{26}):(admin|member|viewer)$/
const groupRules = z.array(z.string().trim().regex(groupRulePattern).transform(parseGroupRule)).min(1).max(1_000)
const groupsClaim = z.string().regex(/^[^\p{Cc}]{1,200}$/u)
const onOrOff = z.enum(['on', 'off'])

export const oidcVariables = {
  OIDC_ISSUER: defineVariable(
    issuer.optional(),
    'the http or https URL of an identity provider of one organisation, without credentials, query or /.well-known/openid-configuration, such as https://id.example.com/realms/main',
  ),
  OIDC_CLIENT_ID: defineVariable(printableText.optional(), 'the id that the provider gave, without spaces'),
  OIDC_CLIENT_SECRET: defineSecret(printableText.optional(), 'the secret that the provider gave, without spaces'),
  OIDC_NAME: defineVariable(name.optional(), 'a name for the button, of 1 to 60 characters'),
  OIDC_PROVIDERS_FILE: defineVariable(z.string().min(1).optional(), 'the path of a JSON file with identity providers'),
  OIDC_ALLOWED_DOMAINS: defineVariable(
    hostNames.optional(),
    'domains of e-mail addresses, separated by commas, such as example.com,example.org',
  ),
  OIDC_AUTO_CREATE: defineVariable(onOrOff.default('on'), 'on or off'),
  OIDC_TRUST_EMAIL: defineVariable(onOrOff.default('off'), 'on or off'),
  OIDC_GROUPS: defineVariable(
    z
      .string()
      .transform((text) => text.split(','))
      .pipe(groupRules)
      .optional(),
    'groups of the provider with the workspace and the role that they give (admin, member or viewer), separated by commas, such as marketing=wsp_01jb2c3d4e5f6g7h8j9k0m1n2p:member',
  ),
  OIDC_GROUPS_CLAIM: defineVariable(groupsClaim.optional(), 'the name of the claim with the groups of a person'),
  OIDC_NETWORKS: defineVariable(z.enum(['public', 'any']).optional(), 'public or any (private networks and http too)'),
  PASSWORD_LOGIN: defineVariable(onOrOff.default('on'), 'on or off'),
}

type OidcVariables = z.output<z.ZodObject<{ [N in keyof typeof oidcVariables]: (typeof oidcVariables)[N]['schema'] }>>

const providerList = z
  .array(
    z.strictObject({
      id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,30}$/),
      name,
      issuer,
      clientId: printableText,
      clientSecret: printableText.optional(),
      clientSecretFile: z.string().min(1).optional(),
      scopes: z
        .string()
        .regex(/^openid( [\x21-\x7e]{1,100}){0,20}$/)
        .optional(),
      allowedDomains: z.array(z.string()).min(1).transform(String).pipe(hostNames).optional(),
      autoCreate: z.boolean().optional(),
      trustEmail: z.boolean().optional(),
      groups: groupRules.optional(),
      groupsClaim: groupsClaim.optional(),
    }),
  )
  .min(1)
  .max(20)

/** The provider of `OIDC_ISSUER`, if there is one, and then the providers of the file. Throws `InvalidSetting`. */
export function readOidcSettings(env: OidcVariables): OidcSettings {
  const providers = [...readOwnProvider(env), ...readProvidersFile(env)]
  const repeated = providers.find(({ id }, index) => providers.findIndex((each) => each.id === id) < index)
  if (repeated)
    throw new InvalidSetting(
      `OIDC_PROVIDERS_FILE has the id ${repeated.id} twice. ${ownProviderId} is the provider of OIDC_ISSUER.`,
    )
  const allowsPasswords = env.PASSWORD_LOGIN === 'on'
  if (!allowsPasswords && providers.length === 0)
    throw new InvalidSetting(
      'PASSWORD_LOGIN=off requires an identity provider: set OIDC_ISSUER or OIDC_PROVIDERS_FILE.',
    )
  return Object.freeze({ providers: Object.freeze(providers), networks: env.OIDC_NETWORKS, allowsPasswords })
}

function readOwnProvider(env: OidcVariables): OidcProvider[] {
  const { OIDC_ISSUER: address, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  if (address !== undefined && clientId !== undefined) {
    const { host } = new URL(address)
    const own = { id: ownProviderId, name: env.OIDC_NAME ?? host, issuer: address, clientId, clientSecret }
    return [Object.freeze({ ...own, ...defaultsOf(env), groupRules: env.OIDC_GROUPS ?? [] })]
  }
  const missingName = address === undefined ? 'OIDC_ISSUER' : 'OIDC_CLIENT_ID'
  const others = [address, clientId, clientSecret, env.OIDC_NAME, env.OIDC_GROUPS?.length]
  // They are also the defaults of the file.
  if (env.OIDC_PROVIDERS_FILE === undefined)
    others.push(env.OIDC_NETWORKS, env.OIDC_GROUPS_CLAIM, env.OIDC_ALLOWED_DOMAINS?.join())
  if (others.some((each) => each !== undefined))
    throw new InvalidSetting(
      `${missingName} is required with the other OIDC settings: ${oidcVariables[missingName].accepts}.`,
    )
  return []
}

function defaultsOf(env: OidcVariables) {
  return {
    scopes: 'openid profile email',
    allowedDomains: env.OIDC_ALLOWED_DOMAINS,
    createsAccounts: env.OIDC_AUTO_CREATE === 'on',
    trustsEmail: env.OIDC_TRUST_EMAIL === 'on',
    groupsClaim: env.OIDC_GROUPS_CLAIM ?? 'groups',
  }
}

function readProvidersFile(env: OidcVariables): OidcProvider[] {
  const path = env.OIDC_PROVIDERS_FILE
  if (path === undefined) return []
  const parsed = providerList.safeParse(readJson(path))
  if (!parsed.success) {
    // The field, and not its value, which may be a secret.
    const [position, ...field] = parsed.error.issues[0]?.path ?? []
    const place =
      position === undefined
        ? 'no list of providers'
        : `a wrong ${field.join('.') || 'provider'} in provider ${Number(position) + 1}`
    throw new InvalidSetting(`OIDC_PROVIDERS_FILE names a file with ${place}: ${path}.`)
  }
  const defaults = defaultsOf(env)
  return parsed.data.map(({ autoCreate, trustEmail, clientSecretFile, groups, ...provider }) =>
    Object.freeze({
      ...provider,
      scopes: provider.scopes ?? defaults.scopes,
      allowedDomains: provider.allowedDomains ?? defaults.allowedDomains,
      clientSecret: readClientSecret(provider.clientSecret, clientSecretFile),
      createsAccounts: autoCreate ?? defaults.createsAccounts,
      trustsEmail: trustEmail ?? defaults.trustsEmail,
      // Not from the variables: another provider may have a group of the same name.
      groupRules: groups ?? [],
      groupsClaim: provider.groupsClaim ?? defaults.groupsClaim,
    }),
  )
}

function parseGroupRule(text: string): GroupRule {
  const [, group = '', workspaceId = '', role] = groupRulePattern.exec(text) ?? []
  return { group: group.trim(), workspaceId, role: role as GroupRole }
}

function readClientSecret(clientSecret: string | undefined, clientSecretFile: string | undefined): string | undefined {
  const { text, problem } = readSecretFile({ clientSecret, clientSecret_FILE: clientSecretFile }, 'clientSecret')
  if (problem !== undefined)
    throw new InvalidSetting(`OIDC_PROVIDERS_FILE: ${problem.replaceAll('clientSecret_FILE', 'clientSecretFile')}`)
  return clientSecret ?? text
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const problem =
      error instanceof SyntaxError ? 'is not JSON' : `cannot be read (${(error as NodeJS.ErrnoException).code})`
    throw new InvalidSetting(`OIDC_PROVIDERS_FILE names a file that ${problem}: ${path}.`)
  }
}
