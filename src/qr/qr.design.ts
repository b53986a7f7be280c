import { Field, ID, Int, ObjectType } from 'type-graphql'
import type { Design } from './rules/design.ts'

@ObjectType({ description: 'How a QR code is drawn unless its picture is asked for otherwise.' })
export class QrDesign implements Design {
  @Field(() => Int, { description: 'Width and height of the whole picture in pixels.' })
  size!: number

  @Field(() => Int, { description: 'Width of the quiet zone in modules, the squares a code is made of.' })
  margin!: number

  @Field(() => String, { description: 'How much may be unreadable: `L`, `M`, `Q` or `H`; at least `Q` with a logo.' })
  level!: Design['level']

  @Field(() => String, { description: 'Colour of the dark modules, such as `#1f2937`.' })
  color!: string

  @Field(() => String, { description: 'Colour of the light modules and the quiet zone, such as `#ffffff`.' })
  background!: string

  @Field(() => Boolean, { description: 'Whether the background is left to what the picture is laid upon.' })
  isTransparent!: boolean

  @Field(() => ID, { nullable: true, description: 'The logo in its middle; null for none.' })
  logoId!: string | null
}
