import { useState } from 'react'
import { useQuery } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { pageSize } from '../../ui/pages.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { FolderList } from './folder-list.tsx'
import { LabelsToSet } from './labels.graphql.ts'
import { TagList } from './tag-list.tsx'
import { TemplateList } from './template-list.tsx'

/** With what links are put in order: folders, tags, and templates of campaigns. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function LabelsScreen() {
  return (
    <SettingsFrame title={t('settings.labels')} lead={t('labels.lead')}>
      <Lists />
    </SettingsFrame>
  )
}

/** All lists at once, so that none pushes another one down. Later each asks for itself. */
function Lists() {
  const [isLoaded, setLoaded] = useState(false)
  const [{ data, error }, ask] = useQuery({
    query: LabelsToSet,
    variables: { first: pageSize, after: null },
    pause: isLoaded,
  })
  if (data && !isLoaded) setLoaded(true)
  if (error) return <Problem problem={problemOf(error)} onAgain={() => ask({ requestPolicy: 'network-only' })} />
  if (!isLoaded) return <ScreenSkeleton />
  return (
    <>
      <TagList />
      <FolderList />
      <TemplateList />
    </>
  )
}
