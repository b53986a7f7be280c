import { Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { buildShortUrl } from '../links/index.ts'
import { type Design, defaultDesign, getErrorCorrectionLevel, QrDesign } from './qr-design.ts'
import { QrLogo } from './qr-logo.entity.ts'

/** What decides how a QR code looks. */
export type StoredDesign = Pick<DesignedQr, 'designOptions' | 'logo'>

/** The columns of a QR code whose design is kept: a dynamic one, or the one of a link. */
export abstract class DesignedQr {
  @Index()
  @ManyToOne(() => QrLogo, { ref: true, nullable: true, deleteRule: 'set null' })
  logo: Ref<QrLogo> | null = null

  /** The design options that differ from the default. */
  @Property({ type: 'json', fieldName: 'design' })
  designOptions!: Partial<Design>
}

/** The whole design of the code of a link, with the defaults of what was not chosen. */
export function toDesign({ designOptions, logo }: StoredDesign, link: QrDesign['link']): QrDesign {
  const design = { ...defaultDesign, ...designOptions }
  const level = getErrorCorrectionLevel(design, logo !== null)
  return new QrDesign(link, { ...design, level, logoId: logo?.id ?? null })
}

/** The text in a code: the address of its link, and that it was scanned. */
export function buildQrText(context: Pick<RequestContext, 'settings'>, link: QrDesign['link']): string {
  return `${buildShortUrl(context, link)}?qr=1`
}
