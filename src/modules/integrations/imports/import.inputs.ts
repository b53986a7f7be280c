import { IsIn, MaxLength } from 'class-validator'
import { Field, ID, InputType } from 'type-graphql'
import type { ConflictPolicy } from '../../publishing/links/index.ts'
import { ImportConflictPolicy } from './import.entity.ts'
import { ImportSource } from './reading/sources.ts'

/** The largest content in a JSON body, in bytes, because JSON is parsed in one turn of the event loop. */
export const maxInlineBytes = 1024 * 1024

@InputType({ description: 'A new import.' })
export class CreateImportInput {
  @IsIn(Object.values(ImportSource))
  @Field(() => ImportSource, { description: 'What wrote the file.' })
  source!: ImportSource

  @MaxLength(maxInlineBytes)
  @Field(() => String, {
    nullable: true,
    description: 'Content of the file, CSV or JSON, at most 1 MiB. Without it the import waits for its upload.',
  })
  content?: string | null

  @MaxLength(64)
  @Field(() => ID, {
    nullable: true,
    description: 'Identifier of the link for clicks that name no link, such as the visits of one link of Shlink.',
  })
  urlId?: string | null

  @IsIn(Object.values(ImportConflictPolicy))
  @Field(() => ImportConflictPolicy, {
    defaultValue: 'skip',
    description: 'What happens to a row whose alias is taken.',
  })
  onConflict!: ConflictPolicy

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Only count what would happen, and show which fields the columns are read as.',
  })
  dryRun!: boolean
}
