import type { IconName } from '../../ui/icon.tsx'
import type { BlockForm } from './page-form.ts'

export const blockIcons: Readonly<Record<BlockForm['type'], IconName>> = {
  LINK: 'link',
  HEADING: 'tag',
  TEXT: 'edit',
  SOCIAL: 'user',
  DIVIDER: 'more',
  EMAIL: 'speech',
  PHONE: 'phone',
  SMS: 'speech',
}
