import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { PrimaryKeyProp, type Ref } from '@mikro-orm/postgresql'
import { Field, Int, ObjectType } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { Domain } from './domain.entity.ts'

/** A code that visitors of a domain ask for and no link has: a misprint, or a link that is gone. */
@Entity({ tableName: 'missing_code' })
@Access('read:links')
@ObjectType({ description: 'A code that people ask for on a domain and no link has.' })
export class MissingCode {
  [PrimaryKeyProp]?: ['domain', 'code']

  @ManyToOne(() => Domain, { ref: true, primary: true, deleteRule: 'cascade' })
  domain!: Ref<Domain>

  @PrimaryKey({ type: 'text' })
  @Field(() => String, { description: 'The code, in lower case.' })
  code!: string

  @Property({ type: 'int' })
  @Field(() => Int, { description: 'Visits of people since `firstVisitAt`. Bots are not counted.' })
  visits!: number

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the code was first asked for.' })
  firstVisitAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the code was last asked for.' })
  lastVisitAt!: Date

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'Host of the page that led the latest visitor here; null when that is not known.',
  })
  lastReferrerHost: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'Country of the latest visitor, ISO 3166-1 alpha-2; null when that is not known.',
  })
  lastCountry: string | null = null
}
