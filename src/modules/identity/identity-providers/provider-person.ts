import { isEmail } from 'class-validator'
import { findTextIssue } from '../../../platform/shared/text/human-text.ts'

/** A person as a provider describes them. */
export interface ProviderPerson {
  readonly issuer: string
  readonly subject: string
  /** Null when the provider names none, or nothing that could be one. */
  readonly email: string | null
  /** Whether the provider says that the address belongs to the person. Silence is no. */
  readonly isEmailVerified: boolean
  readonly name: string | null
  /** Null when the provider did not say which groups there are, which differs from none. */
  readonly groups: readonly string[] | null
  /** The session at the provider. */
  readonly sessionId: string | null
}

/** Reads the claims of a person, of which only the issuer and the subject are certain. */
export function readPerson(claims: Readonly<Record<string, unknown>>): ProviderPerson {
  const email = readText(claims.email, 254)
  return {
    issuer: String(claims.iss),
    subject: String(claims.sub),
    email: email !== null && isEmail(email) ? email : null,
    // Some providers write the boolean as a text.
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: readName(claims.name) ?? readName(claims.preferred_username),
    groups: readGroups(claims),
    sessionId: readText(claims.sid, 255),
  }
}

/** A text without outer space; null for anything else, for an empty text, and for what the database cannot store. */
function readText(value: unknown, maxLength: number): string | null {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' || text.length > maxLength || /[\p{Cc}\p{Cs}]/u.test(text) ? null : text
}

/** A name that an account may have. */
function readName(value: unknown): string | null {
  const text = readText(value, 100)
  return text === null || findTextIssue(text, { isOneLine: true }) ? null : text
}

/** Names of groups, also from objects with a name. Entra says by `_claim_names` that there are too many to name. */
function readGroups({ groups, roles, ...claims }: Readonly<Record<string, unknown>>): readonly string[] | null {
  const elsewhere = Object.keys((claims._claim_names as object | undefined) ?? {})
  if (elsewhere.includes('groups') || claims.hasgroups !== undefined) return null
  const list = groups ?? roles
  if (list === undefined) return null
  return [list].flat().flatMap((each): string[] => {
    if (typeof each === 'string') return [each]
    const { name, id } = (each ?? {}) as { name?: unknown; id?: unknown }
    return [name, id].filter((text) => typeof text === 'string').slice(0, 1)
  })
}
