import type { ReactNode } from 'react'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import type { PlaceGroup } from '../settings/settings-places.ts'

const groups: readonly PlaceGroup[] = [
  {
    name: 'operation.abuse',
    places: [
      { href: '/operation/reports', name: 'operation.reports' },
      { href: '/operation/blocked', name: 'operation.blocked' },
      { href: '/operation/log', name: 'operation.log' },
    ],
  },
  {
    name: 'operation.installation',
    places: [
      { href: '/operation/accounts', name: 'operation.accounts' },
      { href: '/operation/workspaces', name: 'operation.workspaces' },
      { href: '/operation/service', name: 'operation.service' },
    ],
  },
]

interface OperationFrameProps {
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
}

/** A screen for the operator of the installation, beside the list of all of them. */
export function OperationFrame(props: OperationFrameProps) {
  return <SettingsFrame name="nav.operation" groups={groups} {...props} />
}
