import { Field, ObjectType } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { createEnumType } from '../../../../platform/shared/enum-type.ts'

export type CodeIssue = 'malformed' | 'reserved' | 'notAllowed' | 'taken'

export const CodeIssue = createEnumType<CodeIssue>('CodeIssue', 'Why a link cannot have a code.', {
  malformed: 'It is too short, too long, or has other characters than letters, digits and single dashes.',
  reserved: 'A page of the service has it.',
  notAllowed: 'It contains a word that is not allowed.',
  taken: 'Another link has it, or it is kept for a former owner.',
})

@Access('read:links')
@ObjectType({ description: 'Whether a code can be taken now.' })
export class CodeCheck {
  @Field(() => Boolean, { description: 'Whether a link of the workspace can have the code now.' })
  isAvailable!: boolean

  @Field(() => CodeIssue, { nullable: true, description: 'Why not; null when it is available.' })
  issue!: CodeIssue | null

  @Field(() => [String], { description: 'Up to three similar codes that are available, for a code that is taken.' })
  suggestions!: string[]
}
