import { ArrayUnique, Length, MaxLength } from 'class-validator'
import { ArgsType, Field, ID, InputType } from 'type-graphql'
import { IsHumanText, IsOneOf, MaxItems, TrimmedLength } from '../../../platform/graphql/inputs/argument-validation.ts'
import { changesOf } from '../../../platform/graphql/inputs/changes-input.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { RestName } from '../../../platform/rest/rest.decorator.ts'
import { LinkState } from './link.types.ts'
import { optionInputs } from './link-option-fields.ts'
import { type LinkSort, linkSorts } from './listing/link-sorts.ts'
import { LinkPlacementArgs, maxTags } from './organizing/placement.inputs.ts'
import { IsDestination } from './rules/destination-rules.ts'
import { anonymousLimits, ownerLimits } from './rules/link-limits.ts'
import { linkOptions } from './rules/link-options.ts'
import { IsSlug } from './rules/slug-rules.ts'

/** Null is like an absent option. */
@InputType({ description: 'A new short link.' })
export class CreateUrlInput extends optionInputs(linkOptions) {
  @TrimmedLength(1, 255)
  @IsHumanText()
  @Field(() => String, {
    nullable: true,
    description: 'Title, 1 to 255 characters. Default: host and path of the destination.',
  })
  title?: string | null

  @RestName('customUrl')
  @IsSlug(ownerLimits.slugMinLength)
  @Field(() => String, {
    nullable: true,
    description: 'Alias: 3 to 64 letters, digits and dashes, unique regardless of case. Default: a generated code.',
  })
  code?: string | null

  @Length(4, 128)
  @Field(() => String, { nullable: true, description: 'Password that visitors must enter, 4 to 128 characters.' })
  password?: string | null

  @MaxLength(64)
  @Field(() => ID, { nullable: true, description: 'Identifier of a folder of the workspace.' })
  folderId?: string | null

  @MaxLength(64, { each: true, message: 'must be identifiers of tags' })
  @ArrayUnique({ message: 'must not name one tag twice' })
  @MaxItems(maxTags)
  @Field(() => [ID], {
    nullable: true,
    description: `Identifiers of tags of the workspace, at most ${maxTags}. They replace the present tags.`,
  })
  tagIds?: string[] | null

  @RestName('longUrl')
  @IsDestination(ownerLimits.destinationMaxLength)
  @Field(() => Url, { description: 'Destination: an http or https address of at most 8192 characters.' })
  destination!: string

  @MaxLength(64)
  @Field(() => ID, {
    nullable: true,
    description:
      'Identifier of a verified domain of the workspace, for a short address there. It cannot be changed later. Default: the host of the service.',
  })
  domainId?: string | null

  @MaxLength(64)
  @Field(() => ID, {
    nullable: true,
    description:
      'Identifier of a UTM template of the workspace. It fills the UTM values that the input leaves out; one that is null here stays empty.',
  })
  utmTemplateId?: string | null
}

@InputType({ description: 'Changes of a short link. Absent fields keep their value, and null clears an option.' })
export class UpdateUrlInput extends changesOf(CreateUrlInput, 'code', 'destination', 'domainId', 'utmTemplateId') {
  @RestName('customUrl')
  @IsSlug(ownerLimits.slugMinLength, { orImported: true })
  @Field(() => String, {
    nullable: true,
    description:
      'Alias: 3 to 64 letters, digits and dashes, unique regardless of case. An imported link may keep its other one.',
  })
  code?: string | null

  @RestName('originalUrl')
  @IsDestination(ownerLimits.destinationMaxLength)
  @Field(() => Url, { nullable: true, description: 'New http or https destination of at most 8192 characters.' })
  destination?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Enable or disable the link.' })
  isActive?: boolean | null

  @Field(() => Date, {
    nullable: true,
    description:
      '`updatedAt` of the link as you have read it. A link that was updated since then stays as it is, with the error `LINK_CHANGED`. Without it the last update wins.',
  })
  ifUnmodifiedSince?: Date | null
}

@InputType({ description: 'A short link without an account.' })
export class ShortenUrlInput {
  @RestName('longUrl')
  @IsDestination(anonymousLimits.destinationMaxLength)
  @Field(() => Url, { description: 'Destination: an http or https address of at most 2048 characters.' })
  destination!: string

  @RestName('customCode')
  @IsSlug(anonymousLimits.slugMinLength)
  @Field(() => String, {
    nullable: true,
    description: 'Alias: 5 to 64 letters, digits and dashes. Default: a generated code.',
  })
  code?: string | null
}

/** Selects links. */
@ArgsType()
export class LinkFilterArgs extends LinkPlacementArgs {
  @MaxLength(255)
  @Field(() => String, {
    nullable: true,
    description:
      'Only links that have all words of this text in the title, destination, note, short address or tags, ignoring case and accents. Empty: all links.',
  })
  search?: string | null

  @Field(() => Boolean, { nullable: true, description: 'True: only enabled links. False: only disabled links.' })
  isActive?: boolean | null

  @IsOneOf(Object.values(LinkState))
  @Field(() => LinkState, { nullable: true, description: 'Only links in this state.' })
  state?: LinkState | null

  @Field(() => Boolean, { nullable: true, description: 'True: only links with a password. False: only links without.' })
  hasPassword?: boolean | null

  @MaxLength(64)
  @Field(() => ID, { nullable: true, description: 'Only links that the account with this identifier has created.' })
  creatorId?: string | null

  @MaxLength(64)
  @Field(() => ID, { nullable: true, description: 'Only links of the domain with this identifier.' })
  domainId?: string | null

  @Field(() => Date, { nullable: true, description: 'Only links created at this time or later.' })
  createdFrom?: Date | null

  @Field(() => Date, { nullable: true, description: 'Only links created before this time.' })
  createdTo?: Date | null

  @Field(() => Date, { nullable: true, description: 'Only links that were not updated after this time.' })
  unchangedSince?: Date | null

  @MaxLength(64)
  @Field(() => ID, { nullable: true, description: 'Only links that the import with this identifier has created.' })
  importId?: string | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only links that people have clicked. False: only others.',
  })
  hasClicks?: boolean | null
}

/** Selects and sorts links, in every list of them. */
@ArgsType()
export class LinkSearchArgs extends LinkFilterArgs {
  @IsOneOf(Object.values(linkSorts.type))
  @Field(() => linkSorts.type, { defaultValue: 'created_desc', description: 'Sort order.' })
  sort!: LinkSort
}
