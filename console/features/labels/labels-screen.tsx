import { t } from '../../texts/texts.ts'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { FolderList } from './folder-list.tsx'
import { TagList } from './tag-list.tsx'
import { TemplateList } from './template-list.tsx'

/** With what links are put in order: folders, tags, and templates of campaigns. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function LabelsScreen() {
  return (
    <SettingsFrame title={t('settings.labels')} lead={t('labels.lead')}>
      <TagList />
      <FolderList />
      <TemplateList />
    </SettingsFrame>
  )
}
