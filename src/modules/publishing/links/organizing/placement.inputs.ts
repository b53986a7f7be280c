import { MaxLength } from 'class-validator'
import { ArgsType, Field, ID } from 'type-graphql'
import { MaxItems, NotEmptyList } from '../../../../platform/graphql/inputs/argument-validation.ts'
import type { LinkPlacementFilter } from './organizing.queries.ts'

/** The most tags of a link, and of a filter. */
export const maxTags = 20

/** Selects links by their folder and tags, in lists of links and of clicks. */
@ArgsType()
export class LinkPlacementArgs implements LinkPlacementFilter {
  @MaxLength(64)
  @Field(() => ID, {
    nullable: true,
    description: 'Only links in this folder, or clicks on them; none for a folder that is not of the workspace.',
  })
  folderId?: string | null

  @MaxLength(64, { each: true, message: 'must be identifiers of tags' })
  @MaxItems(maxTags)
  @NotEmptyList()
  @Field(() => [ID], {
    nullable: true,
    description: `Only links with at least one of these tags, 1 to ${maxTags}, or clicks on them.`,
  })
  tagIds?: string[] | null
}
