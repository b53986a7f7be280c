import { Field, ID, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../../platform/auth/authorization.ts'
import { Url } from '../../../../platform/graphql/scalars.ts'
import { BioBlockType } from '../blocks/bio-block-type.ts'
import type { BlockFields } from '../blocks/block-rules.ts'
import { SocialNetwork } from '../blocks/social-networks.ts'
import { PublicBioPage } from '../public/public-page.types.ts'
import { BioTheme } from '../theme/theme.types.ts'

@InheritsAccess()
@ObjectType({ description: 'A block of the draft of a bio page.' })
export class BioDraftBlock implements BlockFields {
  @Field(() => ID, { description: 'Identifier of the block, which it has on the page too.' })
  id!: string

  @Field(() => BioBlockType, { description: 'What the block is.' })
  type!: BioBlockType

  @Field(() => String, {
    nullable: true,
    description: 'Title of a link, a heading, an e-mail address or a telephone number.',
  })
  title!: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'The paragraph of a text, the second line of a link, or the address or number of an e-mail, phone or SMS block.',
  })
  content!: string | null

  @Field(() => Url, { nullable: true, description: 'Where a link or a profile leads; null for other blocks.' })
  url!: string | null

  @Field(() => SocialNetwork, { nullable: true, description: 'The network of a social block.' })
  network!: SocialNetwork | null

  @Field(() => Boolean, { description: 'Whether the block is shown.' })
  isVisible!: boolean

  @Field(() => Date, { nullable: true, description: 'From when the block is shown; null for no start.' })
  scheduledFrom!: Date | null

  @Field(() => Date, { nullable: true, description: 'Until when (exclusive) the block is shown; null for no end.' })
  scheduledUntil!: Date | null
}

@Access('read:links')
@ObjectType({ description: 'What publishing would make of a bio page: its draft, or the page as it is without one.' })
export class BioPageDraft {
  @Field(() => ID, { description: 'Identifier of the bio page.' })
  pageId!: string

  @Field(() => String, { description: 'Name of the person or the thing.' })
  title!: string

  @Field(() => String, { nullable: true, description: 'A few words below the title.' })
  description!: string | null

  @Field(() => BioTheme, { description: 'How the page looks.' })
  theme!: BioTheme

  @Field(() => String, { nullable: true, description: 'Title for search engines and previews; null for the title.' })
  seoTitle!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Description for search engines and previews; null for the description.',
  })
  seoDescription!: string | null

  @Field(() => [BioDraftBlock], { description: 'The blocks in their order, also those that are hidden.' })
  blocks!: BioDraftBlock[]

  @Field(() => Date, { nullable: true, description: 'When the draft was last saved; null for a page without a draft.' })
  savedAt!: Date | null

  @Field(() => String, {
    description:
      'Tells what the draft has from what it had. Send it as `ifVersion`, so that you overwrite nothing that you have not read.',
  })
  version!: string
}

@Access('read:links')
@ObjectType({ description: 'What visitors will see of a bio page when its draft is published. It counts no view.' })
export class BioPagePreview {
  @Field(() => Url, {
    description:
      'Address of the page as HTML, for the browser in which a member of the workspace is logged in; also in a frame on a page of this service.',
  })
  url!: string

  @Field(() => PublicBioPage, {
    description: 'The page. The addresses of its blocks are their destinations, so that no click is counted.',
  })
  page!: PublicBioPage
}
