import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { Open } from '../../platform/auth/authorization.ts'
import { Throws } from '../../platform/graphql/operations.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { Rest } from '../../platform/rest/rest.decorator.ts'
import { LinkNotFound } from '../links/index.ts'
import {
  LinkExpired,
  LinkInactive,
  LinkLimitReached,
  LinkPasswordInvalid,
  LinkPasswordRequired,
} from './resolution.errors.ts'
import type { ResolutionService } from './resolution.service.ts'
import { RedirectResponse, UnlockUrlArgs } from './resolution.types.ts'

const shortUrlOptions = { description: 'The short code or custom alias, case-insensitive.' }
const noTrackOptions = {
  defaultValue: false,
  description: 'Do not count this resolution. A click limit still counts it.',
}

@Resolver(() => RedirectResponse)
export class ResolutionResolver {
  constructor(private readonly resolutionService: ResolutionService) {}

  @Rest('GET /urls/redirect/{shortUrl}', 200)
  @Open()
  @Throws(LinkNotFound)
  @Query(() => RedirectResponse, {
    description: 'Resolve a short code or alias. A response with the destination counts as a click.',
  })
  resolveUrl(
    @Arg('shortUrl', () => String, shortUrlOptions) code: string,
    @Arg('noTrack', () => Boolean, noTrackOptions) isUntracked: boolean,
    @Ctx() context: RequestContext,
  ): Promise<RedirectResponse> {
    return this.resolutionService.resolve(context, code, isUntracked)
  }

  @Rest('POST /urls/redirect/{shortUrl}/verify-password', 200)
  @Open()
  @Throws(LinkNotFound, LinkPasswordRequired, LinkPasswordInvalid, LinkInactive, LinkExpired, LinkLimitReached)
  @Mutation(() => RedirectResponse, { description: 'Resolve a protected link with its password.' })
  unlockUrl(
    @Args(() => UnlockUrlArgs) { shortUrl, password }: UnlockUrlArgs,
    @Ctx() context: RequestContext,
  ): Promise<RedirectResponse> {
    return this.resolutionService.unlock(context, shortUrl, password)
  }
}
