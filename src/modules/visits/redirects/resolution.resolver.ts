import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Open } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly, Throws } from '../../../platform/graphql/operations.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { buildShortUrl, LinkNotFound } from '../../publishing/links/index.ts'
import {
  LinkExpired,
  LinkInactive,
  LinkLimitReached,
  LinkPasswordInvalid,
  LinkPasswordRequired,
} from './resolution.errors.ts'
import type { ResolutionService } from './resolution.service.ts'
import { codeDescription, RedirectResponse, ResolveUrlArgs, UnlockUrlArgs } from './resolution.types.ts'

@Resolver(() => RedirectResponse)
export class ResolutionResolver {
  constructor(private readonly resolutionService: ResolutionService) {}

  @Rest('GET /urls/redirect/{shortUrl}', 200)
  @Open()
  @Throws(LinkNotFound)
  @Price('write')
  @Mutation(() => RedirectResponse, {
    description: 'Resolve a short code or alias. A response with the destination counts as a click.',
  })
  resolveUrl(
    @Args(() => ResolveUrlArgs) { code, noTrack }: ResolveUrlArgs,
    @Ctx() context: RequestContext,
  ): Promise<RedirectResponse> {
    return this.resolutionService.resolve(context, code, noTrack)
  }

  @Open()
  @Throws(LinkNotFound)
  @Price('lookup')
  @Query(() => RedirectResponse, {
    description:
      'Look at what a short code or alias resolves to, without a click. The destination of a link with a password or a click limit is null.',
  })
  previewUrl(
    @Arg('code', () => String, { description: codeDescription }) code: string,
    @Ctx() context: RequestContext,
  ): Promise<RedirectResponse> {
    return this.resolutionService.preview(context, code)
  }

  @Rest('POST /urls/redirect/{shortUrl}/verify-password', 200)
  @Open()
  @Throws(LinkNotFound, LinkPasswordRequired, LinkPasswordInvalid, LinkInactive, LinkExpired, LinkLimitReached)
  @Price('password')
  @Mutation(() => RedirectResponse, { description: 'Resolve a protected link with its password.' })
  unlockUrl(
    @Args(() => UnlockUrlArgs) { code, password }: UnlockUrlArgs,
    @Ctx() context: RequestContext,
  ): Promise<RedirectResponse> {
    return this.resolutionService.unlock(context, code, password)
  }

  @GraphqlOnly()
  @Price('free')
  @FieldResolver(() => Url, { description: 'Full short address.' })
  shortUrl(@Root() response: RedirectResponse, @Ctx() context: RequestContext): string {
    return buildShortUrl(context, response)
  }
}
