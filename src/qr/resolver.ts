import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access, Open } from '../access/marks.ts'
import { PlanLimitReached } from '../base/failures.ts'
import { AnalyticsArgs, AnalyticsSummary } from '../clicks/index.ts'
import type { Context } from '../graphql/context.ts'
import { Fails, GraphOnly } from '../graphql/marks.ts'
import { PageArgs } from '../graphql/page.args.ts'
import { SuccessResponse } from '../graphql/success.response.ts'
import { DestinationBlocked, DestinationLoop, DestinationNotAllowed, LinkNotFound } from '../links/index.ts'
import { Rest } from '../rest/mark.ts'
import { CreateDynamicQrArgs, QrCodesArgs, QrImageArgs, UpdateDynamicQrArgs } from './args.ts'
import { DynamicQrConnection } from './connection.ts'
import { formats } from './drawing/pictures.ts'
import { DynamicQr } from './dynamic.qr.ts'
import { QrNotFound } from './failures.ts'
import type { QrImages } from './images.ts'
import { QrImage } from './qr.image.ts'
import type { Scans } from './scans.ts'
import type { DynamicQrs } from './service.ts'

const qrId = { description: 'Identifier of the code.' }
const image = { media: Object.values(formats), isImage: true }

@Resolver(() => DynamicQr)
export class DynamicQrResolver {
  readonly #codes: DynamicQrs
  readonly #scans: Scans
  readonly #images: QrImages

  constructor(codes: DynamicQrs, scans: Scans, images: QrImages) {
    this.#codes = codes
    this.#scans = scans
    this.#images = images
  }

  @Rest('POST /dynamic-qr', 201, { example: { title: 'Poster', targetUrl: 'https://example.com/launch' } })
  @Access('write:qr')
  @Fails(DestinationBlocked, DestinationLoop, DestinationNotAllowed, PlanLimitReached)
  @Mutation(() => DynamicQr, { description: 'Make a QR code whose target can be changed. At most 1000 an account.' })
  createDynamicQr(
    @Args(() => CreateDynamicQrArgs) wish: CreateDynamicQrArgs,
    @Ctx() context: Context,
  ): Promise<DynamicQr> {
    return this.#codes.create(context, wish)
  }

  @Rest('GET /dynamic-qr', 200)
  @Access('read:links')
  @Query(() => [DynamicQr], { description: "The caller's dynamic QR codes, newest first, a page at a time." })
  dynamicQrs(@Args(() => PageArgs) wish: PageArgs, @Ctx() context: Context): Promise<DynamicQr[]> {
    return this.#codes.list(context, wish)
  }

  @Access('read:links')
  @Query(() => DynamicQrConnection, {
    description: "The caller's dynamic QR codes, newest first, a page after a cursor at a time.",
  })
  qrCodes(@Args(() => QrCodesArgs) wish: QrCodesArgs, @Ctx() context: Context): Promise<DynamicQrConnection> {
    return this.#codes.browse(context, wish)
  }

  @Rest('GET /dynamic-qr/{id}', 200)
  @Access('read:links')
  @Fails(QrNotFound)
  @Query(() => DynamicQr, { description: 'One dynamic QR code of the caller.' })
  dynamicQr(@Arg('id', () => ID, qrId) id: string, @Ctx() context: Context): Promise<DynamicQr> {
    return this.#codes.get(context, id)
  }

  @Rest('PATCH /dynamic-qr/{id}', 200)
  @Access('write:qr')
  @Fails(QrNotFound, DestinationBlocked, DestinationLoop, DestinationNotAllowed)
  @Mutation(() => DynamicQr, {
    description:
      'Change a code without printing it anew: absent fields stay, null puts the design back to its default.',
  })
  updateDynamicQr(
    @Args(() => UpdateDynamicQrArgs) wish: UpdateDynamicQrArgs,
    @Ctx() context: Context,
  ): Promise<DynamicQr> {
    return this.#codes.update(context, wish)
  }

  @Rest('DELETE /dynamic-qr/{id}', 200)
  @Access('write:qr')
  @Fails(QrNotFound)
  @Mutation(() => SuccessResponse, { description: 'Delete a code and, for good, its scans.' })
  async deleteDynamicQr(@Arg('id', () => ID, qrId) id: string, @Ctx() context: Context): Promise<SuccessResponse> {
    await this.#codes.delete(context, id)
    return { success: true }
  }

  @Rest('GET /dynamic-qr/{id}/analytics', 200)
  @Access('read:analytics')
  @Fails(QrNotFound)
  @Query(() => AnalyticsSummary, {
    description: 'The clicks of one code of the caller, summed up: scans, and visits by the address beneath it.',
  })
  dynamicQrAnalytics(
    @Arg('id', () => ID, qrId) id: string,
    @Args(() => AnalyticsArgs) wish: AnalyticsArgs,
    @Ctx() context: Context,
  ): Promise<AnalyticsSummary> {
    return this.#scans.summarize(context, id, wish)
  }

  @Rest('GET /dynamic-qr/{id}/image', 200, image)
  @Open()
  @Fails(QrNotFound)
  @Query(() => QrImage, { description: 'The picture of a dynamic QR code. Anybody who has its id may see it.' })
  dynamicQrImage(@Args(() => QrImageArgs) wish: QrImageArgs, @Ctx() context: Context): Promise<QrImage> {
    return this.#images.offer(context, wish)
  }

  @Rest('GET /urls/{id}/qr', 200, image)
  @Open()
  @Fails(LinkNotFound)
  @Query(() => QrImage, { description: 'A QR code that leads to a link. Anybody who has its id may see it.' })
  urlQr(@Args(() => QrImageArgs) wish: QrImageArgs, @Ctx() context: Context): Promise<QrImage> {
    return this.#images.offerOfLink(context, wish)
  }

  @FieldResolver(() => Int, {
    description: 'Scans by people so far. A visit by the address beneath the code is a click and no scan.',
  })
  scans(@Root() qr: DynamicQr, @Ctx() context: Context): Promise<number> {
    return this.#scans.count(context, qr)
  }

  @FieldResolver(() => String, { description: 'The full short address that is printed, but for its `?qr=1`.' })
  shortUrl(@Root() { shortCode }: DynamicQr, @Ctx() context: Context): string {
    return `${context.settings.shortUrl}/${shortCode}`
  }

  @FieldResolver(() => String, { description: 'Where its picture is. It needs no credential.' })
  imageUrl(@Root() { id }: DynamicQr, @Ctx() context: Context): string {
    return `${context.settings.publicUrl}/v1/dynamic-qr/${id}/image`
  }

  @GraphOnly()
  @Access('read:analytics')
  @FieldResolver(() => AnalyticsSummary, {
    nullable: true,
    description: 'The clicks of the code, summed up. Needs the scope `read:analytics`.',
  })
  analytics(
    @Root() qr: DynamicQr,
    @Args(() => AnalyticsArgs) wish: AnalyticsArgs,
    @Ctx() context: Context,
  ): Promise<AnalyticsSummary> {
    return this.#scans.summarizeOf(context, qr, wish)
  }
}
