import { Field, ObjectType } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'

@Access('read:links')
@ObjectType({ description: 'Whether a code can be taken now.' })
export class CodeCheck {
  @Field(() => Boolean, { description: 'Whether a link of the workspace can have the code now.' })
  isAvailable!: boolean

  @Field(() => String, { nullable: true, description: 'Why not, such as `is taken`; null when it is available.' })
  issue!: string | null

  @Field(() => [String], { description: 'Up to three similar codes that are available, for a code that is taken.' })
  suggestions!: string[]
}
