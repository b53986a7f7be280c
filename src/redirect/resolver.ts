import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { Open } from '../access/marks.ts'
import type { Context } from '../graphql/context.ts'
import { Fails } from '../graphql/marks.ts'
import { LinkNotFound } from '../links/index.ts'
import { Rest } from '../rest/mark.ts'
import { UnlockUrlArgs } from './args.ts'
import { LinkExpired, LinkInactive, LinkLimitReached, LinkPasswordInvalid, LinkPasswordRequired } from './failures.ts'
import { RedirectResponse } from './redirect.response.ts'
import type { Resolution } from './resolution.ts'

const shortUrl = { description: 'The short code or custom alias; upper and lower case count as the same.' }
const noTrack = {
  defaultValue: false,
  description: 'Do not count this resolution (a click limit counts it all the same).',
}

@Resolver(() => RedirectResponse)
export class ResolutionResolver {
  readonly #resolution: Resolution

  constructor(resolution: Resolution) {
    this.#resolution = resolution
  }

  @Rest('GET /urls/redirect/{shortUrl}', 200)
  @Open()
  @Fails(LinkNotFound)
  @Query(() => RedirectResponse, {
    description: 'Resolve a short code or alias. Receiving the destination counts as a click.',
  })
  resolveUrl(
    @Arg('shortUrl', () => String, shortUrl) code: string,
    @Arg('noTrack', () => Boolean, noTrack) isUntracked: boolean,
    @Ctx() context: Context,
  ): Promise<RedirectResponse> {
    return this.#resolution.resolve(context, code, isUntracked)
  }

  @Rest('POST /urls/redirect/{shortUrl}/verify-password', 200)
  @Open()
  @Fails(LinkNotFound, LinkPasswordRequired, LinkPasswordInvalid, LinkInactive, LinkExpired, LinkLimitReached)
  @Mutation(() => RedirectResponse, { description: 'Resolve a protected link with its password.' })
  unlockUrl(
    @Args(() => UnlockUrlArgs) { shortUrl, password }: UnlockUrlArgs,
    @Ctx() context: Context,
  ): Promise<RedirectResponse> {
    return this.#resolution.unlock(context, shortUrl, password)
  }
}
