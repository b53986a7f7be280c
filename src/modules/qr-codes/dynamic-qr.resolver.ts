import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access, Open } from '../../platform/auth/authorization.ts'
import { GraphqlOnly, Throws } from '../../platform/graphql/operations.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../platform/graphql/success-response.types.ts'
import { Rest } from '../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../platform/shared/general.errors.ts'
import { AnalyticsArgs, AnalyticsSummary } from '../clicks/index.ts'
import { DestinationBlocked, DestinationLoop, DestinationNotAllowed, LinkNotFound } from '../links/index.ts'
import { DynamicQr, DynamicQrConnection } from './dynamic-qr.entity.ts'
import { type DynamicQrService, maxListSize } from './dynamic-qr.service.ts'
import { QrNotFound } from './qr-code.errors.ts'
import { CreateDynamicQrArgs, DynamicQrsArgs, QrCodesArgs, QrImageArgs, UpdateDynamicQrArgs } from './qr-code.inputs.ts'
import { qrMediaTypes } from './qr-design.ts'
import { QrImage, type QrImageService } from './qr-image.service.ts'
import type { QrScanService } from './qr-scan.service.ts'

const qrIdOptions = { description: 'Identifier of the code.' }
const imageOptions = { media: Object.values(qrMediaTypes), isImage: true }

@Resolver(() => DynamicQr)
export class DynamicQrResolver {
  constructor(
    private readonly dynamicQrService: DynamicQrService,
    private readonly qrScanService: QrScanService,
    private readonly qrImageService: QrImageService,
  ) {}

  @Rest('POST /dynamic-qr', 201, { example: { title: 'Poster', targetUrl: 'https://example.com/launch' } })
  @Access('write:qr')
  @Throws(DestinationBlocked, DestinationLoop, DestinationNotAllowed, PlanLimitReached)
  @Mutation(() => DynamicQr, { description: 'Create a QR code with a changeable target. At most 1000 per account.' })
  createDynamicQr(
    @Args(() => CreateDynamicQrArgs) input: CreateDynamicQrArgs,
    @Ctx() context: RequestContext,
  ): Promise<DynamicQr> {
    return this.dynamicQrService.create(context, input)
  }

  @Rest('GET /dynamic-qr', 200)
  @Access('read:links')
  @Query(() => [DynamicQr], {
    description: "All of the caller's dynamic QR codes, newest first, or a page of them.",
    complexity: ({ args, childComplexity }) => maxListSize(args) * (1 + childComplexity),
  })
  dynamicQrs(@Args(() => DynamicQrsArgs) query: DynamicQrsArgs, @Ctx() context: RequestContext): Promise<DynamicQr[]> {
    return this.dynamicQrService.list(context, query)
  }

  @Access('read:links')
  @Query(() => DynamicQrConnection, {
    description: "The caller's dynamic QR codes, newest first, with cursor pagination.",
  })
  qrCodes(@Args(() => QrCodesArgs) query: QrCodesArgs, @Ctx() context: RequestContext): Promise<DynamicQrConnection> {
    return this.dynamicQrService.findPage(context, query)
  }

  @Rest('GET /dynamic-qr/{id}', 200)
  @Access('read:links')
  @Throws(QrNotFound)
  @Query(() => DynamicQr, { description: 'One dynamic QR code of the caller.' })
  dynamicQr(@Arg('id', () => ID, qrIdOptions) id: string, @Ctx() context: RequestContext): Promise<DynamicQr> {
    return this.dynamicQrService.get(context, id)
  }

  @Rest('PATCH /dynamic-qr/{id}', 200)
  @Access('write:qr')
  @Throws(QrNotFound, DestinationBlocked, DestinationLoop, DestinationNotAllowed)
  @Mutation(() => DynamicQr, {
    description: 'Change a printed code. Absent fields stay unchanged; null resets a design option to its default.',
  })
  updateDynamicQr(
    @Args(() => UpdateDynamicQrArgs) input: UpdateDynamicQrArgs,
    @Ctx() context: RequestContext,
  ): Promise<DynamicQr> {
    return this.dynamicQrService.update(context, input)
  }

  @Rest('DELETE /dynamic-qr/{id}', 200)
  @Access('write:qr')
  @Throws(QrNotFound)
  @Mutation(() => SuccessResponse, { description: 'Delete a code and its scans permanently.' })
  async deleteDynamicQr(
    @Arg('id', () => ID, qrIdOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.dynamicQrService.delete(context, id)
    return { success: true }
  }

  @Rest('GET /dynamic-qr/{id}/analytics', 200)
  @Access('read:analytics')
  @Throws(QrNotFound)
  @Query(() => AnalyticsSummary, {
    description: 'Click analytics of one code of the caller: scans, and visits by the typed short URL.',
  })
  dynamicQrAnalytics(
    @Arg('id', () => ID, qrIdOptions) id: string,
    @Args(() => AnalyticsArgs) query: AnalyticsArgs,
    @Ctx() context: RequestContext,
  ): Promise<AnalyticsSummary> {
    return this.qrScanService.getAnalytics(context, id, query)
  }

  @Rest('GET /dynamic-qr/{id}/image', 200, imageOptions)
  @Open()
  @Throws(QrNotFound)
  @Query(() => QrImage, { description: 'Image of a dynamic QR code. It needs no credential.' })
  dynamicQrImage(@Args(() => QrImageArgs) query: QrImageArgs, @Ctx() context: RequestContext): Promise<QrImage> {
    return this.qrImageService.offerDynamicQrImage(context, query)
  }

  @Rest('GET /urls/{id}/qr', 200, imageOptions)
  @Open()
  @Throws(LinkNotFound)
  @Query(() => QrImage, { description: 'QR code image of a link. It needs no credential.' })
  urlQr(@Args(() => QrImageArgs) query: QrImageArgs, @Ctx() context: RequestContext): Promise<QrImage> {
    return this.qrImageService.offerLinkImage(context, query)
  }

  @FieldResolver(() => Int, {
    description: 'Number of scans by people. A visit by the typed short URL is a click, not a scan.',
  })
  scans(@Root() qr: DynamicQr, @Ctx() context: RequestContext): Promise<number> {
    return this.qrScanService.count(context, qr)
  }

  @FieldResolver(() => String, { description: 'The full short URL, without the `?qr=1` of the printed code.' })
  shortUrl(@Root() { shortCode }: DynamicQr, @Ctx() context: RequestContext): string {
    return `${context.settings.shortUrl}/${shortCode}`
  }

  @FieldResolver(() => String, { description: 'URL of its image. It needs no credential.' })
  imageUrl(@Root() { id }: DynamicQr, @Ctx() context: RequestContext): string {
    return `${context.settings.publicUrl}/v1/dynamic-qr/${id}/image`
  }

  @GraphqlOnly()
  @Access('read:analytics')
  @FieldResolver(() => AnalyticsSummary, {
    nullable: true,
    description: 'Click analytics of the code. Needs the scope `read:analytics`.',
  })
  analytics(
    @Root() qr: DynamicQr,
    @Args(() => AnalyticsArgs) query: AnalyticsArgs,
    @Ctx() context: RequestContext,
  ): Promise<AnalyticsSummary> {
    return this.qrScanService.summarizeClicks(context, qr, query)
  }
}
