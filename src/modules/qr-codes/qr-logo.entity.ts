import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import { Field, ID, Int, ObjectType } from 'type-graphql'
import { Account } from '../accounts/index.ts'

/** A picture of an account for the middle of its codes, as it was drawn anew here. Never changes under its id. */
@Entity({ tableName: 'qr_logo' })
@ObjectType('QrLogo', { description: "A logo of the caller, for the middle of the caller's QR codes." })
export class QrLogo {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the logo, such as `lgo_01k...`.' })
  id!: string

  @Index({ name: 'qr_logo_owner_id_index' })
  @ManyToOne(() => Account, { ref: true, deleteRule: 'cascade' })
  owner!: Ref<Account>

  @Property({ type: 'text' })
  @Field(() => String, { description: 'What its owner calls it, 1 to 64 characters.' })
  name!: string

  @Property({ type: 'blob', lazy: true, hidden: true })
  png!: Buffer

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'Its width in pixels, 256 at most.' })
  width!: number

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'Its height in pixels, 256 at most.' })
  height!: number

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When it was uploaded.' })
  createdAt!: Date
}
