import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { hasSecondFactor } from '../accounts.queries.ts'
import { AccountIdentity } from '../identities/account-identity.entity.ts'
import { findOwnAccount } from '../own-account.ts'

/** How the caller can prove once more who they are. */
export interface ProofWays<P> {
  /** Whether it takes a code of the second factor, which nothing else replaces. */
  readonly needsCode: boolean
  readonly hasPassword: boolean
  /** The identity providers with which the account is connected. */
  readonly providers: readonly P[]
}

/** `all` are the providers of the installation. */
export async function findProofWays<P extends { readonly issuer: string }>(
  context: RequestContext,
  all: readonly P[],
): Promise<ProofWays<P>> {
  const { em, accountId, settings } = context
  const needsCode = await hasSecondFactor(em, accountId)
  const { passwordHash } = await em.populate(await findOwnAccount(context), ['passwordHash'])
  const issuers = await findIssuers(context)
  return {
    needsCode,
    hasPassword: !needsCode && Boolean(passwordHash) && settings.oidc.allowsPasswords,
    providers: needsCode ? [] : all.filter(({ issuer }) => issuers.has(new URL(issuer).href)),
  }
}

/** The issuers with which the account of the caller is connected, as addresses. */
async function findIssuers({ em, accountId }: RequestContext): Promise<ReadonlySet<string>> {
  const identities = await em.find(AccountIdentity, { account: accountId }, { fields: ['issuer'] })
  return new Set(identities.map(({ issuer }) => new URL(issuer).href))
}
