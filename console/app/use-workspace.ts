import { useQuery } from 'urql'
import { asideContext } from '../graph/recorder.ts'
import { Me } from './app.graphql.ts'
import { usePreferences } from './preferences.ts'
import { currentWorkspace } from './workspace-menu.tsx'

/** The workspace that is open, with the role of the person in it; undefined before it is known. */
export function useWorkspace() {
  const { workspaceId } = usePreferences()
  const [{ data }] = useQuery({ query: Me, context: asideContext })
  return currentWorkspace(data?.workspaces?.nodes ?? [], workspaceId)
}
