import { Entity, Index, ManyToOne, OneToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, Int, ObjectType } from 'type-graphql'
import { Account } from '../accounts/index.ts'
import { Link } from '../links/index.ts'
import { type Design, defaultDesign, getErrorCorrectionLevel } from './qr-design.ts'
import { QrLogo } from './qr-logo.entity.ts'

@ObjectType({ description: 'How a QR code is drawn unless its picture is asked for otherwise.' })
export class QrDesign implements Design {
  @Field(() => Int, { description: 'Width and height of the whole picture in pixels.' })
  size!: number

  @Field(() => Int, { description: 'Width of the quiet zone in modules, the squares a code is made of.' })
  margin!: number

  @Field(() => String, { description: 'How much may be unreadable: `L`, `M`, `Q` or `H`; at least `Q` with a logo.' })
  level!: Design['level']

  @Field(() => String, { description: 'Colour of the dark modules, such as `#1f2937`.' })
  color!: string

  @Field(() => String, { description: 'Colour of the light modules and the quiet zone, such as `#ffffff`.' })
  background!: string

  @Field(() => Boolean, { description: 'Whether the background is left to what the picture is laid upon.' })
  isTransparent!: boolean

  @Field(() => ID, { nullable: true, description: 'The logo in its middle; null for none.' })
  logoId!: string | null
}

/**
 * A printed code whose target can be changed. It is carried by a link of its own, so that redirects, limits, clicks and
 * tombstones are those of every link; it is never read without it.
 */
@Entity({ tableName: 'dynamic_qr' })
@Index({
  name: 'dynamic_qr_owner_created_index',
  expression: 'create index dynamic_qr_owner_created_index on dynamic_qr (owner_id, created_at desc, id desc)',
})
@ObjectType('DynamicQrItem', { description: 'A QR code whose target can be changed after it was printed.' })
export class DynamicQr {
  /** What `em.create` may be called without: what is derived. */
  [OptionalProps]?: 'urlId' | 'shortCode' | 'targetUrl' | 'title' | 'isActive' | 'design'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the code, such as `dqr_01k...`.' })
  id!: string

  @ManyToOne(() => Account, { ref: true, deleteRule: 'cascade', index: false })
  owner!: Ref<Account>

  @OneToOne(() => Link, { ref: true, deleteRule: 'cascade', unique: 'dynamic_qr_link_id_unique' })
  link!: Ref<Link>

  @Index({ name: 'dynamic_qr_logo_id_index' })
  @ManyToOne(() => QrLogo, { ref: true, nullable: true, deleteRule: 'set null' })
  logo: Ref<QrLogo> | null = null

  /** What its owner chose of its design; the rest is plain. */
  @Property({ type: 'json', fieldName: 'design' })
  chosen!: Partial<Design>

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the code was made.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the code was last changed.' })
  updatedAt!: Date

  @Field(() => ID, {
    description: 'Identifier of the link that carries the code, by which clicks and top links name it.',
  })
  get urlId(): string {
    return this.link.id
  }

  @Field(() => String, { description: 'The code of the short address that is printed.' })
  get shortCode(): string {
    return this.link.unwrap().code
  }

  @Field(() => String, { description: 'Where who scans the code is led to.' })
  get targetUrl(): string {
    return this.link.unwrap().originalUrl
  }

  @Field(() => String, { description: 'Title, 1 to 255 characters.' })
  get title(): string {
    return this.link.unwrap().title
  }

  @Field(() => Boolean, { description: 'Whether the code leads anywhere.' })
  get isActive(): boolean {
    return this.link.unwrap().isActive
  }

  @Field(() => QrDesign, { description: 'How it is drawn unless its picture is asked for otherwise.' })
  get design(): QrDesign {
    const design = { ...defaultDesign, ...this.chosen }
    const level = getErrorCorrectionLevel(design, this.logo !== null)
    return Object.assign(new QrDesign(), design, { level, logoId: this.logo?.id ?? null })
  }
}
