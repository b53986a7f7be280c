import { useMemo } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Provider } from 'urql'
import { Router } from 'wouter'
import { createClient } from '../graph/client.ts'
import { currentLocale } from '../texts/texts.ts'
import { Notices } from '../ui/notices.tsx'
import { base } from './base.ts'
import { usePreferences } from './preferences.ts'
import { Shell } from './shell.tsx'

export function App() {
  const { workspaceId } = usePreferences()
  const client = useMemo(() => createClient(workspaceId), [workspaceId])
  return (
    <I18nProvider locale={currentLocale()}>
      <Provider value={client}>
        <Router base={`${base}/app`}>
          <Shell key={workspaceId} />
        </Router>
        <Notices />
      </Provider>
    </I18nProvider>
  )
}
