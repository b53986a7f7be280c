import { findChanges } from '../../../../platform/events/domain-events.ts'
import type { EventPublisher } from '../../../../platform/events/event-publisher.ts'
import { findOwned } from '../../../../platform/graphql/owned/owned-rows.ts'
import { batchPerRequest, type RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Link, LinkNotFound, lockOwnedLink, publishLinkChanges } from '../../links/index.ts'
import { type StoredDesign, toDesign } from '../designed-qr.ts'
import type { UpdateUrlQrDesignInput } from '../qr-code.inputs.ts'
import { mergeDesign, type QrDesign } from '../qr-design.ts'
import { findLogoOfWorkspace } from '../qr-logo.service.ts'
import type { QrReadabilityService } from '../reading/qr-readability.service.ts'
import { LinkQrDesign } from './link-qr-design.entity.ts'

const noDesign = { designOptions: {}, logo: null }

/** The designs of the QR codes of links. */
export class LinkQrDesignService {
  private readonly loadStored = batchPerRequest(
    async ({ em }: RequestContext, linkIds: readonly string[]): Promise<StoredDesign[]> => {
      const rows = await em.find(LinkQrDesign, { link: { $in: [...new Set(linkIds)] } })
      const byLink = new Map(rows.map((row) => [row.link.id, row]))
      return linkIds.map((id) => byLink.get(id) ?? noDesign)
    },
  )

  constructor(
    private readonly events: EventPublisher,
    private readonly readability: QrReadabilityService,
  ) {}

  /** The design of a link that the caller may read. */
  async load(context: RequestContext, link: Link): Promise<QrDesign> {
    return toDesign(await this.loadStored(context, link.id), link)
  }

  /** Throws `LinkNotFound`. */
  async get(context: RequestContext, id: string): Promise<QrDesign> {
    return this.load(context, await findOwned(context, Link, { id, kind: 'link' }, LinkNotFound))
  }

  /**
   * Changes the given options. Null resets one to its default. Throws `LinkNotFound`, and `InvalidParams` for an
   * unreadable design.
   */
  async update(context: RequestContext, id: string, changes: UpdateUrlQrDesignInput): Promise<QrDesign> {
    const { logoId, ...designArgs } = changes
    await this.readability.assertReadable(context, changes, async () => {
      const link = await findOwned(context, Link, { id, kind: 'link' }, LinkNotFound)
      context.requireRole(link.workspace?.id)
      return this.load(context, link)
    })
    return context.em.transactional(async (em) => {
      // The lock of the link is the lock of its design, which may have no row yet.
      const link = await lockOwnedLink(context, em, id)
      const row =
        (await em.findOne(LinkQrDesign, { link: id }, { refresh: true })) ??
        em.create(LinkQrDesign, { link, ...noDesign })
      const designOptions = mergeDesign(row.designOptions, designArgs)
      const logo = logoId === undefined ? row.logo : await findLogoOfWorkspace(em, link.workspace?.id, logoId)
      const former = toDesign(row, link)
      Object.assign(row, { designOptions, logo })
      em.persist(row)
      const design = toDesign(row, link)
      const changed = findChanges({ qrDesign: { ...former } }, { qrDesign: { ...design } })
      if (changed.qrDesign) link.updatedAt = context.now()
      await publishLinkChanges(this.events, context, em, link, changed)
      return design
    })
  }
}
