import { isPreviewCrawler } from '../../../platform/http/agents/preview-crawlers.ts'
import type { Route } from '../../publishing/links/index.ts'

/** The fields that make the preview of a link in posts and chats. */
type PreviewFields = Pick<Route, 'ogTitle' | 'ogDescription' | 'ogImage'>

/** Whether a preview crawler makes the visit, and the link has a preview for it. */
export function wantsSocialPreview(link: PreviewFields, userAgent: string | undefined): boolean {
  // Most links have none of these fields. Then a visit costs only this comparison.
  if (link.ogTitle === null && link.ogDescription === null && link.ogImage === null) return false
  return isPreviewCrawler(userAgent)
}
