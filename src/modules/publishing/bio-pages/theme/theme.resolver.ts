import { FieldResolver, Float, Resolver, Root } from 'type-graphql'
import { Price } from '../../../../platform/graphql/price.ts'
import { BioTheme } from './theme.types.ts'
import { measureLinkContrast } from './theme-colors.ts'

@Resolver(() => BioTheme)
export class BioThemeResolver {
  @Price('free')
  @FieldResolver(() => Float, {
    description:
      'Least contrast of the texts of links with what is behind them, on light and on dark devices; 4.5 to 21 (WCAG).',
  })
  linkContrast(@Root() theme: BioTheme): number {
    return measureLinkContrast(theme)
  }
}
