import { createEnumType } from '../shared/enum-type.ts'

/** The scopes, with the text on the consent page. */
export const scopeDescriptions = {
  'read:links': 'Read links and their metadata, and list dynamic QR codes.',
  'write:links': 'Create, modify and delete links.',
  'read:analytics': 'Read click telemetry and visitor metrics.',
  'write:qr': 'Create and manage dynamic QR codes.',
  'read:profile': 'Read profile and account details.',
  'write:profile': 'Update profile and credentials.',
} as const

export type Scope = keyof typeof scopeDescriptions
export const Scope = createEnumType<Scope>('Scope', 'A permission of a credential.', scopeDescriptions)

export const allScopes: ReadonlySet<Scope> = new Set(Object.values(Scope))

/** API keys never have profile scopes. */
export function isProfileScope(scope: Scope): boolean {
  return scope.endsWith(':profile')
}

/** The scopes of every API key: all except the profile scopes. */
export const apiKeyScopes: ReadonlySet<Scope> = new Set([...allScopes].filter((scope) => !isProfileScope(scope)))

/** The names that are scopes, without duplicates, in the order of the contract. */
export function parseScopes(names: readonly string[]): Scope[] {
  return [...allScopes].filter((scope) => names.includes(scope))
}
