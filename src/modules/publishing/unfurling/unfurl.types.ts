import { ArgsType, Field, ObjectType } from 'type-graphql'
import { Open } from '../../../platform/auth/authorization.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { IsDestination, ownerLimits } from '../links/index.ts'

@ArgsType()
export class UnfurlArgs {
  @IsDestination(ownerLimits.destinationMaxLength)
  @Field(() => Url, { description: 'The page to read: an http or https address of at most 8192 characters.' })
  url!: string
}

/** The texts fit the fields of a link for social previews. */
@Open()
@ObjectType({ description: 'What a page says about itself. Null for what it does not say.' })
export class UnfurledPage {
  @Field(() => Url, { description: 'Address of the page, after its redirects.' })
  url!: string

  @Field(() => String, { nullable: true, description: 'Title, at most 255 characters.' })
  title!: string | null

  @Field(() => String, { nullable: true, description: 'Description, at most 1000 characters.' })
  description!: string | null

  @Field(() => Url, { nullable: true, description: 'Address of its image for previews, at most 2048 characters.' })
  image!: string | null

  @Field(() => Url, { nullable: true, description: 'Address of its icon, at most 2048 characters.' })
  icon!: string | null

  @Field(() => String, { nullable: true, description: 'Name of the site, at most 255 characters.' })
  siteName!: string | null
}
