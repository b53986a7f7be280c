import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { ReadOnly } from '../../../../platform/database/read-only.ts'
import { GraphqlOnly } from '../../../../platform/graphql/operations.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Url } from '../../../../platform/graphql/scalars.ts'
import { Link } from '../../links/index.ts'
import type { SiteIconService } from './site-icon.service.ts'

/** Adds the icon of its destination to a link. */
@Resolver(() => Link)
export class LinkIconResolver {
  constructor(private readonly siteIcons: SiteIconService) {}

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Url, {
    nullable: true,
    description:
      'Address of the icon of the site to which the link leads: PNG, ICO, WebP or JPEG, kept by this service. Null for ' +
      'a site without one, and until it was fetched, some seconds after the link was first shown.',
  })
  async iconUrl(
    @Root() { workspace, originalUrl }: ReadOnly<Link>,
    @Ctx() context: RequestContext,
  ): Promise<string | null> {
    const { protocol, origin } = new URL(originalUrl)
    if (!workspace || !/^https?:$/.test(protocol)) return null
    return this.siteIcons.findAddress(context, { workspaceId: workspace.id, origin })
  }
}
