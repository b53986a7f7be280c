import { Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql'
import { GraphqlOnly } from '../../../platform/graphql/operations.ts'
import { Price } from '../../../platform/graphql/price.ts'
import { batchPerRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import { Click, LinkStat } from '../../visits/clicks/index.ts'
import { DynamicQr } from './dynamic-qr.entity.ts'

/** The fields of a click on the link of a dynamic QR code. `GET /urls` does not list such a link. */
@Resolver(() => Click)
export class ClickQrResolver {
  @Price('lookup')
  @FieldResolver(() => ID, {
    nullable: true,
    description: 'Identifier of the dynamic QR code whose link was clicked; null for a short link.',
  })
  async qrId(@Root() { urlId }: Click, @Ctx() context: RequestContext): Promise<string | null> {
    return (await loadCodeOfLink(context, urlId))?.id ?? null
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => DynamicQr, {
    nullable: true,
    description: 'The dynamic QR code whose link was clicked; null for a short link.',
  })
  qr(@Root() { urlId }: Click, @Ctx() context: RequestContext): Promise<DynamicQr | null> {
    return loadCodeOfLink(context, urlId)
  }
}

/** The fields of a row of top links that is a dynamic QR code. */
@Resolver(() => LinkStat)
export class LinkStatQrResolver {
  @Price('lookup')
  @FieldResolver(() => ID, {
    nullable: true,
    description: 'Identifier of the dynamic QR code; null for a short link.',
  })
  async qrId(@Root() { urlId, kind }: LinkStat, @Ctx() context: RequestContext): Promise<string | null> {
    return kind === 'qr' ? ((await loadCodeOfLink(context, urlId))?.id ?? null) : null
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => DynamicQr, {
    nullable: true,
    description: 'The dynamic QR code; null for a short link, and when it was deleted meanwhile.',
  })
  async qr(@Root() { urlId, kind }: LinkStat, @Ctx() context: RequestContext): Promise<DynamicQr | null> {
    return kind === 'qr' ? loadCodeOfLink(context, urlId) : null
  }
}

/** The caller's code with this link; null when the link has none. */
const loadCodeOfLink = batchPerRequest(async ({ em, workspaceIds }: RequestContext, linkIds: readonly string[]) => {
  const where = { workspace: { $in: workspaceIds }, link: { $in: [...new Set(linkIds)] } }
  const codes = await em.find(DynamicQr, where, { populate: ['link'] })
  const codeByLink = new Map(codes.map((code) => [code.link.id, code]))
  return linkIds.map((id) => codeByLink.get(id) ?? null)
})
