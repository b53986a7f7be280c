import type { Language } from '../../../../platform/web/language.ts'
import type { Page } from '../../../../platform/web/page.ts'
import type { Route } from '../../../publishing/links/index.ts'
import { type ActivePixelReader, examplePixelId, PixelType } from '../../../publishing/pixels/index.ts'
import type { LocationFinder, Visit } from '../../clicks/index.ts'
import { consentPage, pixelPage, selectPixels } from '../pages/pixel-page.ts'
import { needsConsent } from './consent-countries.ts'
import type { ConsentTokens } from './consent-tokens.ts'

/** What a visitor said to pixels. */
export type PixelAnswer = 'allowed' | 'refused'

export const consentPath = '/pixels/consent'

/** The question with invented pixels, for the settings of the console. */
export const consentSamplePath = `${consentPath}/sample`

/** The cookie with the answer of a visitor. */
export const answerCookieName = 'tack_pixels'

/** 180 days, in seconds. */
export const answerTtlSeconds = 180 * 24 * 3600

export function parseAnswer(text: unknown): PixelAnswer | undefined {
  return text === 'allowed' || text === 'refused' ? text : undefined
}

export interface PixelVisit {
  readonly visit: Visit
  readonly destination: string
  readonly lang: Language
  readonly answer: PixelAnswer | undefined
}

/** The question as visitors of a link with pixels of these providers see it; null without a provider. */
export function consentSamplePage(lang: Language, providers: string): Page | null {
  const pixelTypes = Object.values(PixelType).filter((each) => providers.split(',').includes(each))
  if (pixelTypes.length === 0) return null
  const pixels = pixelTypes.map((pixelType) => ({ pixelType, pixelId: examplePixelId(pixelType) }))
  const destination = 'https://example.com/'
  return consentPage(lang, { pixels, destination, action: consentPath, token: '', isSample: true })
}

interface PixelPagesDependencies {
  readonly activePixels: ActivePixelReader
  readonly locations: LocationFinder
  readonly consentTokens: ConsentTokens
}

/** Decides which visitors get a page for pixels, after the click was recorded. */
export class PixelPages {
  constructor(private readonly dependencies: PixelPagesDependencies) {}

  /** The page on which pixels run, or that asks for consent; null for visitors who are redirected at once. */
  async find(link: Route, { visit, destination, lang, answer }: PixelVisit): Promise<Page | null> {
    const { activePixels, locations, consentTokens } = this.dependencies
    if (!link.hasPixels || link.privacyMode || link.hasPassword) return null
    if (visit.isBot || visit.wantsPrivacy || answer === 'refused') return null
    const pixels = selectPixels(await activePixels.read(link.id))
    if (pixels.length === 0) return null
    if (answer === 'allowed' || !needsConsent(locations.locate(visit.address).country))
      return pixelPage(lang, { pixels, destination })
    const token = consentTokens.issue({ linkId: link.id, code: link.code, destination })
    return consentPage(lang, { pixels, destination, action: consentPath, token })
  }
}
