import type { Language } from '../server/language.ts'
import type { Page } from '../server/page.ts'
import type { Decision } from './decide.ts'
import { blockedPage } from './pages/blocked.ts'
import { expiredPage } from './pages/gone.ts'
import { missingPage } from './pages/missing.ts'

/** The page of a link that leads nobody anywhere; null for one that does, if only with its password. */
export function closedPage({ kind }: Decision, lang: Language, abuseContact: string | undefined): Page | null {
  switch (kind) {
    case 'blocked':
      return blockedPage(lang, abuseContact ?? null)
    case 'inactive':
      return missingPage(lang)
    case 'expired':
      return expiredPage(lang)
    default:
      return null
  }
}
