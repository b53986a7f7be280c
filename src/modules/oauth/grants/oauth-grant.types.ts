import { Field, ID, ObjectType } from 'type-graphql'

@ObjectType('OauthAppSummary', { description: 'Public details of an application.' })
export class OAuthAppSummary {
  @Field(() => ID, { description: 'Identifier of the application: its `client_id`.' })
  id!: string

  @Field(() => String, { description: 'Name of the application.' })
  name!: string
}

/** A grant as its user sees it, built from the `Grant` record of the provider. */
@ObjectType('OauthGrant', { description: 'Access to the account of the caller, granted to an application.' })
export class OAuthGrant {
  @Field(() => ID, { description: 'Identifier of the grant, such as `grt_5f2c...`.' })
  id!: string

  @Field(() => OAuthAppSummary, { description: 'The application that has access.' })
  app!: OAuthAppSummary

  @Field(() => [String], { description: 'The granted scopes.' })
  scopes!: string[]

  @Field(() => Date, { description: 'When access was granted.' })
  createdAt!: Date

  @Field(() => Date, { description: 'When access ends, unless it is withdrawn earlier.' })
  expiresAt!: Date
}
