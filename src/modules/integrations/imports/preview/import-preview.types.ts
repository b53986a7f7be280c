import { IsIn, MaxLength } from 'class-validator'
import { Field, InputType, Int, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../../platform/auth/authorization.ts'
import { Url } from '../../../../platform/graphql/scalars.ts'
import { createEnumType } from '../../../../platform/shared/enum-type.ts'
import type { ConflictPolicy } from '../../../publishing/links/index.ts'
import { ImportColumn, ImportConflictPolicy, ImportContent, ImportWarning } from '../import.entity.ts'
import { ImportRowError } from '../import.types.ts'
import { ImportSource } from '../reading/sources.ts'

/** Enough for ten long rows, in characters. */
const maxHeadLength = 128 * 1024

@InputType({ description: 'The beginning of a file that may be imported.' })
export class PreviewImportInput {
  @MaxLength(maxHeadLength)
  @Field(() => String, {
    description:
      'The first characters of the file, or the whole file, at most 128 KiB. 64 KiB are enough for ten rows.',
  })
  content!: string

  @Field(() => Boolean, {
    defaultValue: true,
    description: 'Whether `content` is the whole file. Otherwise its last row may be cut off and is left out.',
  })
  isWhole!: boolean

  @IsIn(Object.values(ImportSource))
  @Field(() => ImportSource, {
    nullable: true,
    description: 'What wrote the file. Without it the names of its columns decide.',
  })
  source?: ImportSource | null

  @IsIn(Object.values(ImportConflictPolicy))
  @Field(() => ImportConflictPolicy, {
    defaultValue: 'skip',
    description: 'What happens to a row whose alias is taken.',
  })
  onConflict!: ConflictPolicy
}

export type ImportOutcome = 'created' | 'renamed' | 'skipped' | 'failed'
export const ImportOutcome = createEnumType<ImportOutcome>('ImportOutcome', 'What becomes of a row.', {
  created: 'A link, or a click.',
  renamed: 'A link with another alias, because its own is taken or breaks the rules.',
  skipped: 'Nothing: its alias is taken, or its click was imported before.',
  failed: 'An error.',
})

@InheritsAccess()
@ObjectType({ description: 'A link or a click as an import would create it.' })
export class ImportPreviewRow {
  @Field(() => Int, {
    description: 'Number of the row, from 1, without the header. A row with several aliases is several links.',
  })
  row!: number

  @Field(() => ImportOutcome, { description: 'What becomes of it.' })
  outcome!: ImportOutcome

  @Field(() => String, { nullable: true, description: 'The alias in the file; null for none.' })
  alias!: string | null

  @Field(() => Url, {
    nullable: true,
    description:
      'Short address as it will be, with another random ending when it is renamed; null for a code that is generated, and without a link.',
  })
  shortUrl!: string | null

  @Field(() => String, { nullable: true, description: 'Destination; null without a link.' })
  destination!: string | null

  @Field(() => String, { nullable: true, description: 'Title; null without a link.' })
  title!: string | null

  @Field(() => ImportRowError, { nullable: true, description: 'What is wrong; null without an error.' })
  error!: ImportRowError | null
}

@Access('write:links')
@ObjectType({ description: 'What an import of a file would do, by its first rows.' })
export class ImportPreview {
  @Field(() => ImportSource, { description: 'What wrote the file, as given or recognized.' })
  source!: ImportSource

  @Field(() => ImportContent, { description: 'What the file has.' })
  content!: ImportContent

  @Field(() => [ImportColumn], { description: 'What the columns of the file are taken for.' })
  mapping!: readonly ImportColumn[]

  @Field(() => [ImportPreviewRow], { description: 'Its first ten rows.' })
  rows!: readonly ImportPreviewRow[]

  @Field(() => [ImportWarning], { description: 'What these rows would lose without an error.' })
  warnings!: readonly ImportWarning[]

  @Field(() => String, {
    nullable: true,
    description: 'Why the file cannot be read, or not to the end of `content`; null when it can.',
  })
  failureMessage!: string | null
}
