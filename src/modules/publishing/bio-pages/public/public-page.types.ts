import { Field, ID, ObjectType } from 'type-graphql'
import { Open } from '../../../../platform/auth/authorization.ts'
import { Url } from '../../../../platform/graphql/scalars.ts'
import { BioBlockType } from '../blocks/bio-block-type.ts'
import { SocialNetwork } from '../blocks/social-networks.ts'
import { BioTheme } from '../theme/theme.types.ts'

@Open()
@ObjectType({ description: 'A block of a published bio page, as visitors see it.' })
export class PublicBioBlock {
  @Field(() => ID, { description: 'Identifier of the block.' })
  id!: string

  @Field(() => BioBlockType, { description: 'What the block is.' })
  type!: BioBlockType

  @Field(() => String, { nullable: true, description: 'Title of a link, a heading or an e-mail address.' })
  title!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The paragraph of a text, the second line of a link, or the address of an e-mail block.',
  })
  content!: string | null

  @Field(() => SocialNetwork, { nullable: true, description: 'The network of a social block.' })
  network!: SocialNetwork | null

  @Field(() => Url, {
    nullable: true,
    description: 'Short address of a link or a profile, which counts the click; null for other blocks.',
  })
  url!: string | null
}

@Open()
@ObjectType({ description: 'A published bio page, as visitors see it.' })
export class PublicBioPage {
  @Field(() => String, { description: 'Last part of the address of the page.' })
  slug!: string

  @Field(() => Url, { description: 'Address of the page.' })
  url!: string

  @Field(() => String, { description: 'Name of the person or the thing.' })
  title!: string

  @Field(() => String, { nullable: true, description: 'A few words below the title.' })
  description!: string | null

  @Field(() => Url, { nullable: true, description: 'Address of the image above the title; null for none.' })
  avatarUrl!: string | null

  @Field(() => BioTheme, { description: 'How the page looks.' })
  theme!: BioTheme

  @Field(() => String, { description: 'Title for search engines and previews.' })
  seoTitle!: string

  @Field(() => String, { nullable: true, description: 'Description for search engines and previews.' })
  seoDescription!: string | null

  @Field(() => Url, { nullable: true, description: 'Address of the image for previews; null for none.' })
  socialImageUrl!: string | null

  @Field(() => [PublicBioBlock], { description: 'The blocks that are shown at this time, in their order.' })
  blocks!: PublicBioBlock[]
}
