import type { PageHeadFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import type { IconName } from '../../ui/icon.tsx'

/** What is special about a page, with an icon. Null for one that everybody sees as it is. */
export function stateOf({
  isBlocked,
  isPublished,
  hasDraft,
}: PageHeadFragment): { icon: IconName; text: string } | null {
  if (isBlocked) return { icon: 'warning', text: t('state.blocked') }
  if (!isPublished) return { icon: 'edit', text: t('pages.notPublished') }
  return hasDraft ? { icon: 'clock', text: t('pages.hasDraft') } : null
}
