import { MaxLength } from 'class-validator'
import { ArgsType, Field, ID } from 'type-graphql'
import { IsHumanText } from '../../../platform/graphql/inputs/argument-validation.ts'
import { PagedConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { maxNoteLength, noteOptions } from '../abuse/index.ts'

@ArgsType()
export class AdminAccountsArgs extends PagedConnectionArgs {
  @MaxLength(255)
  @Field(() => String, {
    nullable: true,
    description: 'Only accounts with this id, or with this text in the name or the address. Empty: all accounts.',
  })
  search?: string | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only accounts that are suspended, or only those that are not.',
  })
  suspended?: boolean | null
}

@ArgsType()
export class AdminWorkspacesArgs extends PagedConnectionArgs {
  @MaxLength(255)
  @Field(() => String, {
    nullable: true,
    description:
      'Only workspaces with this id or whose owner has this id, or with this text in the name or the slug. Empty: all workspaces.',
  })
  search?: string | null
}

@ArgsType()
export class SuspensionArgs {
  @Field(() => ID, { description: 'Identifier of the account.' })
  id!: string

  @MaxLength(maxNoteLength)
  @IsHumanText({ isOneLine: false })
  @Field(() => String, noteOptions)
  note?: string | null
}
