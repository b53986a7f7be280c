import { Field, ID, Int, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../platform/auth/authorization.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'

export type AccountDeletionOutcome = 'delete' | 'leave'
export const AccountDeletionOutcome = createEnumType<AccountDeletionOutcome>(
  'AccountDeletionOutcome',
  'What becomes of a workspace when an account is deleted.',
  {
    delete: 'The workspace is deleted with all its data, because nobody else owns it.',
    leave: 'The account leaves the workspace, whose data stays.',
  },
)

@InheritsAccess()
@ObjectType({ description: 'A workspace of an account, and what becomes of it when the account is deleted.' })
export class AccountDeletionWorkspace {
  @Field(() => ID, { description: 'Identifier of the workspace, such as `wsp_01k...`.' })
  id!: string

  @Field(() => String, { description: 'Name of the workspace.' })
  name!: string

  @Field(() => Int, { description: 'Number of its members, with the account.' })
  memberCount!: number

  @Field(() => AccountDeletionOutcome, { description: 'What becomes of it.' })
  outcome!: AccountDeletionOutcome
}

@Access('read:profile', { duringDeletion: true })
@ObjectType({ description: 'Whether the account of the caller is being deleted, and what that deletes.' })
export class AccountDeletion {
  @Field(() => Date, { nullable: true, description: 'When the deletion was requested. Null if it was not.' })
  requestedAt!: Date | null

  @Field(() => Date, {
    nullable: true,
    description: 'When the data is deleted, 7 days after the request. Until then the deletion can be undone.',
  })
  deletesAt!: Date | null

  @Field(() => [AccountDeletionWorkspace], {
    description: 'The workspaces of the account: first the ones that are deleted with it, then the ones it leaves.',
  })
  workspaces!: AccountDeletionWorkspace[]
}
