import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { DestinationBlocked } from '../../../platform/addresses/block-list.ts'
import { Access, Open } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly, InWorkspace, inputOptions, ReadsReplica, Throws } from '../../../platform/graphql/operations.ts'
import { NamedListArgs } from '../../../platform/graphql/pagination/named-list.ts'
import { FindsNode } from '../../../platform/graphql/pagination/node.resolver.ts'
import { ConnectionArgs, OptionallyPagedConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { SafeInt, Url } from '../../../platform/graphql/scalars.ts'
import { deletionOf, SuccessResponse } from '../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../platform/shared/general.errors.ts'
import { Workspace } from '../../identity/workspaces/index.ts'
import { AnalyticsArgs, AnalyticsSummary, analyticsPrice } from '../../visits/clicks/index.ts'
import { buildShortUrl, DestinationLoop, DestinationNotAllowed, Link, LinkNotFound } from '../links/index.ts'
import { DynamicQr, DynamicQrConnection } from './dynamic-qr.entity.ts'
import type { DynamicQrService } from './dynamic-qr.service.ts'
import { QrNotFound } from './qr-code.errors.ts'
import { CreateDynamicQrInput, QrImageArgs, UpdateDynamicQrInput } from './qr-code.inputs.ts'
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
  @InWorkspace()
  @Throws(DestinationBlocked, DestinationLoop, DestinationNotAllowed, PlanLimitReached)
  @Price('write')
  @Mutation(() => DynamicQr, { description: 'Create a QR code with a changeable target. At most 1000 per account.' })
  createDynamicQr(
    @Arg('input', () => CreateDynamicQrInput, inputOptions) input: CreateDynamicQrInput,
    @Ctx() context: RequestContext,
  ): Promise<DynamicQr> {
    return this.dynamicQrService.create(context, input)
  }

  @Rest('GET /dynamic-qr', 200)
  @Access('read:links')
  @InWorkspace()
  @Price('list')
  @ReadsReplica()
  @Query(() => DynamicQrConnection, {
    description: "The caller's dynamic QR codes, with search and sorting; by default newest first.",
  })
  dynamicQrs(
    @Args(() => OptionallyPagedConnectionArgs) page: OptionallyPagedConnectionArgs,
    @Args(() => NamedListArgs) search: NamedListArgs,
    @Ctx() context: RequestContext,
  ): Promise<DynamicQrConnection> {
    return this.dynamicQrService.list(context, { page, search })
  }

  @Rest('GET /dynamic-qr/{id}', 200)
  @Access('read:links')
  @FindsNode('dqr')
  @Throws(QrNotFound)
  @Price('lookup')
  @Query(() => DynamicQr, { description: 'One dynamic QR code of the caller.' })
  dynamicQr(@Arg('id', () => ID, qrIdOptions) id: string, @Ctx() context: RequestContext): Promise<DynamicQr> {
    return this.dynamicQrService.get(context, id)
  }

  @Rest('PATCH /dynamic-qr/{id}', 200)
  @Access('write:qr')
  @Throws(QrNotFound, DestinationBlocked, DestinationLoop, DestinationNotAllowed)
  @Price('write')
  @Mutation(() => DynamicQr, {
    description: 'Change a printed code. Absent fields stay unchanged; null resets a design option to its default.',
  })
  updateDynamicQr(
    @Arg('id', () => ID, qrIdOptions) id: string,
    @Arg('input', () => UpdateDynamicQrInput, inputOptions) input: UpdateDynamicQrInput,
    @Ctx() context: RequestContext,
  ): Promise<DynamicQr> {
    return this.dynamicQrService.update(context, id, input)
  }

  @Rest('DELETE /dynamic-qr/{id}', 200)
  @Access('write:qr')
  @Throws(QrNotFound)
  @Price('write')
  @Mutation(() => SuccessResponse, { description: 'Delete a code and its scans permanently.' })
  async deleteDynamicQr(
    @Arg('id', () => ID, qrIdOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    return deletionOf(id, await this.dynamicQrService.delete(context, id))
  }

  @Rest('GET /dynamic-qr/{id}/analytics', 200)
  @Access('read:analytics')
  @Throws(QrNotFound)
  @Price(analyticsPrice)
  @ReadsReplica()
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
  @Price('image')
  @Query(() => QrImage, { description: 'Image of a dynamic QR code. It needs no credential.' })
  dynamicQrImage(@Args(() => QrImageArgs) query: QrImageArgs, @Ctx() context: RequestContext): Promise<QrImage> {
    return this.qrImageService.offerDynamicQrImage(context, query)
  }

  @Rest('GET /urls/{id}/qr', 200, imageOptions)
  @Open()
  @Throws(LinkNotFound)
  @Price('image')
  @Query(() => QrImage, { description: 'QR code image of a link. It needs no credential.' })
  urlQr(@Args(() => QrImageArgs) query: QrImageArgs, @Ctx() context: RequestContext): Promise<QrImage> {
    return this.qrImageService.offerLinkImage(context, query)
  }

  @Price('count')
  @FieldResolver(() => SafeInt, {
    description: 'Number of scans by people. A visit by the typed short URL is a click, not a scan.',
  })
  scans(@Root() qr: DynamicQr, @Ctx() context: RequestContext): Promise<number> {
    return this.qrScanService.count(context, qr)
  }

  @Price('free')
  @FieldResolver(() => Url, { description: 'The full short URL, without the `?qr=1` of the printed code.' })
  shortUrl(@Root() { code }: DynamicQr, @Ctx() context: RequestContext): string {
    return buildShortUrl(context, { code, domainHost: null })
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Link, {
    nullable: true,
    description: 'The link of this code, to which clicks and top links refer.',
  })
  url(@Root() { link }: DynamicQr): Promise<Link> {
    return link.loadOrFail({ dataloader: true })
  }

  @Price('free')
  @FieldResolver(() => Url, { description: 'URL of its image. It needs no credential.' })
  imageUrl(@Root() { id }: DynamicQr, @Ctx() context: RequestContext): string {
    return `${context.settings.publicUrl}/v1/dynamic-qr/${id}/image`
  }

  @GraphqlOnly()
  @Price(analyticsPrice)
  @FieldResolver(() => AnalyticsSummary, {
    nullable: true,
    description: 'Click analytics of the code.',
  })
  analytics(
    @Root() qr: DynamicQr,
    @Args(() => AnalyticsArgs) query: AnalyticsArgs,
    @Ctx() context: RequestContext,
  ): Promise<AnalyticsSummary> {
    return this.qrScanService.summarizeClicks(context, qr, query)
  }
}

/** Adds `dynamicQrs` to a workspace, because the workspaces module does not import this one. */
@Resolver(() => Workspace)
export class WorkspaceQrCodesResolver {
  constructor(private readonly dynamicQrService: DynamicQrService) {}

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => DynamicQrConnection, {
    description: 'Dynamic QR codes of the workspace, with search and sorting; by default newest first.',
  })
  dynamicQrs(
    @Root() { id }: Workspace,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Args(() => NamedListArgs) search: NamedListArgs,
    @Ctx() context: RequestContext,
  ): Promise<DynamicQrConnection> {
    return this.dynamicQrService.list(context.inWorkspace(id), { page, search })
  }
}
