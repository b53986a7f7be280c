import { ArrayUnique, MaxLength } from 'class-validator'
import { ArgsType, Field, ID, InputType } from 'type-graphql'
import { IsOneOf, MaxItems, NotEmptyList } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { createEnumType } from '../../../../platform/shared/enum-type.ts'
import { CreateUrlInput, UpdateUrlInput } from '../link.inputs.ts'
import { maxTags } from '../organizing/placement.inputs.ts'

/** The most items of a batch. */
export const maxBatchSize = 100

/** The most items of a batch with a password, because hashing a password takes as long as creating many links. */
export const maxBatchPasswords = 8

const atomicOptions = {
  defaultValue: false,
  description: 'All or nothing: when one item fails, none is changed, and the request fails with its error.',
}

/** A separate type, because `CreateUrlInput` names the workspace, and here the whole batch has one workspace. */
@InputType({ description: 'One of several new short links.' })
export class CreateUrlItem extends CreateUrlInput {}

@InputType({ description: 'New short links.' })
export class CreateUrlsInput {
  @MaxItems(maxBatchSize)
  @NotEmptyList()
  @Field(() => [CreateUrlItem], {
    description: `The links, 1 to ${maxBatchSize}, at most ${maxBatchPasswords} of them with a password.`,
  })
  items!: CreateUrlItem[]

  @Field(() => Boolean, atomicOptions)
  atomic!: boolean
}

@InputType({ description: 'Changes of one of several links. Absent fields keep their value.' })
export class UpdateUrlItem extends UpdateUrlInput {
  @MaxLength(64)
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string
}

@InputType({ description: 'Changes of several links.' })
export class UpdateUrlsInput {
  @MaxItems(maxBatchSize)
  @NotEmptyList()
  @Field(() => [UpdateUrlItem], {
    description: `The changes, 1 to ${maxBatchSize}, at most ${maxBatchPasswords} of them with a password.`,
  })
  items!: UpdateUrlItem[]

  @Field(() => Boolean, atomicOptions)
  atomic!: boolean
}

@ArgsType()
export class DeleteUrlsArgs {
  @MaxLength(64, { each: true, message: 'must be identifiers of links' })
  @ArrayUnique({ message: 'must not name one link twice' })
  @MaxItems(maxBatchSize)
  @NotEmptyList()
  @Field(() => [ID], { description: `Identifiers of the links, 1 to ${maxBatchSize}.` })
  ids!: string[]

  @Field(() => Boolean, atomicOptions)
  atomic!: boolean

  @Field(() => Boolean, { defaultValue: false, description: 'Only say which links would be deleted.' })
  dryRun!: boolean
}

const selectionActions = {
  move: 'Put the links into the folder `toFolderId`, or out of every folder without it.',
  addTags: 'Give the links the tags `changeTagIds`, besides those that they have.',
  removeTags: 'Take the tags `changeTagIds` from the links.',
  enable: 'Enable the links.',
  disable: 'Disable the links.',
  delete: 'Delete the links and their click history. This cannot be undone.',
}

export type SelectionAction = keyof typeof selectionActions
export const SelectionAction = createEnumType<SelectionAction>(
  'SelectionAction',
  'What to do with the links that a filter selects.',
  selectionActions,
)

/** What to do with selected links. */
@ArgsType()
export class SelectionActionArgs {
  @IsOneOf(Object.values(SelectionAction))
  @Field(() => SelectionAction, { description: 'What to do with the links.' })
  action!: SelectionAction

  @MaxLength(64)
  @Field(() => ID, {
    nullable: true,
    description: 'For `move`: identifier of a folder of the workspace; null for none.',
  })
  toFolderId?: string | null

  @MaxLength(64, { each: true, message: 'must be identifiers of tags' })
  @ArrayUnique({ message: 'must not name one tag twice' })
  @MaxItems(maxTags)
  @Field(() => [ID], {
    nullable: true,
    description: 'For `addTags` and `removeTags`: identifiers of tags of the workspace.',
  })
  changeTagIds?: string[] | null

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Select all links of the workspace. Needed in place of a filter, and not accepted with one.',
  })
  all!: boolean

  @Field(() => Boolean, { defaultValue: false, description: 'Only count the links that the action would change.' })
  dryRun!: boolean
}
