import { Field, Int, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../platform/auth/authorization.ts'
import { Url } from '../../../platform/graphql/scalars.ts'

@InheritsAccess()
@ObjectType({ description: 'A row of a file that was not imported.' })
export class ImportRowError {
  @Field(() => Int, { description: 'Number of the row, from 1, without the header.' })
  row!: number

  @Field(() => String, { description: 'Code of the error, as for a single link.' })
  code!: string

  @Field(() => String, { description: 'What is wrong.' })
  message!: string
}

@Access('read:links')
@ObjectType({ description: 'The errors of an import as a CSV file.' })
export class ImportErrorFile {
  @Field(() => String, { description: 'Name of the file.' })
  fileName!: string

  @Field(() => String, { description: 'Media type of the file.' })
  mediaType!: string

  @Field(() => Url, { description: 'Address of the file. It needs the same credential.' })
  href!: string
}
