import { IsIn } from 'class-validator'
import { ArgsType, Field, ObjectType } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { Url } from '../../../../platform/graphql/scalars.ts'
import { createEnumType } from '../../../../platform/shared/enum-type.ts'
import { LinkFilterArgs } from '../link.inputs.ts'

const formats = { csv: 'A table with a row for each link (RFC 4180).', json: 'An array of links.' }

export type LinkExportFormat = keyof typeof formats
export const LinkExportFormat = createEnumType<LinkExportFormat>(
  'LinkExportFormat',
  'Format of a file of links.',
  formats,
)

@ArgsType()
export class LinkExportArgs extends LinkFilterArgs {
  @IsIn(Object.values(LinkExportFormat))
  @Field(() => LinkExportFormat, { defaultValue: 'csv', description: 'Format of the file.' })
  format!: LinkExportFormat

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether a CSV file begins with a byte order mark, by which spreadsheets recognise UTF-8.',
  })
  bom!: boolean
}

@Access('read:links')
@ObjectType({ description: 'Where to download a file of links.' })
export class LinkExport {
  @Field(() => String, { description: 'Name of the file, such as `links-2026-11-21.csv`.' })
  fileName!: string

  @Field(() => String, { description: 'Media type, such as `text/csv; charset=utf-8; header=present`.' })
  mediaType!: string

  @Field(() => Url, { description: 'Address of the file. Send GET with the same credential.' })
  href!: string
}
