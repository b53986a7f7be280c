import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../access/marks.ts'
import { PlanLimitReached } from '../base/failures.ts'
import type { Context } from '../graphql/context.ts'
import { Fails } from '../graphql/marks.ts'
import { SuccessResponse } from '../graphql/success.response.ts'
import { Rest } from '../rest/mark.ts'
import { ApiKeyCreatedResponse } from './api.key.created.response.ts'
import { ApiKey } from './api.key.ts'
import { ApiKeysArgs, CreateApiKeyArgs } from './args.ts'
import { KeyNotFound } from './failures.ts'
import type { ApiKeys } from './service.ts'

const keyId = { description: 'Identifier of the key, not the key itself.' }

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  readonly #keys: ApiKeys

  constructor(keys: ApiKeys) {
    this.#keys = keys
  }

  @Rest('GET /keys', 200)
  @Access('read:profile')
  @Query(() => [ApiKey], {
    description: "The caller's API keys, newest first, the expired and the revoked ones too, a page at a time.",
  })
  apiKeys(@Args(() => ApiKeysArgs) wish: ApiKeysArgs, @Ctx() context: Context): Promise<ApiKey[]> {
    return this.#keys.list(context, wish)
  }

  @Rest('POST /keys', 201, { example: { name: 'deploy script', expiresInDays: 30 } })
  @Access('write:profile')
  @Fails(PlanLimitReached)
  @Mutation(() => ApiKeyCreatedResponse, {
    description:
      'Make an API key. It opens everything about links, analytics and QR codes of the account, whatever the scopes ' +
      'of the credential that makes it, and never the profile or keys. An account has at most 100 active ones.',
  })
  createApiKey(
    @Args(() => CreateApiKeyArgs) wish: CreateApiKeyArgs,
    @Ctx() context: Context,
  ): Promise<ApiKeyCreatedResponse> {
    return this.#keys.create(context, wish)
  }

  @Rest('DELETE /keys/{id}', 200)
  @Access('write:profile')
  @Fails(KeyNotFound)
  @Mutation(() => SuccessResponse, {
    description: 'Revoke an API key for good, from the next request on. It stays in the list; once more is no error.',
  })
  async revokeApiKey(@Arg('id', () => ID, keyId) id: string, @Ctx() context: Context): Promise<SuccessResponse> {
    await this.#keys.revoke(context, id)
    return { success: true }
  }

  @FieldResolver(() => Boolean, { description: 'Whether the key is accepted now: neither revoked nor expired.' })
  isActive(@Root() key: ApiKey, @Ctx() context: Context): boolean {
    return key.isActiveAt(context.now())
  }
}
