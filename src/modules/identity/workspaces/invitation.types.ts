import { Field, ID, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly, RestOnly } from '../../../platform/graphql/operations.ts'
import { Invitation } from './invitation.entity.ts'

/** The only answer that contains the token of an invitation. */
@Access('write:profile')
@ObjectType({ description: 'A new invitation. No other response contains its token.' })
export class InvitationCreatedResponse {
  @InheritsAccess()
  @GraphqlOnly()
  @Field(() => Invitation, { description: 'The invitation, without its token.' })
  readonly invitation: Invitation

  @Field(() => String, {
    description:
      'Token with which the person accepts or declines, besides the one in the mail: `tki_` and 43 characters. Never shown ' +
      'again.',
  })
  readonly token: string

  constructor(invitation: Invitation, token: string) {
    this.invitation = invitation
    this.token = token
  }

  @RestOnly()
  @Field(() => ID, { description: 'Identifier of the invitation, such as `inv_01k...`.' })
  get id(): string {
    return this.invitation.id
  }

  @RestOnly()
  @Field(() => String, { description: 'The invited address.' })
  get email(): string {
    return this.invitation.email
  }

  @RestOnly()
  @Field(() => Date, { description: 'When the invitation ends.' })
  get expiresAt(): Date {
    return this.invitation.expiresAt
  }
}
