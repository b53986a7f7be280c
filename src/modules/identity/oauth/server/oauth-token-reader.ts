import {
  AccountBeingDeleted,
  AccountSuspended,
  InvalidToken,
  TokenExpired,
} from '../../../../platform/auth/auth.errors.ts'
import type { Credential, CredentialReader, MembershipReader } from '../../../../platform/auth/caller.ts'
import { allScopes, type Scope } from '../../../../platform/auth/scopes.ts'
import { audienceOf } from '../../../../platform/auth/token-audience.ts'
import type { Orm } from '../../../../platform/database/database.ts'
import { digestSecret } from '../../../../platform/shared/secret-digest.ts'
import type { ServiceError } from '../../../../platform/shared/service-error.ts'
import type { Clock } from '../../../../platform/shared/time.ts'
import { type AccessTokenRow, findAccessTokens, holdGrant } from './oauth-record.queries.ts'

export const accessTokenPrefix = 'tko_'
export const refreshTokenPrefix = 'tkr_'

/**
 * Reads OAuth access tokens. A token fails when it is revoked, when its grant, application or account is deleted, or when the owner of the
 * application or its own account is suspended.
 */
export class OAuthTokenReader implements CredentialReader {
  constructor(
    private readonly orm: Orm,
    private readonly clock: Clock,
    private readonly publicUrl: string,
  ) {}

  canRead(token: string): boolean {
    return token.startsWith(accessTokenPrefix)
  }

  async read(token: string, workspacesSql: MembershipReader['workspacesSql']): Promise<Credential> {
    const [row] = await this.findTokens([digestSecret(token)], workspacesSql)
    if (!row) throw new InvalidToken()
    const error = findError(row)
    if (error) throw error
    if (!row.memberships) throw new AccountBeingDeleted()
    const audience = audienceOf(this.publicUrl, row.audience ?? this.publicUrl)
    // PUBLIC_URL was another one when the token was issued.
    if (!audience) throw new InvalidToken()
    const scopes = (row.scope ?? '').split(' ').filter((scope): scope is Scope => allScopes.has(scope as Scope))
    const { account_id: accountId, client_id: actorId, grant_digest: digest } = row
    return {
      kind: 'account',
      accountId,
      actorId,
      scheme: 'oauth',
      scopes: new Set(scopes),
      validUntil: new Date(row.expires_at),
      grant: { digest, expiresAt: new Date(row.grant_expires_at) },
      audience,
      memberships: row.memberships,
      workspaceIds: row.workspace_ids,
      hold: (em) => holdGrant(em, { digest, now: this.clock.now() }),
    }
  }

  async findInvalid(tokens: readonly string[]): Promise<ReadonlyMap<string, ServiceError>> {
    const digests = tokens.map(digestSecret)
    const rowsByDigest = new Map((await this.findTokens(digests)).map((row) => [row.digest, row]))
    return new Map(
      tokens.flatMap((token, index): [string, ServiceError][] => {
        const row = rowsByDigest.get(digests[index] ?? '')
        const error = row ? findError(row) : new InvalidToken()
        return error ? [[token, error]] : []
      }),
    )
  }

  private findTokens(digests: readonly string[], workspacesSql?: MembershipReader['workspacesSql']) {
    return findAccessTokens(this.orm.em.fork(), digests, this.clock.now(), workspacesSql)
  }
}

function findError({ is_expired, is_suspended }: AccessTokenRow): ServiceError | null {
  if (is_expired) return new TokenExpired()
  return is_suspended ? new AccountSuspended() : null
}
