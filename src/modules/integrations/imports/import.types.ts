import { Field, Int, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../platform/auth/authorization.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { ImportField } from './reading/columns.ts'

@InheritsAccess()
@ObjectType({ description: 'A value of a row.' })
export class ImportCell {
  @Field(() => String, { description: 'Name of the column in small letters, such as `longurl`.' })
  column!: string

  @Field(() => ImportField, { description: 'What it was taken for.' })
  field!: ImportField

  @Field(() => String, { description: 'The value as the file has it.' })
  value!: string
}

@InheritsAccess()
@ObjectType({ description: 'A row of a file that was not imported.' })
export class ImportRowError {
  @Field(() => Int, { description: 'Number of the row, from 1, without the header.' })
  row!: number

  @Field(() => String, { description: 'Code of the error, as for a single link.' })
  code!: string

  @Field(() => String, { description: 'What is wrong.' })
  message!: string

  @Field(() => [ImportCell], {
    description:
      'What the row has in imported columns, except a password. An import of these values, corrected, creates its links. Empty for clicks, and for a row of more than 8,000 characters.',
  })
  cells!: readonly ImportCell[]
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
