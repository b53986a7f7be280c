import { findChanges } from '../../../../platform/events/domain-events.ts'
import type { EventPublisher } from '../../../../platform/events/event-publisher.ts'
import { findOwned } from '../../../../platform/graphql/owned/owned-rows.ts'
import { batchPerRequest, type RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Link, LinkNotFound, lockOwnedLink, publishLinkChanges } from '../../links/index.ts'
import { toDesign } from '../designed-qr.ts'
import type { UpdateUrlQrDesignInput } from '../qr-code.inputs.ts'
import { mergeDesign, type QrDesign } from '../qr-design.ts'
import { findLogoOfWorkspace } from '../qr-logo.service.ts'
import { LinkQrDesign } from './link-qr-design.entity.ts'

const noDesign = { designOptions: {}, logo: null }

/** The designs of the QR codes of links. */
export class LinkQrDesignService {
  /** The design of a link that the caller may read. */
  readonly load = batchPerRequest(async ({ em }: RequestContext, linkIds: readonly string[]): Promise<QrDesign[]> => {
    const rows = await em.find(LinkQrDesign, { link: { $in: [...new Set(linkIds)] } })
    const byLink = new Map(rows.map((row) => [row.link.id, row]))
    return linkIds.map((id) => toDesign(byLink.get(id) ?? noDesign))
  })

  constructor(private readonly events: EventPublisher) {}

  /** Throws `LinkNotFound`. */
  async get(context: RequestContext, id: string): Promise<QrDesign> {
    await findOwned(context, Link, { id, kind: 'link' }, LinkNotFound)
    return this.load(context, id)
  }

  /** Changes the given options. Null resets one to its default. Throws `LinkNotFound`, and `InvalidParams` for an unreadable design. */
  update(context: RequestContext, id: string, { logoId, ...designArgs }: UpdateUrlQrDesignInput): Promise<QrDesign> {
    return context.em.transactional(async (em) => {
      // The lock of the link is the lock of its design, which may have no row yet.
      const link = await lockOwnedLink(context, em, id)
      const row =
        (await em.findOne(LinkQrDesign, { link: id }, { refresh: true })) ??
        em.create(LinkQrDesign, { link, ...noDesign })
      const designOptions = mergeDesign(row.designOptions, designArgs)
      const logo = logoId === undefined ? row.logo : await findLogoOfWorkspace(em, link.workspace?.id, logoId)
      const former = toDesign(row)
      Object.assign(row, { designOptions, logo })
      em.persist(row)
      const design = toDesign(row)
      const changes = findChanges({ qrDesign: { ...former } }, { qrDesign: { ...design } })
      if (changes.qrDesign) link.updatedAt = context.now()
      await publishLinkChanges(this.events, context, em, link, changes)
      return design
    })
  }
}
