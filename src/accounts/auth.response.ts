import { Field, ObjectType } from 'type-graphql'
import { Account } from './account.ts'

@ObjectType({ description: 'A login: the token to send with later requests, and whose it is.' })
export class AuthResponse {
  @Field(() => String, { description: 'A JWT valid for 24 hours; send it as `Authorization: Bearer <token>`.' })
  token!: string

  @Field(() => Account, { description: 'The account that logged in.' })
  user!: Account
}
