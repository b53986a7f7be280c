import { Field, ID, ObjectType } from 'type-graphql'

@ObjectType('OauthAppSummary', { description: 'What anybody may know of an application.' })
export class OAuthAppSummary {
  @Field(() => ID, { description: 'Identifier of the application: its `client_id`.' })
  id!: string

  @Field(() => String, { description: 'The name the application gives itself.' })
  name!: string
}

/** What a person allowed an application. The record behind it is the provider's. */
@ObjectType('OauthGrant', { description: 'Access to their account that the caller gave an application.' })
export class OAuthGrant {
  @Field(() => ID, { description: 'Identifier of the grant, such as `grt_5f2c...`.' })
  id!: string

  @Field(() => OAuthAppSummary, { description: 'The application that was given access.' })
  app!: OAuthAppSummary

  @Field(() => [String], { description: 'The scopes it was given.' })
  scopes!: string[]

  @Field(() => Date, { description: 'When the access was given.' })
  createdAt!: Date

  @Field(() => Date, { description: 'When the access ends by itself, unless it is withdrawn before.' })
  expiresAt!: Date
}
