import type { EventArgs, EventSubscriber } from '@mikro-orm/postgresql'
import { foldText } from '../../../../platform/shared/text/search-text.ts'
import { Link } from '../link.entity.ts'
import { Tag } from '../organizing/tag.entity.ts'
import { searchedOptions } from '../rules/link-options.ts'
import { toLinkSearchText } from '../rules/link-search-text.ts'

/** Prepares the search text of a link or a tag, in the insert or update that writes the row. */
export class SearchTextSubscriber implements EventSubscriber<Link | Tag> {
  getSubscribedEntities() {
    return [Link, Tag]
  }

  async beforeCreate({ entity }: EventArgs<Link | Tag>): Promise<void> {
    prepare(entity)
  }

  async beforeUpdate({ entity }: EventArgs<Link | Tag>): Promise<void> {
    prepare(entity)
  }
}

const searched = ['title', 'originalUrl', ...searchedOptions] as const

/**
 * Links of QR codes and pages are not searched. A row that was read in part keeps its text, because none of its words
 * has changed.
 */
function prepare(entity: Link | Tag): void {
  if (entity instanceof Tag) {
    if (entity.name !== undefined) entity.searchText = foldText(entity.name)
  } else if (entity.kind === 'link' && searched.every((name) => entity[name] !== undefined)) {
    entity.searchText = toLinkSearchText(entity)
  }
}
