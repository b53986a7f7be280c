import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { Access } from '../access/marks.ts'
import { PlanLimitReached } from '../base/failures.ts'
import type { Context } from '../graphql/context.ts'
import { Fails } from '../graphql/marks.ts'
import { SuccessResponse } from '../graphql/success.response.ts'
import { Rest } from '../rest/mark.ts'
import { CreateQrLogoArgs } from './args.ts'
import { LogoNotFound } from './failures.ts'
import type { QrLogos } from './logos.ts'
import { QrLogo } from './qr.logo.ts'

/** A picture of 256 KiB in base64, and what stands around it. */
const bodyLimit = 360 * 1024

@Resolver(() => QrLogo)
export class QrLogoResolver {
  readonly #logos: QrLogos

  constructor(logos: QrLogos) {
    this.#logos = logos
  }

  @Rest('POST /qr-logos', 201, { bodyLimit })
  @Access('write:qr')
  @Fails(PlanLimitReached)
  @Mutation(() => QrLogo, { description: 'Keep a picture for the middle of your QR codes. At most 20 an account.' })
  createQrLogo(@Args(() => CreateQrLogoArgs) wish: CreateQrLogoArgs, @Ctx() context: Context): Promise<QrLogo> {
    return this.#logos.create(context, wish)
  }

  @Rest('GET /qr-logos', 200)
  @Access('read:links')
  @Query(() => [QrLogo], { description: "The caller's logos, newest first." })
  qrLogos(@Ctx() context: Context): Promise<QrLogo[]> {
    return this.#logos.list(context)
  }

  @Rest('DELETE /qr-logos/{id}', 200)
  @Access('write:qr')
  @Fails(LogoNotFound)
  @Mutation(() => SuccessResponse, { description: 'Delete a logo. Codes that wore it are drawn without one.' })
  async deleteQrLogo(
    @Arg('id', () => ID, { description: 'Identifier of the logo.' }) id: string,
    @Ctx() context: Context,
  ): Promise<SuccessResponse> {
    await this.#logos.delete(context, id)
    return { success: true }
  }
}
