import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { Access } from '../../platform/auth/authorization.ts'
import { Throws } from '../../platform/graphql/operations.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../platform/graphql/success-response.types.ts'
import { Rest } from '../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../platform/shared/general.errors.ts'
import { LogoNotFound } from './qr-code.errors.ts'
import { CreateQrLogoArgs } from './qr-code.inputs.ts'
import { QrLogo } from './qr-logo.entity.ts'
import type { QrLogoService } from './qr-logo.service.ts'

/** In bytes: an image of 256 KiB in base64, and the other fields. */
const bodyLimit = 360 * 1024

@Resolver(() => QrLogo)
export class QrLogoResolver {
  constructor(private readonly qrLogoService: QrLogoService) {}

  @Rest('POST /qr-logos', 201, { bodyLimit })
  @Access('write:qr')
  @Throws(PlanLimitReached)
  @Mutation(() => QrLogo, { description: 'Upload a logo for the centre of your QR codes. At most 20 per account.' })
  createQrLogo(@Args(() => CreateQrLogoArgs) input: CreateQrLogoArgs, @Ctx() context: RequestContext): Promise<QrLogo> {
    return this.qrLogoService.create(context, input)
  }

  @Rest('GET /qr-logos', 200)
  @Access('read:links')
  @Query(() => [QrLogo], { description: "The caller's logos, newest first." })
  qrLogos(@Ctx() context: RequestContext): Promise<QrLogo[]> {
    return this.qrLogoService.list(context)
  }

  @Rest('DELETE /qr-logos/{id}', 200)
  @Access('write:qr')
  @Throws(LogoNotFound)
  @Mutation(() => SuccessResponse, { description: 'Delete a logo. Codes with this logo then have none.' })
  async deleteQrLogo(
    @Arg('id', () => ID, { description: 'Identifier of the logo.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.qrLogoService.delete(context, id)
    return { success: true }
  }
}
