import { Field, ObjectType } from 'type-graphql'
import { Open } from '../../../platform/auth/authorization.ts'
import { SafeInt, Url } from '../../../platform/graphql/scalars.ts'

@Open()
@ObjectType({ description: 'A file that can be downloaded until it expires.' })
export class Download {
  @Field(() => String, { description: 'Name of the file, such as `links-2026-11-21.csv`.' })
  fileName!: string

  @Field(() => String, { description: 'Media type, such as `text/csv; charset=utf-8; header=present`.' })
  mediaType!: string

  @Field(() => SafeInt, { description: 'Size in bytes.' })
  byteCount!: number

  @Field(() => Url, { description: 'Address of the file. Anyone with the address can download the file.' })
  href!: string

  @Field(() => Date, { description: 'When the address stops working.' })
  expiresAt!: Date
}
