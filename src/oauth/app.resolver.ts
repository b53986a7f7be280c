import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../access/marks.ts'
import { PlanLimitReached } from '../base/failures.ts'
import type { Context } from '../graphql/context.ts'
import { Fails, GraphOnly } from '../graphql/marks.ts'
import { SuccessResponse } from '../graphql/success.response.ts'
import { Rest } from '../rest/mark.ts'
import { CreateOauthAppArgs, UpdateOauthAppArgs } from './app.args.ts'
import { OAuthAppSecretResponse } from './app.secret.response.ts'
import { OAuthApp } from './app.ts'
import type { OAuthApps } from './apps.ts'
import { OAuthAppNotFound, OAuthAppPublic } from './failures.ts'
import type { OAuthGrants } from './grants.ts'

const appId = { description: 'Identifier of the application.' }

/**
 * Who may change an application decides where the codes of other people are sent, so that is for a login only and never
 * for another application (docs/decisions/oauth-apps.md).
 */
const byLogin = { sessionOnly: true }

@Resolver(() => OAuthApp)
export class OAuthAppResolver {
  readonly #apps: OAuthApps
  readonly #grants: OAuthGrants

  constructor(apps: OAuthApps, grants: OAuthGrants) {
    this.#apps = apps
    this.#grants = grants
  }

  @Rest('GET /oauth/apps', 200)
  @Access('read:profile')
  @Query(() => [OAuthApp], { description: "The caller's OAuth applications, newest first; there are at most 50." })
  oauthApps(@Ctx() context: Context): Promise<OAuthApp[]> {
    return this.#apps.list(context)
  }

  @Rest('GET /oauth/apps/{id}', 200)
  @Access('read:profile')
  @Fails(OAuthAppNotFound)
  @Query(() => OAuthApp, { description: 'One OAuth application of the caller.' })
  oauthApp(@Arg('id', () => ID, appId) id: string, @Ctx() context: Context): Promise<OAuthApp> {
    return this.#apps.get(context, id)
  }

  @Rest('POST /oauth/apps', 201, {
    example: { name: 'Link Gardener', redirectUris: ['http://127.0.0.1:8400/cb'], scopes: ['read:links'] },
  })
  @Access('write:profile', byLogin)
  @Fails(PlanLimitReached)
  @Mutation(() => OAuthAppSecretResponse, {
    description:
      'Register an OAuth application, at most 50. The answer alone holds its client secret. ' +
      'Only for a login: no application may do this in the name of a person.',
  })
  createOauthApp(
    @Args(() => CreateOauthAppArgs) wish: CreateOauthAppArgs,
    @Ctx() context: Context,
  ): Promise<OAuthAppSecretResponse> {
    return this.#apps.register(context, wish)
  }

  @Rest('PATCH /oauth/apps/{id}', 200)
  @Access('write:profile', byLogin)
  @Fails(OAuthAppNotFound)
  @Mutation(() => OAuthApp, {
    description:
      'Change an OAuth application: absent fields stay. Dropping a scope ends the grants that hold it, so people are ' +
      'asked again; dropping a redirect URI ends the authorizations under way. Only for a login.',
  })
  updateOauthApp(@Args(() => UpdateOauthAppArgs) wish: UpdateOauthAppArgs, @Ctx() context: Context): Promise<OAuthApp> {
    return this.#apps.update(context, wish)
  }

  @Rest('POST /oauth/apps/{id}/secret', 200)
  @Access('write:profile', byLogin)
  @Fails(OAuthAppNotFound, OAuthAppPublic)
  @Mutation(() => OAuthAppSecretResponse, {
    description:
      'Give an OAuth application a new client secret; the old one ends at once, grants and tokens stay. Only for a login.',
  })
  rotateOauthAppSecret(
    @Arg('id', () => ID, appId) id: string,
    @Ctx() context: Context,
  ): Promise<OAuthAppSecretResponse> {
    return this.#apps.rotateSecret(context, id)
  }

  @Rest('DELETE /oauth/apps/{id}', 200)
  @Access('write:profile', byLogin)
  @Fails(OAuthAppNotFound)
  @Mutation(() => SuccessResponse, {
    description: 'Delete an OAuth application with every grant, code and token of it. Only for a login.',
  })
  async deleteOauthApp(@Arg('id', () => ID, appId) id: string, @Ctx() context: Context): Promise<SuccessResponse> {
    await this.#apps.delete(context, id)
    return { success: true }
  }

  @GraphOnly()
  @FieldResolver(() => Int, { description: 'How many people have given it access that still holds.' })
  userCount(@Root() app: OAuthApp, @Ctx() context: Context): Promise<number> {
    return this.#grants.countPeople(context, app.id)
  }
}
