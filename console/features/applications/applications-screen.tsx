import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { withoutScheme } from '../../app/addresses.ts'
import type { ApplicationRowFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Row } from '../../ui/row.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { DeleteApplicationDialog, EditApplication, NewApplication, RotateSecret } from './application-dialogs.tsx'
import { Applications } from './applications.graphql.ts'

const path = '/settings/applications'
const dialogs = { edit: EditApplication, rotate: RotateSecret, delete: DeleteApplicationDialog }

interface ChosenApplication {
  readonly application: ApplicationRowFragment
  readonly dialog: keyof typeof dialogs
}

/** Programs of the account with which others log in. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function ApplicationsScreen() {
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const [chosen, setChosen] = useState<ChosenApplication | null>(null)
  const Chosen = chosen && dialogs[chosen.dialog]
  return (
    <SettingsFrame title={t('applications.title')} lead={t('applications.lead')}>
      <Pages
        query={Applications}
        variables={{}}
        listOf={({ oauthApps }) => oauthApps}
        row={(application) => <ApplicationRow application={application} onChoose={setChosen} />}
        rowHeight={88}
        head={<NewApplicationLink />}
        empty={
          <Empty title={t('applications.none')} lead={t('applications.noneLead')} level={3}>
            <NewApplicationLink kind="main" />
          </Empty>
        }
      />
      {params.get('new') !== null && <NewApplication onClose={() => navigate(path)} />}
      {Chosen && <Chosen application={chosen.application} onClose={() => setChosen(null)} />}
    </SettingsFrame>
  )
}

function NewApplicationLink({ kind = 'secondary' }: { readonly kind?: 'main' | 'secondary' }) {
  return (
    <ButtonLink href={`${path}?new`} kind={kind} icon="plus">
      {t('applications.new')}
    </ButtonLink>
  )
}

interface ApplicationRowProps {
  readonly application: ApplicationRowFragment
  readonly onChoose: (chosen: ChosenApplication) => void
}

function ApplicationRow({ application, onChoose }: ApplicationRowProps) {
  const { id, name, isPublic, redirectUris, scopes, userCount } = application
  const choose = (dialog: ChosenApplication['dialog']) => () => onChoose({ application, dialog })
  const label = t('links.actions', { address: name })
  return (
    <Row
      name={name}
      detail={<code>{id}</code>}
      lines={[
        scopes.map((scope) => t(`applications.scope.${scope}`)).join(' · '),
        redirectUris.map(withoutScheme).join(' · '),
      ]}
      notes={[t('applications.users', { count: userCount }), isPublic && t('applications.public')]}
    >
      <Menu
        label={label}
        trigger={<Button kind="quiet" icon="more" label={label} />}
        actions={[
          { id: 'edit', name: t('applications.edit'), icon: 'edit', act: choose('edit') },
          ...(isPublic
            ? []
            : ([{ id: 'rotate', name: t('webhooks.rotate'), icon: 'renew', act: choose('rotate') }] as const)),
          null,
          { id: 'delete', name: t('applications.delete'), icon: 'trash', isDangerous: true, act: choose('delete') },
        ]}
      />
    </Row>
  )
}
