import { InvalidToken, WorkspaceNotFound } from '../auth/auth.errors.ts'
import {
  type AccountInWorkspace,
  anonymousCaller,
  type Caller,
  type Credential,
  type CredentialReader,
  type MembershipReader,
  type Statements,
} from '../auth/caller.ts'
import type { TokenAudience } from '../auth/token-audience.ts'
import { toServiceError } from '../graphql/error-formatting.ts'
import type { ServiceError } from '../shared/service-error.ts'
import type { CredentialCache } from './credential-cache.ts'

/** Finds the callers of requests. Modules add the kinds of credentials, and what reads memberships, in `create`. */
export class Authenticator {
  private readonly readers: CredentialReader[] = []
  private membershipReader: MembershipReader | undefined

  /** Without a cache, each request reads its credential. */
  constructor(private readonly cache?: CredentialCache) {}

  addReader(reader: CredentialReader): void {
    this.readers.push(reader)
  }

  setMembershipReader(reader: MembershipReader): void {
    this.membershipReader = reader
  }

  /** See `MembershipReader`. */
  async checkMembers(
    em: Statements,
    accounts: readonly AccountInWorkspace[],
  ): Promise<readonly (ServiceError | null)[]> {
    return this.membershipReader?.checkMembers(em, accounts) ?? accounts.map(() => new WorkspaceNotFound())
  }

  /**
   * The caller of an `Authorization` header. An error is stored in the caller and not thrown: only an operation that needs
   * an account throws it. `address` is the network address of the request. A token for another resource than `audience` is
   * invalid.
   */
  async authenticate(
    authorization: string | undefined,
    address: string,
    audience: TokenAudience = 'api',
  ): Promise<Caller> {
    if (authorization === undefined) return anonymousCaller
    const { token, reader } = this.parseAuthorization(authorization)
    if (!token || !reader) return { kind: 'invalid', error: new InvalidToken() }
    const caller = await this.readCaller(reader, token, address)
    const isForOther = caller.kind === 'account' && caller.audience !== undefined && caller.audience !== audience
    return isForOther ? { kind: 'invalid', error: new InvalidToken() } : caller
  }

  /** The caller of a token that a reader can read. An error is stored in the caller and not thrown. */
  async readCaller(reader: Pick<CredentialReader, 'read'>, token: string, address?: string): Promise<Caller> {
    try {
      const credential = this.cache?.find(token) ?? (await this.readCredential(reader, token, address))
      const { memberships: found, workspaceIds } = credential
      const workspaces = workspaceIds
        ? workspaceIds.flatMap((id) => found.find((workspace) => workspace.id === id) ?? [])
        : [...found]
      return { ...credential, workspaces }
    } catch (error) {
      return { kind: 'invalid', error: toServiceError(error) }
    }
  }

  private readCredential(
    reader: Pick<CredentialReader, 'read'>,
    token: string,
    address: string | undefined,
  ): Promise<Credential> {
    const workspacesSql = (accountId: string) => this.membershipReader?.workspacesSql(accountId) ?? `'[]'::json`
    const read = () => reader.read(token, workspacesSql, address)
    return this.cache ? this.cache.read(token, read) : read()
  }

  /** The errors of the `Authorization` headers that are no longer valid. One statement for each kind of credential. */
  async findInvalid(authorizations: readonly string[]): Promise<ReadonlyMap<string, ServiceError>> {
    const credentials = authorizations.map((authorization) => ({
      authorization,
      ...this.parseAuthorization(authorization),
    }))
    const invalid = await Promise.all(
      this.readers.map(async (reader) => {
        const ownCredentials = credentials.filter((each) => each.reader === reader)
        if (ownCredentials.length === 0) return []
        const errors = await reader.findInvalid(ownCredentials.map(({ token }) => token))
        return ownCredentials.flatMap(({ authorization, token }): [string, ServiceError][] => {
          const error = errors.get(token)
          return error ? [[authorization, error]] : []
        })
      }),
    )
    return new Map(invalid.flat())
  }

  private parseAuthorization(authorization: string) {
    const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
    return { token, reader: this.readers.find((each) => each.canRead(token)) }
  }
}
