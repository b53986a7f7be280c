import { IsEmail, Length, Matches, MaxLength } from 'class-validator'
import { ArgsType, Field } from 'type-graphql'
import { Uncommon } from './uncommon.ts'

@ArgsType()
export class RegisterArgs {
  @Length(1, 100)
  @Matches(/\S/, { message: 'must not be blank' })
  @Field(() => String, { description: 'The name to show, 1 to 100 characters.' })
  name!: string

  @IsEmail({}, { message: 'must be an e-mail address' })
  @MaxLength(254)
  @Field(() => String, { description: 'The e-mail address to log in with; upper and lower case count as the same.' })
  email!: string

  @Length(8, 128)
  @Uncommon()
  @Field(() => String, { description: 'The password, 8 to 128 characters, and none of those that everybody tries.' })
  password!: string
}

@ArgsType()
export class LoginArgs {
  @IsEmail({}, { message: 'must be an e-mail address' })
  @MaxLength(254)
  @Field(() => String, { description: 'The e-mail address given at registration.' })
  email!: string

  // Longer than any password can be is refused before it costs a hash.
  @Length(1, 1024)
  @Field(() => String, { description: 'The password.' })
  password!: string
}

@ArgsType()
export class ChangePasswordArgs {
  @Length(1, 1024)
  @Field(() => String, { description: 'The password until now.' })
  currentPassword!: string

  @Length(8, 128)
  @Uncommon()
  @Field(() => String, {
    description: 'The new password, 8 to 128 characters, and none of those that everybody tries.',
  })
  newPassword!: string
}
