import { Entity, Index, ManyToOne } from '@mikro-orm/decorators/legacy'
import { PrimaryKeyProp, type Ref } from '@mikro-orm/postgresql'
import { Link } from '../link.entity.ts'
import { Tag } from './tag.entity.ts'

/** A tag of a link. */
@Entity({ tableName: 'link_tag' })
@Index({ name: 'link_tag_tag_id_index', properties: ['tag', 'link'] })
export class LinkTag {
  [PrimaryKeyProp]?: ['link', 'tag']

  @ManyToOne(() => Link, { ref: true, primary: true, deleteRule: 'cascade', updateRule: 'no action', index: false })
  link!: Ref<Link>

  @ManyToOne(() => Tag, { ref: true, primary: true, deleteRule: 'cascade', updateRule: 'no action', index: false })
  tag!: Ref<Tag>
}
