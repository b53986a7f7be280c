import { Field, ID, ObjectType } from 'type-graphql'
import { GraphOnly } from '../graphql/marks.ts'
import { OAuthApp } from './app.ts'

/** Tells a developer their client secret, the one time it can be told. */
@ObjectType('OauthAppSecretResponse', { description: 'An application with its new client secret, shown this once.' })
export class OAuthAppSecretResponse {
  @GraphOnly()
  @Field(() => OAuthApp, { description: 'The application itself.' })
  readonly app: OAuthApp

  @Field(() => String, {
    nullable: true,
    description: 'The client secret, `tks_` and 43 characters, in no later answer; null for a public application.',
  })
  readonly clientSecret: string | null

  constructor(app: OAuthApp, clientSecret: string | null) {
    this.app = app
    this.clientSecret = clientSecret
  }

  @Field(() => ID, { description: 'Identifier of the application: its `client_id`.' })
  get id(): string {
    return this.app.id
  }

  @Field(() => String, { description: 'The name of the application.' })
  get name(): string {
    return this.app.name
  }

  @Field(() => String, { description: 'What to do with the secret now.' })
  get message(): string {
    return this.clientSecret === null
      ? 'A public application has no secret: it proves itself by PKCE.'
      : 'Copy the client secret now: it is not shown again.'
  }
}
