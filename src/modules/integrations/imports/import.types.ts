import { Field, Int, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly } from '../../../platform/graphql/operations.ts'
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
@ObjectType({ description: 'A value in the sentence about an issue.' })
export class ImportIssueValue {
  @Field(() => String, { description: 'Its name, such as `max`.' })
  name!: string

  @Field(() => String, { description: 'The value, such as `64`.' })
  value!: string
}

@InheritsAccess()
@ObjectType({ description: 'What is wrong with a value of a row, for a client with sentences of its own.' })
export class ImportRowIssue {
  @Field(() => String, { description: 'The value, by the name of its input, such as `longUrl`.' })
  field!: string

  @Field(() => String, { description: 'Stable name of the issue, such as `MISSING_VALUE`.' })
  code!: string

  @Field(() => [ImportIssueValue], { description: 'What stands in its sentence.' })
  values!: readonly ImportIssueValue[]
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

  @GraphqlOnly()
  @Field(() => [ImportRowIssue], {
    description: 'The same by its parts; empty where the code says all, and for imports before 0.2.0.',
  })
  issues!: readonly ImportRowIssue[]

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
