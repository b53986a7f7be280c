import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access, Open } from '../../../platform/auth/authorization.ts'
import { ReplacedInGraph } from '../../../platform/graphql/deprecation.ts'
import { GraphqlOnly, InWorkspace, Throws } from '../../../platform/graphql/operations.ts'
import { FindsNode } from '../../../platform/graphql/pagination/node.resolver.ts'
import { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { deletionOf, SuccessResponse } from '../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../platform/shared/general.errors.ts'
import { LogoNotFound } from './qr-code.errors.ts'
import { CreateQrLogoArgs, logoUpload } from './qr-code.inputs.ts'
import { QrDesign } from './qr-design.ts'
import { QrImage, type QrImageService } from './qr-image.service.ts'
import { QrLogo, QrLogoConnection } from './qr-logo.entity.ts'
import type { QrLogoService } from './qr-logo.service.ts'
import type { QrReadabilityService } from './reading/qr-readability.service.ts'
import { QrReadability } from './reading/qr-readability.ts'

const logoIdOptions = { description: 'Identifier of the logo.' }

@Resolver(() => QrLogo)
export class QrLogoResolver {
  constructor(
    private readonly qrLogoService: QrLogoService,
    private readonly qrImageService: QrImageService,
  ) {}

  @Rest('POST /qr-logos', 201, { bodyLimit: logoUpload.bodyLimit })
  @Access('write:qr')
  @InWorkspace()
  @Throws(PlanLimitReached)
  @Price('image')
  @Mutation(() => QrLogo, { description: 'Upload a logo for the centre of your QR codes. At most 20 per account.' })
  createQrLogo(@Args(() => CreateQrLogoArgs) input: CreateQrLogoArgs, @Ctx() context: RequestContext): Promise<QrLogo> {
    return this.qrLogoService.create(context, input)
  }

  @Rest('GET /qr-logos', 200)
  @Access('read:links')
  @InWorkspace()
  @ReplacedInGraph('qrLogosConnection')
  @Price('list')
  @Query(() => [QrLogo], { description: "The caller's logos, newest first." })
  qrLogos(@Ctx() context: RequestContext): Promise<QrLogo[]> {
    return this.qrLogoService.list(context)
  }

  @Access('read:links')
  @InWorkspace()
  @Price('list')
  @Query(() => QrLogoConnection, { description: "The caller's logos, newest first." })
  qrLogosConnection(
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<QrLogoConnection> {
    return this.qrLogoService.listPage(context, page)
  }

  @Access('read:links')
  @FindsNode('lgo')
  @Throws(LogoNotFound)
  @Price('lookup')
  @Query(() => QrLogo, { description: 'A logo of the caller by its id.' })
  qrLogo(@Arg('id', () => ID, logoIdOptions) id: string, @Ctx() context: RequestContext): Promise<QrLogo> {
    return this.qrLogoService.get(context, id)
  }

  @Rest('DELETE /qr-logos/{id}', 200)
  @Access('write:qr')
  @Throws(LogoNotFound)
  @Price('write')
  @Mutation(() => SuccessResponse, { description: 'Delete a logo. Codes with this logo then have none.' })
  async deleteQrLogo(
    @Arg('id', () => ID, logoIdOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    return deletionOf(id, await this.qrLogoService.delete(context, id))
  }

  @Rest('GET /qr-logos/{id}/image', 200, { media: ['image/png'], isImage: true })
  @Open()
  @Throws(LogoNotFound)
  @Price('image')
  @Query(() => QrImage, { description: 'Image of a logo. It needs no credential.' })
  qrLogoImage(@Arg('id', () => ID, logoIdOptions) id: string, @Ctx() context: RequestContext): Promise<QrImage> {
    return this.qrImageService.offerLogoImage(context, id)
  }

  @Price('free')
  @FieldResolver(() => Url, {
    description: 'URL of its image, a PNG. It needs no credential, so a page can show the logo.',
  })
  imageUrl(@Root() { id }: QrLogo, @Ctx() context: RequestContext): string {
    return this.qrImageService.buildLogoUrl(context, id)
  }
}

@Resolver(() => QrDesign)
export class QrDesignResolver {
  constructor(
    private readonly qrLogoService: QrLogoService,
    private readonly qrReadabilityService: QrReadabilityService,
  ) {}

  @GraphqlOnly()
  @Price('image')
  @FieldResolver(() => QrReadability, { description: 'How well the code is read, by programs that read it now.' })
  readability(@Root() design: QrDesign, @Ctx() context: RequestContext): Promise<QrReadability> {
    return this.qrReadabilityService.read(context, design)
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => QrLogo, { nullable: true, description: 'Logo in the centre; null for none.' })
  async logo(@Root() { logoId }: QrDesign, @Ctx() context: RequestContext): Promise<QrLogo | null> {
    return logoId === null ? null : this.qrLogoService.load(context, logoId)
  }
}
