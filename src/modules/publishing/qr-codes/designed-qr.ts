import { Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
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

/** The whole design, with the defaults of what was not chosen. */
export function toDesign({ designOptions, logo }: StoredDesign): QrDesign {
  const design = { ...defaultDesign, ...designOptions }
  const level = getErrorCorrectionLevel(design, logo !== null)
  return Object.assign(new QrDesign(), design, { level, logoId: logo?.id ?? null })
}
