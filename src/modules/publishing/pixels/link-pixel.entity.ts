import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy'
import { PrimaryKeyProp, type Ref } from '@mikro-orm/postgresql'
import { Link } from '../links/index.ts'
import { Pixel } from './pixel.entity.ts'

/** A pixel attached to a link. */
@Entity({ tableName: 'link_pixel' })
@Index({ name: 'link_pixel_pixel_id_index', properties: ['pixel', 'link'] })
export class LinkPixel {
  [PrimaryKeyProp]?: ['link', 'pixel']

  @ManyToOne(() => Link, { ref: true, primary: true, deleteRule: 'cascade', updateRule: 'no action', index: false })
  link!: Ref<Link>

  @ManyToOne(() => Pixel, { ref: true, primary: true, deleteRule: 'cascade', updateRule: 'no action', index: false })
  pixel!: Ref<Pixel>

  /** The position in the list of the link, from 0. */
  @Property({ type: 'integer' })
  position!: number
}
