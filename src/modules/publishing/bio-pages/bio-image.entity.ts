import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { PrimaryKeyProp, type Ref } from '@mikro-orm/postgresql'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { BioPage } from './bio-page.entity.ts'

export type BioImageKind = 'avatar' | 'social'
export const BioImageKind = createEnumType<BioImageKind>('BioImageKind', 'An image of a bio page.', {
  avatar: 'The round image above the title.',
  social: 'The image that social networks and messengers show of the page.',
})

/** An image of a bio page, drawn again by `redrawUpload`. */
@Entity({ tableName: 'bio_image' })
export class BioImage {
  [PrimaryKeyProp]?: ['page', 'kind']

  @ManyToOne(() => BioPage, { ref: true, primary: true, deleteRule: 'cascade', updateRule: 'no action', index: false })
  page!: Ref<BioPage>

  @PrimaryKey({ type: 'text' })
  kind!: BioImageKind

  /** The hash of the bytes and the format, such as `3f...e1.webp`: so another image has another address. */
  @Index({ name: 'bio_image_file_index' })
  @Property({ type: 'text' })
  file!: string

  @Property({ type: 'blob' })
  bytes!: Buffer
}
