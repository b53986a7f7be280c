import { Field, ObjectType } from 'type-graphql'
import { InheritsAccess } from '../../../../platform/auth/authorization.ts'
import { createEnumType } from '../../../../platform/shared/enum-type.ts'

export type ThemePreset = 'paper' | 'ocean' | 'forest' | 'sunset' | 'berry' | 'mono' | 'midnight'
export const ThemePreset = createEnumType<ThemePreset>(
  'BioThemePreset',
  'The colours of a bio page. Each preset has a light and a dark variant; visitors get the variant of their device.',
  {
    paper: 'Warm white, with red buttons.',
    ocean: 'Blues of water.',
    forest: 'Greens of moss and leaves.',
    sunset: 'Peach to rose.',
    berry: 'Violet and pink.',
    mono: 'Black and white.',
    midnight: 'Dark on every device.',
  },
)

export type ButtonStyle = 'filled' | 'outline' | 'soft' | 'pill'
export const ButtonStyle = createEnumType<ButtonStyle>('BioButtonStyle', 'How the links of a bio page look.', {
  filled: 'Filled with the accent colour.',
  outline: 'A frame and a text in the accent colour.',
  soft: 'A text in the accent colour, on a tint of it.',
  pill: 'Filled with the accent colour, with round ends.',
})

export type ThemeFont = 'sans' | 'serif' | 'rounded' | 'slab' | 'mono'
export const ThemeFont = createEnumType<ThemeFont>(
  'BioFont',
  'A typeface that devices have. A bio page loads no fonts.',
  {
    sans: 'The typeface of the device.',
    serif: 'With serifs, such as Georgia.',
    rounded: 'With round ends, where the device has one.',
    slab: 'With heavy serifs, such as Rockwell.',
    mono: 'With letters of one width.',
  },
)

/** A theme in its stored form: only what differs from the default. */
export interface Theme {
  readonly preset: ThemePreset
  /** `#rrggbb`, or null for the color of the preset. */
  readonly accentColor: string | null
  readonly backgroundColor: string | null
  readonly buttonStyle: ButtonStyle
  readonly font: ThemeFont
}

export const defaultTheme: Theme = {
  preset: 'paper',
  accentColor: null,
  backgroundColor: null,
  buttonStyle: 'filled',
  font: 'sans',
}

@InheritsAccess()
@ObjectType({ description: 'How a bio page looks.' })
export class BioTheme implements Theme {
  @Field(() => ThemePreset, { description: 'The colours.' })
  preset!: ThemePreset

  @Field(() => String, {
    nullable: true,
    description: 'Colour of the links, such as `#b8392a`; null for the colour of the preset.',
  })
  accentColor!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Colour of the page on light and dark devices alike, such as `#fff7ed`; null for the preset.',
  })
  backgroundColor!: string | null

  @Field(() => ButtonStyle, { description: 'How the links look.' })
  buttonStyle!: ButtonStyle

  @Field(() => ThemeFont, { description: 'The typeface.' })
  font!: ThemeFont
}

/** A stored theme with what it leaves to the default. */
export function toTheme(options: Partial<Theme>): BioTheme {
  return Object.assign(new BioTheme(), { ...defaultTheme, ...options })
}
