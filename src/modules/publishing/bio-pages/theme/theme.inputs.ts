import { IsIn, Matches } from 'class-validator'
import { Field, InputType } from 'type-graphql'
import { ThemeContrastTooLow } from '../bio-page.errors.ts'
import { ButtonStyle, defaultTheme, type Theme, ThemeFont, ThemePreset } from './theme.types.ts'
import { findContrastProblem } from './theme-colors.ts'

/** Six hexadecimal digits. */
const colorPattern = /^#?[0-9a-f]{6}$/i
const colorIssue = { message: 'must be six hexadecimal digits, with or without #' }

/** How a bio page looks. The bodies of this API are flat. Null means the default. */
@InputType()
export abstract class BioThemeFields {
  @IsIn(Object.values(ThemePreset))
  @Field(() => ThemePreset, { nullable: true, description: 'The colours. Default: `paper`.' })
  preset?: ThemePreset | null

  @Matches(colorPattern, colorIssue)
  @Field(() => String, {
    nullable: true,
    description:
      'Colour of the links, such as `#b8392a`; null for the colour of the preset. For `outline` and `soft` it needs a contrast of 4.5:1 with the page.',
  })
  accentColor?: string | null

  @Matches(colorPattern, colorIssue)
  @Field(() => String, {
    nullable: true,
    description:
      'Colour of the page on light and dark devices alike, such as `#fff7ed`; null for the colours of the preset. The text is black or white.',
  })
  backgroundColor?: string | null

  @IsIn(Object.values(ButtonStyle))
  @Field(() => ButtonStyle, { nullable: true, description: 'How the links look. Default: `filled`.' })
  buttonStyle?: ButtonStyle | null

  @IsIn(Object.values(ThemeFont))
  @Field(() => ThemeFont, { nullable: true, description: 'The typeface. Default: `sans`.' })
  font?: ThemeFont | null
}

/** Applies changes to a stored theme. Returns what differs from the default. Throws `ThemeContrastTooLow`. */
export function mergeTheme(stored: Partial<Theme>, input: BioThemeFields): Partial<Theme> {
  const entries = Object.keys(defaultTheme).flatMap((name): [string, string][] => {
    const key = name as keyof Theme
    const value = input[key] === undefined ? stored[key] : input[key]
    if (value == null) return []
    return [[name, name.endsWith('Color') ? `#${value.replace('#', '').toLowerCase()}` : value]]
  })
  const merged = Object.fromEntries(entries) as Partial<Theme>
  const problem = findContrastProblem({ ...defaultTheme, ...merged })
  if (problem) throw new ThemeContrastTooLow(problem)
  return merged
}
