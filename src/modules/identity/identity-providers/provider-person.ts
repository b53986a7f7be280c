import { isEmail } from 'class-validator'
import { findTextIssue } from '../../../platform/shared/text/human-text.ts'
import type { WorkspaceRoles } from './provider-groups.ts'

/** A person as a provider describes them. */
export interface ProviderPerson {
  readonly issuer: string
  readonly subject: string
  /** Null when the provider names none, or nothing that could be one. */
  readonly email: string | null
  /** Whether the provider says that the address belongs to the person. Silence is no. */
  readonly isEmailVerified: boolean
  readonly name: string | null
  /** The session at the provider. */
  readonly sessionId: string | null
  /** When the person has logged in there, if the provider says so. */
  readonly authenticatedAt: Date | null
  /** The workspaces that the groups of the person give; null when the groups are unknown. */
  readonly workspaceRoles: WorkspaceRoles | null
}

/** Reads the claims of a person, of which only the issuer and the subject are certain. */
export function readPerson(
  claims: Readonly<Record<string, unknown>>,
  workspaceRoles: WorkspaceRoles | null,
): ProviderPerson {
  const email = readText(claims.email, 254)
  return {
    issuer: String(claims.iss),
    subject: String(claims.sub),
    email: email !== null && isEmail(email) ? email : null,
    // Some providers write the boolean as a text.
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: readName(claims),
    sessionId: readText(claims.sid, 255),
    authenticatedAt: readInstant(claims.auth_time),
    workspaceRoles,
  }
}

/** A text without outer space; null for anything else, for an empty text, and for what the database cannot store. */
function readText(value: unknown, maxLength: number): string | null {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' || text.length > maxLength || /[\p{Cc}\p{Cs}]/u.test(text) ? null : text
}

/** Seconds since 1970, as an instant. */
function readInstant(value: unknown): Date | null {
  return typeof value === 'number' && value > 0 && value < 1e11 ? new Date(value * 1000) : null
}

const maxNameLength = 100

/** The first name that an account may have. One that is too long is cut. */
function readName({
  name,
  given_name,
  family_name,
  preferred_username,
}: Readonly<Record<string, unknown>>): string | null {
  const parts = [given_name, family_name].filter((part) => typeof part === 'string').join(' ')
  for (const candidate of [name, parts, preferred_username]) {
    if (typeof candidate !== 'string') continue
    // Half of a pair of code units is no character.
    const text = candidate
      .trim()
      .slice(0, maxNameLength)
      .replace(/[\uD800-\uDBFF]$/, '')
      .trim()
    if (text !== '' && !findTextIssue(text, { isOneLine: true })) return text
  }
  return null
}
