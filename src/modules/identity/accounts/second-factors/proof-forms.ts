import { requireAccount } from '../../../../platform/auth/authorization.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { AccountIdentity } from '../identities/account-identity.entity.ts'

/** How the caller can prove once more who they are. */
export interface ProofForms<P> {
  /** Whether it takes a second factor, which nothing else replaces. */
  readonly needsCode: boolean
  readonly takesPassword: boolean
  /** The identity providers with which the account is connected. */
  readonly providers: readonly P[]
}

/** `all` are the providers of the installation. */
export async function findProofForms<P extends { readonly issuer: string }>(
  context: RequestContext,
  all: readonly P[],
): Promise<ProofForms<P>> {
  const { ways = [] } = requireAccount(context.caller).proof ?? {}
  const needsCode = ways.includes('code')
  const issuers = needsCode ? new Set() : await findIssuers(context)
  return {
    needsCode,
    takesPassword: ways.includes('password'),
    providers: all.filter(({ issuer }) => issuers.has(new URL(issuer).href)),
  }
}

/** The issuers with which the account of the caller is connected, as addresses. */
async function findIssuers({ em, accountId }: RequestContext): Promise<ReadonlySet<string>> {
  const identities = await em.find(AccountIdentity, { account: accountId }, { fields: ['issuer'] })
  return new Set(identities.map(({ issuer }) => new URL(issuer).href))
}
