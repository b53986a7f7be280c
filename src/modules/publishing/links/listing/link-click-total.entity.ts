import { Entity, OneToOne, Property } from '@mikro-orm/decorators/legacy'
import { PrimaryKeyProp, type Ref } from '@mikro-orm/postgresql'
import { SqlIndexes } from '../../../../platform/database/sql-index.ts'
import { Link } from '../link.entity.ts'
import { linkSorts } from './link-sorts.ts'

/**
 * The values that clicks change and by which lists of links are sorted, as of the last fold of clicks. A trigger
 * inserts a row for each link of a workspace.
 */
@Entity({ tableName: 'link_click_total' })
@SqlIndexes(linkSorts.indexesOf('link_click_total'))
export class LinkClickTotal {
  [PrimaryKeyProp]?: 'link'

  @OneToOne(() => Link, { primary: true, ref: true, deleteRule: 'cascade', updateRule: 'no action' })
  link!: Ref<Link>

  @Property({ type: 'text' })
  workspaceId!: string

  @Property({ type: 'integer', default: 0 })
  clicks: number = 0

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  lastClickAt: Date | null = null
}
