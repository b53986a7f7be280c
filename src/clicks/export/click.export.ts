import { Field, ObjectType } from 'type-graphql'

@ObjectType({ description: 'A file of clicks, as graph clients are told of it. REST answers with the file itself.' })
export class ClickExport {
  @Field(() => String, { description: 'What the file is called, such as `clicks-2026-11-21.csv`.' })
  fileName!: string

  @Field(() => String, { description: 'Its media type, such as `text/csv; charset=utf-8; header=present`.' })
  mediaType!: string

  @Field(() => String, { description: 'Where it is: to be fetched by GET with the same credential.' })
  href!: string
}
