import { LockMode } from '@mikro-orm/postgresql'
import { accountOf } from '../access/admit.ts'
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
import { ClientSecrets } from './client.secrets.ts'
import { OAuthAppNotFound, OAuthAppPublic } from './failures.ts'
import { dropAuthorizations, dropGrants, dropGrantsWith } from './grant.records.ts'
import { refuseUnsound } from './rules/redirect.uris.ts'

/** The caller's applications. Ownership is part of every query: another's and an unknown one are the same 404. */
export class OAuthApps {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** All of the caller's applications, newest first; there are at most 50. */
  list(): Promise<OAuthApp[]> {
    const newestFirst = { createdAt: 'desc', id: 'desc' } as const
    return this.#context.em.find(OAuthApp, { owner: this.#callerId() }, { orderBy: newestFirst })
  }

  /** One of the caller's applications. */
  get(id: string): Promise<OAuthApp> {
    return this.#context.em.findOneOrFail(OAuthApp, this.#own(id), { failHandler: () => new OAuthAppNotFound() })
  }

  /** Registers an application, with a secret unless it is public. Throws `PlanLimitReached` beyond 50. */
  async register({ name, redirectUris, scopes, isPublic }: CreateOauthAppArgs): Promise<OAuthAppSecretResponse> {
    refuseUnsound(redirectUris, { isPublic })
    const now = this.#context.now()
    const secret = isPublic ? null : this.#context.part(ClientSecrets).make()
    const app = this.#context.em.create(OAuthApp, {
      id: newId('app', now),
      owner: this.#callerId(),
      name: name.trim(),
      redirectUris,
      scopes: scopesAmong(scopes),
      isPublic,
      secretDigest: secret?.digest ?? null,
      createdAt: now,
      updatedAt: now,
    })
    await this.#context.em.transactional(async (em) => {
      await refuseBeyond(appAllowance, em, this.#callerId(), this.#context.now())
      em.persist(app)
    })
    return new OAuthAppSecretResponse(app, secret?.text ?? null)
  }

  /**
   * Changes what is named; absence leaves a field. A dropped scope ends the grants that hold it, and a dropped redirect
   * URI the authorizations under way, in the same moment (docs/decisions/oauth-apps.md).
   */
  async update({ id, ...wish }: UpdateOauthAppArgs): Promise<OAuthApp> {
    refuseNulls(wish)
    return this.#context.em.transactional(async (em) => {
      const app = await this.#lockedIn(em, id)
      const name = wish.name?.trim() ?? app.name
      const redirectUris = wish.redirectUris ?? app.redirectUris
      const scopes = wish.scopes ? scopesAmong(wish.scopes) : app.scopes
      if (wish.redirectUris) refuseUnsound(wish.redirectUris, app)
      await dropGrantsWith(em, id, without(app.scopes, scopes))
      if (without(app.redirectUris, redirectUris).length > 0) await dropAuthorizations(em, id)
      return Object.assign(app, { name, redirectUris, scopes, updatedAt: this.#context.now() })
    })
  }

  /** Gives the application a new secret; the one before it ends at once. Throws `OAuthAppPublic` where there is none. */
  async rotateSecret(id: string): Promise<OAuthAppSecretResponse> {
    const { text, digest } = this.#context.part(ClientSecrets).make()
    const app = await this.#context.em.transactional(async (em) => {
      const found = await this.#lockedIn(em, id)
      if (found.isPublic) throw new OAuthAppPublic()
      return Object.assign(found, { secretDigest: digest, updatedAt: this.#context.now() })
    })
    return new OAuthAppSecretResponse(app, text)
  }

  /** Deletes the application with every grant of it and, by foreign key, every code and token. */
  async delete(id: string): Promise<void> {
    await this.#context.em.transactional(async (em) => {
      const app = await this.#lockedIn(em, id)
      await dropGrants(em, id)
      em.remove(app)
    })
  }

  /** For a change: two changes of one application take turns, and each sees what the one before it left. */
  #lockedIn(em: EntityManager, id: string): Promise<OAuthApp> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new OAuthAppNotFound() }
    return em.findOneOrFail(OAuthApp, this.#own(id), options)
  }

  #own(id: string): { id: string; owner: string } {
    return { id, owner: this.#callerId() }
  }

  #callerId(): string {
    return accountOf(this.#context.caller).accountId
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
