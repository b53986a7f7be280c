import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { GraphqlOnly, inputOptions, Throws } from '../../../../platform/graphql/operations.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import { Link, LinkNotFound } from '../../links/index.ts'
import { UpdateUrlQrDesignInput } from '../qr-code.inputs.ts'
import { QrDesign } from '../qr-design.ts'
import type { LinkQrDesignService } from './link-qr-design.service.ts'

const linkIdOptions = { description: 'Identifier of the link.' }

@Resolver(() => Link)
export class LinkQrDesignResolver {
  constructor(private readonly linkQrDesignService: LinkQrDesignService) {}

  @Rest('GET /urls/{id}/qr/design', 200)
  @Access('read:links')
  @Throws(LinkNotFound)
  @Price('lookup')
  @Query(() => QrDesign, { description: 'How the QR code of one link of the caller looks.' })
  urlQrDesign(@Arg('id', () => ID, linkIdOptions) id: string, @Ctx() context: RequestContext): Promise<QrDesign> {
    return this.linkQrDesignService.get(context, id)
  }

  @Rest('PATCH /urls/{id}/qr/design', 200, { example: { color: '1f2937', margin: 4 } })
  @Access('write:qr')
  @Throws(LinkNotFound)
  @Price('image')
  @Mutation(() => QrDesign, {
    description:
      'Change how the QR code of a link looks, wherever its image is shown. Absent fields stay unchanged; null resets an option to its default.',
  })
  updateUrlQrDesign(
    @Arg('id', () => ID, linkIdOptions) id: string,
    @Arg('input', () => UpdateUrlQrDesignInput, inputOptions) input: UpdateUrlQrDesignInput,
    @Ctx() context: RequestContext,
  ): Promise<QrDesign> {
    return this.linkQrDesignService.update(context, id, input)
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => QrDesign, { description: 'How the QR code of the link looks.' })
  qrDesign(@Root() link: Link, @Ctx() context: RequestContext): Promise<QrDesign> {
    return this.linkQrDesignService.load(context, link)
  }
}
