import { ArgsType, Field, ID } from 'type-graphql'

@ArgsType()
export class UpdateLinkHealthArgs {
  @Field(() => Boolean, { nullable: true, description: 'Whether the destinations of all links are watched.' })
  isOn?: boolean | null
}

@ArgsType()
export class UpdateUrlHealthArgs {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether its destination is watched, whatever is set for the account; null to do as the account does.',
  })
  isWatched?: boolean | null
}
