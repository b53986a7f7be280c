import { IsIn, Matches, Max, MaxLength, Min } from 'class-validator'
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql'
import { planNames } from '../../../config/plan.ts'
import { WorkspaceRole, workspaceRoles } from '../../../platform/auth/workspace-role.ts'
import {
  IsEmailAddress,
  IsHumanText,
  IsOneOf,
  saying,
  TrimmedLength,
} from '../../../platform/graphql/inputs/argument-validation.ts'
import { changesOf } from '../../../platform/graphql/inputs/changes-input.ts'
import { OptionallyPagedConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { RestName } from '../../../platform/rest/rest.decorator.ts'
import { defineIssue } from '../../../platform/shared/field-issue.ts'
import { MemberSort } from './membership.entity.ts'
import { Plan } from './plans/plan.types.ts'

const malformedWorkspaceSlug = defineIssue(
  'MALFORMED_WORKSPACE_SLUG',
  'must have 3 to 48 lower-case letters, digits and hyphens, and no hyphen at its ends',
)

@InputType({ description: 'A new workspace.' })
export class CreateWorkspaceInput {
  @TrimmedLength(1, 64)
  @IsHumanText()
  @Field(() => String, { description: 'Name, 1 to 64 characters.' })
  name!: string

  @Matches(/^[a-z0-9](?:[a-z0-9-]{1,46})[a-z0-9]$/, saying(malformedWorkspaceSlug()))
  @Field(() => String, {
    nullable: true,
    description:
      'Unique name for addresses: 3 to 48 lower-case letters, digits and hyphens. A new one is made from the name by default.',
  })
  slug?: string | null

  @MaxLength(2_048)
  @Matches(/^https:\/\/[^\s/@]+(\/\S*)?$/, { message: 'must be an https address' })
  @IsHumanText()
  @Field(() => Url, {
    nullable: true,
    description: 'Address of an image (https) that stands for the workspace. Null for none.',
  })
  logoUrl?: string | null
}

@InputType({ description: 'Changes of a workspace. Absent fields keep their value.' })
export class UpdateWorkspaceInput extends changesOf(CreateWorkspaceInput) {
  // The minimum, because anomaly detection compares clicks with the clicks of 29 days.
  @Min(30)
  @Max(3_650)
  @Field(() => Int, {
    nullable: true,
    description:
      'Delete single clicks after so many days, 30 to 3650; counts stay. It cannot be undone. Null keeps them as long ' +
      'as the installation does.',
  })
  clickRetentionDays?: number | null
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether owners and admins get a mail each Monday with the links of the workspace as a CSV file.',
  })
  weeklyExport?: boolean | null

  @Min(0)
  @Max(30)
  @Field(() => Int, {
    nullable: true,
    description:
      'How many days before its date the workspace is told that a link expires, 0 to 30: by the event `link.expiring`, and by mail. 0 for never.',
  })
  expiryNoticeDays?: number | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the workspace admits only logins of accounts with a second factor; yours must have one. API keys and OAuth ' +
      'tokens are not affected.',
  })
  needsSecondFactor?: boolean | null
}

@ArgsType()
export class WorkspaceListArgs extends OptionallyPagedConnectionArgs {
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'True: instead, those that were deleted less than 7 days ago, which the caller owns and can restore.',
  })
  isDeleted!: boolean
}

@ArgsType()
export class DeleteWorkspaceArgs {
  @Field(() => ID, { description: 'Identifier of the workspace.' })
  id!: string

  @MaxLength(48)
  @Field(() => String, { nullable: true, description: 'The slug of the workspace, if it has other members.' })
  confirm?: string | null
}

@ArgsType()
export class SetWorkspacePlanArgs {
  @Field(() => ID, { description: 'Identifier or slug of the workspace.' })
  id!: string

  @IsIn(planNames)
  @Field(() => Plan, { description: 'The new plan.' })
  plan!: Plan
}

/** Selects and sorts members. */
@ArgsType()
export class MemberListArgs extends OptionallyPagedConnectionArgs {
  @MaxLength(255)
  @Field(() => String, {
    nullable: true,
    description: 'Only members with this text in the name or the e-mail address, ignoring case. Empty: all members.',
  })
  search?: string | null

  @IsOneOf(Object.values(MemberSort))
  @Field(() => MemberSort, { defaultValue: 'joined_asc', description: 'Sort order.' })
  sort!: MemberSort
}

@ArgsType()
export class MemberArgs {
  @Field(() => ID, { description: 'Identifier of the workspace.' })
  id!: string

  @RestName('userId')
  @Field(() => ID, { description: 'Identifier of the account of the member.' })
  accountId!: string
}

@ArgsType()
export class UpdateMemberArgs extends MemberArgs {
  @IsIn(workspaceRoles)
  @Field(() => WorkspaceRole, { description: 'The new role. Only an owner can give or take the role of an owner.' })
  role!: WorkspaceRole
}

@InputType({ description: 'A new invitation.' })
export class CreateInvitationInput {
  @IsEmailAddress()
  @MaxLength(254)
  @IsHumanText()
  @Field(() => String, { description: 'E-mail address of the person. Only an account with this address can accept.' })
  email!: string

  @IsIn(workspaceRoles)
  @Field(() => WorkspaceRole, {
    defaultValue: 'member',
    description: 'The role that the person gets. Only an owner can invite owners.',
  })
  role!: WorkspaceRole
}
