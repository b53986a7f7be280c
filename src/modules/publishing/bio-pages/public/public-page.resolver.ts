import { Arg, Ctx, Query, Resolver } from 'type-graphql'
import { Open } from '../../../../platform/auth/authorization.ts'
import { Throws } from '../../../../platform/graphql/operations.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import { BioPageNotFound } from '../bio-page.errors.ts'
import type { PublicPageService } from './public-page.service.ts'
import { PublicBioPage } from './public-page.types.ts'

const slugOptions = { description: 'Last part of the address of the page.' }

@Resolver(() => PublicBioPage)
export class PublicPageResolver {
  constructor(private readonly publicPageService: PublicPageService) {}

  @Rest('GET /bio/{slug}', 200)
  @Open()
  @Throws(BioPageNotFound)
  @Price('lookup')
  @Query(() => PublicBioPage, {
    description:
      'A published bio page, for a site that shows it itself. It counts no view; its addresses count clicks.',
  })
  publicBioPage(
    @Arg('slug', () => String, slugOptions) slug: string,
    @Ctx() context: RequestContext,
  ): Promise<PublicBioPage> {
    return this.publicPageService.get(context, slug)
  }
}
