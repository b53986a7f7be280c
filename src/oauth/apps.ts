import { LockMode } from '@mikro-orm/postgresql'
import { scopesAmong } from '../access/scopes.ts'
import { InvalidParams } from '../base/failures.ts'
import { newId } from '../base/ids.ts'
import type { EntityManager } from '../database/open.ts'
import { refuseBeyond } from '../graphql/allowance.ts'
import type { Context } from '../graphql/context.ts'
import { appAllowance } from './allowance.ts'
import type { CreateOauthAppArgs, UpdateOauthAppArgs } from './app.args.ts'
import { OAuthAppSecretResponse } from './app.secret.response.ts'
import { OAuthApp } from './app.ts'
import type { ClientSecrets } from './client.secrets.ts'
import { OAuthAppNotFound, OAuthAppPublic } from './failures.ts'
import { dropAuthorizations, dropGrants, dropGrantsWith } from './grant.records.ts'
import { refuseUnsound } from './rules/redirect.uris.ts'

/** The caller's applications. Ownership is part of every query: another's and an unknown one are the same 404. */
export class OAuthApps {
  readonly #clientSecrets: ClientSecrets

  constructor(clientSecrets: ClientSecrets) {
    this.#clientSecrets = clientSecrets
  }

  /** All of the caller's applications, newest first; there are at most 50. */
  list(context: Context): Promise<OAuthApp[]> {
    const newestFirst = { createdAt: 'desc', id: 'desc' } as const
    return context.em.find(OAuthApp, { owner: context.accountId }, { orderBy: newestFirst })
  }

  /** One of the caller's applications. */
  get(context: Context, id: string): Promise<OAuthApp> {
    return context.em.findOneOrFail(OAuthApp, this.#own(context, id), { failHandler: () => new OAuthAppNotFound() })
  }

  /** Registers an application, with a secret unless it is public. Throws `PlanLimitReached` beyond 50. */
  async register(
    context: Context,
    { name, redirectUris, scopes, isPublic }: CreateOauthAppArgs,
  ): Promise<OAuthAppSecretResponse> {
    refuseUnsound(redirectUris, { isPublic })
    const now = context.now()
    const secret = isPublic ? null : this.#clientSecrets.make()
    const app = context.em.create(OAuthApp, {
      id: newId('app', now),
      owner: context.accountId,
      name: name.trim(),
      redirectUris,
      scopes: scopesAmong(scopes),
      isPublic,
      secretDigest: secret?.digest ?? null,
      createdAt: now,
      updatedAt: now,
    })
    await context.em.transactional(async (em) => {
      await refuseBeyond(appAllowance, em, context.accountId, context.now())
      em.persist(app)
    })
    return new OAuthAppSecretResponse(app, secret?.text ?? null)
  }

  /**
   * Changes what is named; absence leaves a field. A dropped scope ends the grants that hold it, and a dropped redirect
   * URI the authorizations under way, in the same moment (docs/decisions/oauth-apps.md).
   */
  async update(context: Context, { id, ...wish }: UpdateOauthAppArgs): Promise<OAuthApp> {
    refuseNulls(wish)
    return context.em.transactional(async (em) => {
      const app = await this.#lockedIn(context, em, id)
      const name = wish.name?.trim() ?? app.name
      const redirectUris = wish.redirectUris ?? app.redirectUris
      const scopes = wish.scopes ? scopesAmong(wish.scopes) : app.scopes
      if (wish.redirectUris) refuseUnsound(wish.redirectUris, app)
      await dropGrantsWith(em, id, without(app.scopes, scopes))
      if (without(app.redirectUris, redirectUris).length > 0) await dropAuthorizations(em, id)
      return Object.assign(app, { name, redirectUris, scopes, updatedAt: context.now() })
    })
  }

  /** Gives the application a new secret; the one before it ends at once. Throws `OAuthAppPublic` where there is none. */
  async rotateSecret(context: Context, id: string): Promise<OAuthAppSecretResponse> {
    const { text, digest } = this.#clientSecrets.make()
    const app = await context.em.transactional(async (em) => {
      const found = await this.#lockedIn(context, em, id)
      if (found.isPublic) throw new OAuthAppPublic()
      return Object.assign(found, { secretDigest: digest, updatedAt: context.now() })
    })
    return new OAuthAppSecretResponse(app, text)
  }

  /** Deletes the application with every grant of it and, by foreign key, every code and token. */
  async delete(context: Context, id: string): Promise<void> {
    await context.em.transactional(async (em) => {
      const app = await this.#lockedIn(context, em, id)
      await dropGrants(em, id)
      em.remove(app)
    })
  }

  /** For a change: two changes of one application take turns, and each sees what the one before it left. */
  #lockedIn(context: Context, em: EntityManager, id: string): Promise<OAuthApp> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new OAuthAppNotFound() }
    return em.findOneOrFail(OAuthApp, this.#own(context, id), options)
  }

  #own(context: Context, id: string): { id: string; owner: string } {
    return { id, owner: context.accountId }
  }
}

function refuseNulls(wish: Omit<UpdateOauthAppArgs, 'id'>): void {
  const fields = ['name', 'redirectUris', 'scopes'] as const
  const cleared = fields.filter((field) => wish[field] === null)
  if (cleared.length > 0) throw new InvalidParams(cleared.map((field) => ({ field, issue: 'must not be null' })))
}

function without<T>(before: readonly T[], after: readonly T[]): T[] {
  return before.filter((each) => !after.includes(each))
}
