import { Field, ObjectType } from 'type-graphql'

@ObjectType({
  description: 'A picture of a QR code, as graph clients are told of it. REST answers with the picture itself.',
})
export class QrImage {
  @Field(() => String, { description: 'Its media type: `image/svg+xml` or `image/png`.' })
  mediaType!: string

  @Field(() => String, { description: 'Where it is. It needs no credential, and so can stand in a page.' })
  href!: string
}
